import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createAdaptorServer, getRequestListener } from '@hono/node-server';
import express from 'express';
import express4 from 'express4';
import Fastify from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import { expressDocs } from '../../../src/adapters/express.js';
import { fastifyDocs } from '../../../src/adapters/fastify.js';
import { fetchDocs } from '../../../src/adapters/fetch.js';
import { koaDocs } from '../../../src/adapters/koa.js';
import type { NodeHandler } from '../../../src/page/docs-server.js';
import { docsVariants } from './docs-variants.js';
import { listen, listening, type Listening } from '../network/listen.js';
import { startNest } from '../nest/start-nest.js';
import { sampleAPI } from './sample-api.js';

/** Every framework at its current major version, each with all variants of the docs at `/{variant}`. */
export const FRAMEWORKS: Readonly<Record<string, () => Promise<Listening>>> = {
  'node:http': () => listen(chain(docsVariants().map(([base, { server }]) => server.middleware(base)))),
  'Express 5': () => {
    const app = express();
    for (const [base, docs] of docsVariants()) docs.server.mount(app, base);
    return listening(app.use(sampleAPI).listen(0, '127.0.0.1'));
  },
  'Express 4': () => {
    const app = express4();
    for (const [base, docs] of docsVariants()) app.use(`${base}/`, expressDocs(docs));
    return listening(app.use(sampleAPI).listen(0, '127.0.0.1'));
  },
  'Fastify 5': async () => {
    const app = Fastify();
    for (const [prefix, docs] of docsVariants()) await app.register(fastifyDocs, { docs, prefix });
    app.all('/api/*', (request, reply) => {
      reply.hijack();
      sampleAPI(request.raw, reply.raw);
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { origin } = await listening(app.server);
    return { origin, close: () => app.close() };
  },
  'Koa 3': () => {
    const app = new Koa();
    for (const [base, docs] of docsVariants()) app.use(koaDocs(docs, base));
    app.use((context) => {
      context.respond = false;
      sampleAPI(context.req, context.res);
    });
    return listening(app.listen(0, '127.0.0.1'));
  },
  'Hono 4': () => {
    const app = new Hono();
    for (const [base, docs] of docsVariants()) {
      const serveDocs = fetchDocs(docs, base);
      app.all(`${base}/*`, (context) => serveDocs(context.req.raw) ?? context.notFound());
    }
    const server = createAdaptorServer({ fetch: app.fetch, createServer }) as Server;
    return listening(server.listen(0, '127.0.0.1'));
  },
  'a fetch function': () => {
    const all = docsVariants().map(([base, docs]) => fetchDocs(docs, base));
    const listener = getRequestListener(async (request) => {
      for (const serveDocs of all) {
        const answer = await serveDocs(request);
        if (answer) return answer;
      }
      return new Response('elsewhere', { status: 404 });
    });
    return listen((request, response) => void listener(request, response));
  },
  'NestJS on Express': () => startNest('express'),
  'NestJS on Fastify': () => startNest('fastify'),
  'NestJS on Fastify, by mount': () => startNest('fastify-mount'),
};

function chain(handlers: NodeHandler[]): (request: IncomingMessage, response: ServerResponse) => void {
  const last: NodeHandler = (request, response) => {
    sampleAPI(request, response);
  };
  return handlers.reduceRight<NodeHandler>(
    (next, handler) => (request, response) => {
      handler(request, response, () => {
        next(request, response);
      });
    },
    last,
  );
}
