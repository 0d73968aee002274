import 'reflect-metadata';
import { Module, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { fastifyDocs } from '../../src/adapters/fastify.js';
import { docsVariants } from './docs-variants.js';
import { sampleAPI } from './sample-api.js';

class AppModule {}
Module({})(AppModule);

const QUIET = { logger: false } as const;

const PLATFORMS: Readonly<Record<string, () => Promise<INestApplication>>> = {
  express: async () => {
    const app = await NestFactory.create(AppModule, new ExpressAdapter(), QUIET);
    for (const [base, docs] of docsVariants()) docs.server.mount(app, base);
    return app.use('/api', sampleAPI);
  },
  // Connect's `use` on Fastify, which Nest brings with it.
  'fastify-mount': async () => {
    const app = await NestFactory.create(AppModule, new FastifyAdapter(), QUIET);
    for (const [base, docs] of docsVariants()) docs.server.mount(app, base);
    return app;
  },
  fastify: async () => {
    const adapter = new FastifyAdapter();
    const app = await NestFactory.create<NestFastifyApplication>(AppModule, adapter, QUIET);
    for (const [prefix, docs] of docsVariants()) await app.register(fastifyDocs, { docs, prefix });
    return app;
  },
};

/** Prints its origin, and ends when its input does. */
async function main(platform = ''): Promise<void> {
  const app = await PLATFORMS[platform]?.();
  await app?.listen(0, '127.0.0.1');
  console.log((await app?.getUrl())?.replace('[::1]', '127.0.0.1'));
  process.stdin.resume();
  process.stdin.on('end', () => void app?.close().then(() => process.exit(0)));
}

void main(process.argv[2]);
