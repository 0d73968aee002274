import { createServer, type Server } from 'node:http';
import Router from '@koa/router';
import { createAdaptorServer, getRequestListener } from '@hono/node-server';
import express from 'express';
import express4 from 'express4';
import Fastify from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import { expressOperations } from '../../../src/adapters/express.js';
import { fastifyOperations, fastifyProblems } from '../../../src/adapters/fastify.js';
import { fetchOperations, honoOperations } from '../../../src/adapters/fetch.js';
import { koaOperations } from '../../../src/adapters/koa.js';
import { nodeOperations } from '../../../src/adapters/node.js';
import { type Config, Docs, type Operation } from '../../../src/index.js';
import { listen, listening, type Listening } from '../../support/network/listen.js';

/** A server, and the documentation that its operations gave. */
export interface Served extends Listening {
  readonly docs: Docs;
}

const OPTIONS = { maxBodyBytes: 10_000, checkResponses: 'throw' } as const;

/** What every framework's error handling does with an error of the application's own: status 500 and its message. */
const failed = (error: unknown): string =>
  `broken: ${error instanceof Error ? error.message : String(error)}`;

type Start = (docs: Docs, operations: readonly Operation[]) => Promise<Listening>;

const STARTS: Readonly<Record<string, Start>> = {
  'node:http': (docs, operations) => {
    const serve = nodeOperations(docs, operations, { ...OPTIONS, onError: () => undefined });
    return listen((request, response) => {
      response.setHeader('x-before', 'middleware');
      response.setHeader('vary', 'X-Before');
      void serve(request, response).then((served) => served || response.writeHead(404).end());
    });
  },
  'Express 5': (docs, operations) => expressServer(express(), docs, operations),
  'Express 5, behind its parsers': (docs, operations) =>
    expressServer(express().use(express.json(), express.urlencoded({ extended: true })), docs, operations),
  'Express 4': (docs, operations) => expressServer(express4() as never, docs, operations),
  'Fastify 5': async (docs, operations) => {
    const app = Fastify({ frameworkErrors: fastifyProblems });
    app.addHook('onRequest', (_request, reply, done) => {
      reply.header('x-before', 'middleware').header('vary', 'X-Before');
      done();
    });
    app.setErrorHandler((error, _request, reply) => reply.code(500).send(failed(error)));
    await app.register(fastifyOperations, { docs, operations, ...OPTIONS, prefix: '/' });
    app.get('/by-hand', () => 'by hand');
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { origin } = await listening(app.server);
    return { origin, close: () => app.close() };
  },
  'Koa 3': (docs, operations) => {
    const app = new Koa();
    // It would write of each request that breaks off.
    app.silent = true;
    const router = new Router();
    app.use(async (context, next) => {
      context.set({ 'x-before': 'middleware', vary: 'X-Before' });
      try {
        await next();
      } catch (error) {
        context.status = 500;
        context.body = failed(error);
      }
    });
    koaOperations(router, docs, operations, OPTIONS);
    router.get('/by-hand', (context) => {
      context.body = 'by hand';
    });
    app.use(router.routes());
    return listening(app.listen(0, '127.0.0.1'));
  },
  'Hono 4': (docs, operations) => {
    const app = new Hono();
    app.use(async (context, next) => {
      context.header('x-before', 'middleware');
      context.header('vary', 'X-Before');
      await next();
    });
    honoOperations(app, docs, operations, OPTIONS);
    app.onError((error, context) => context.text(failed(error), 500));
    app.get('/by-hand', (context) => context.text('by hand'));
    const server = createAdaptorServer({ fetch: app.fetch, createServer }) as Server;
    return listening(server.listen(0, '127.0.0.1'));
  },
  'a fetch function': (docs, operations) => {
    const serve = fetchOperations(docs, operations, OPTIONS);
    const listener = getRequestListener(async (request) => {
      try {
        const answer = (await serve(request)) ?? new Response(null, { status: 404 });
        answer.headers.set('x-before', 'middleware');
        return answer;
      } catch (error) {
        return new Response(failed(error), { status: 500 });
      }
    });
    return listen((request, response) => void listener(request, response));
  },
};

function expressServer(
  app: express.Express,
  docs: Docs,
  operations: readonly Operation[],
): Promise<Listening> {
  app.use((_request, response, next) => {
    response.setHeader('x-before', 'middleware');
    response.setHeader('vary', 'X-Before');
    next();
  });
  expressOperations(app, docs, operations, OPTIONS);
  app.get('/by-hand', (_request, response) => void response.send('by hand'));
  const onError: express.ErrorRequestHandler = (error: unknown, _request, response, _next) => {
    response.status((error as { status?: number }).status ?? 500).send(failed(error));
  };
  app.use(onError);
  return listening(app.listen(0, '127.0.0.1'));
}

/** Starts the operations in a framework. */
export async function serve(
  framework: string,
  operations: readonly Operation[],
  config: Partial<Config> = {},
): Promise<Served> {
  const docs = new Docs({ info: { title: 'Operations', version: '1' }, ...config });
  return { ...(await STARTS[framework]!(docs, operations)), docs };
}

export const FRAMEWORKS = Object.keys(STARTS);
