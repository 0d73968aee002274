/** A program that posts a webhook and a forged one to each receiver of the guides, and prints the answers. */
export const HOOKS_PROGRAM = `
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import Koa from 'koa';
import { signStandardWebhook } from 'dtospec/webhook';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const address = { port: 0, host: '127.0.0.1' };
const originOf = (server) => 'http://127.0.0.1:' + server.address().port;
const opened = (server) => new Promise((resolve) => server.once('listening', () => resolve(server)));

async function nest(...adapter) {
  const { HooksController } = await import('./out/nest-hooks.js');
  class HooksModule {}
  Module({ controllers: [HooksController] })(HooksModule);
  const app = await NestFactory.create(HooksModule, ...adapter, { rawBody: true, logger: false });
  await app.listen(0, '127.0.0.1');
  return app.getHttpServer();
}

const SERVERS = {
  express: async () => opened((await import('./out/express-hooks.js')).app.listen(0, '127.0.0.1')),
  fastify: async () => {
    const { app } = await import('./out/fastify-hooks.js');
    await app.listen(address);
    return app.server;
  },
  koa: async () => {
    const { router } = await import('./out/koa-hooks.js');
    return opened(new Koa().use(router.routes()).listen(0, '127.0.0.1'));
  },
  'nest on express': () => nest(),
  'nest on fastify': () => nest(new FastifyAdapter()),
};

const body = JSON.stringify({
  type: 'order.shipped',
  orderId: 'a2a4ab2b-1d4c-4f0e-9d9b-0d9e6a0c9c1b',
  shippedAt: '2026-01-02T03:04:05.000Z',
});
const printed = [];
console.log = (line) => printed.push(line);
const answers = {};
for (const [name, start] of Object.entries(SERVERS)) {
  const origin = originOf(await start());
  const post = async (signature) => {
    const headers = { ...signature, 'content-type': 'application/json' };
    return (await fetch(origin + '/hooks', { method: 'POST', headers, body })).status;
  };
  answers[name] = [await post(signStandardWebhook(body, secret)), await post({}), printed.splice(0).join()];
}
process.stdout.write(JSON.stringify(answers), () => process.exit());
`;
