/**
 * Servers whose application answers before `authorize` does: what comes then must neither end the
 * process nor pass unseen. Prints a line for each, and `alive` at the end.
 */
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import express from 'express';
import Fastify from 'fastify';
import Koa from 'koa';
import { fastifyDocs } from '../../../src/adapters/fastify.js';
import { koaDocs } from '../../../src/adapters/koa.js';
import type { OnError } from '../../../src/documents/openapi/config/page-options.js';
import { docsFixture } from '../page/docs-fixture.js';
import { send } from '../network/http.js';
import { listening, type Listening } from '../network/listen.js';

type Docs = ReturnType<typeof docsFixture>;

const LATE = 50;

/** What `authorize` comes to, long after the answer. */
const OUTCOMES: Readonly<Record<string, () => Promise<boolean>>> = {
  'admits late': () => delay(LATE, true),
  'refuses late': () => delay(LATE, false),
  'rejects late': () => delay(LATE).then(() => Promise.reject(new Error('sessions are down'))),
};

const HOSTS: Readonly<Record<string, (docs: Docs) => Promise<Listening>>> = {
  'node:http': (docs) => {
    const serve = docs.server.middleware('/docs');
    const server = createServer((request, response) => {
      serve(request, response);
      response.end('answered');
    });
    return listening(server.listen(0, '127.0.0.1'));
  },
  'node:http with next': (docs) => {
    const serve = docs.server.middleware('/docs');
    const server = createServer((request, response) => {
      serve(request, response, () => response.writeHead(500).end('failed'));
      response.end('answered');
    });
    return listening(server.listen(0, '127.0.0.1'));
  },
  Express: (docs) => {
    const app = express();
    app.use((_request, response, next) => {
      next();
      response.end('answered');
    });
    docs.server.mount(app, '/docs');
    return listening(app.listen(0, '127.0.0.1'));
  },
  Koa: (docs) => {
    const app = new Koa();
    app.use(async (context, next) => {
      await Promise.race([next(), delay(1)]);
      context.body = 'answered';
    });
    return listening(app.use(koaDocs(docs, '/docs')).listen(0, '127.0.0.1'));
  },
  Fastify: async (docs) => {
    const app = Fastify();
    app.addHook('preHandler', (_request, reply, done) => {
      done();
      reply.hijack();
      reply.raw.end('answered');
    });
    await app.register(fastifyDocs, { docs, prefix: '/docs' });
    await app.listen({ port: 0, host: '127.0.0.1' });
    return listening(app.server);
  },
};

async function run(host: string, outcome: string, onError: OnError | undefined): Promise<string> {
  const docs = docsFixture({ authorize: OUTCOMES[outcome]!, onError });
  const server = await HOSTS[host]!(docs);
  const answer = (await send(server.origin, { path: '/docs/' })).body.toString();
  await delay(3 * LATE);
  await server.close();
  return answer;
}

process.on('warning', ({ name, message }) => {
  if (name === 'DocsWarning') console.log(`warning: ${message}`);
});
for (const host of Object.keys(HOSTS))
  for (const outcome of Object.keys(OUTCOMES)) {
    console.log(`${host}, ${outcome}: ${await run(host, outcome, undefined)}`);
    const told: unknown[] = [];
    await run(host, outcome, (error) => told.push(error));
    if (told.length > 0) console.log(`onError: ${told.map(String).join()}`);
  }
console.log('alive');
