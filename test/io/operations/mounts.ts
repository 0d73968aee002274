import { createServer, type Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import Router from '@koa/router';
import express from 'express';
import express4 from 'express4';
import Fastify from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import { expressOperations } from '../../../src/adapters/express.js';
import { fastifyOperations } from '../../../src/adapters/fastify.js';
import { honoOperations } from '../../../src/adapters/fetch.js';
import { koaOperations } from '../../../src/adapters/koa.js';
import type { Docs, Operation } from '../../../src/index.js';
import { listening, type Listening } from '../../support/network/listen.js';

type Start = (docs: Docs, prefix: string, operations: readonly Operation[]) => Promise<[object, Listening]>;

const serveExpress = async (
  create: typeof express,
  docs: Docs,
  [prefix, operations]: readonly [string, readonly Operation[]],
  options: object,
): Promise<[object, Listening]> => {
  const app = create();
  const router = create.Router(options);
  expressOperations(router, docs, operations, { prefix });
  app.use(prefix, router);
  return [app, await listening(app.listen(0, '127.0.0.1'))];
};

const serveHono = async (app: Hono): Promise<[object, Listening]> => {
  const server = createAdaptorServer({ fetch: app.fetch, createServer }) as Server;
  return [app, await listening(server.listen(0, '127.0.0.1'))];
};

const serveFastify = async (app: ReturnType<typeof Fastify>): Promise<[object, Listening]> => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { origin } = await listening(app.server);
  return [app, { origin, close: () => app.close() } as Listening];
};

/** Splits `/a/b/c` into `/a` and `/b/c`. */
const split = (prefix: string): [string, string] => {
  const at = prefix.indexOf('/', 1);
  return at < 0 ? ['', prefix] : [prefix.slice(0, at), prefix.slice(at)];
};

/** Serves operations below a prefix, as each router mounts them. Returns the application, too. */
export const MOUNTS: Readonly<Record<string, Start>> = {
  'Express 5 with mergeParams': (docs, ...mount) => serveExpress(express, docs, mount, { mergeParams: true }),
  'Express 5': (docs, ...mount) => serveExpress(express, docs, mount, {}),
  'Express 4': (docs, ...mount) => serveExpress(express4 as never, docs, mount, {}),
  'Express 4 with mergeParams': (docs, ...mount) =>
    serveExpress(express4 as never, docs, mount, { mergeParams: true }),
  'Express in Express': async (docs, prefix, operations) => {
    const [first, second] = split(prefix);
    const [app, outer, inner] = [express(), express.Router(), express.Router()];
    expressOperations(inner, docs, operations, { prefix });
    outer.use(second, inner);
    app.use(first === '' ? '/' : first, outer);
    return [app, await listening(app.listen(0, '127.0.0.1'))];
  },
  'Koa with a prefix': async (docs, prefix, operations) => {
    const router = new Router({ prefix });
    koaOperations(router, docs, operations, { prefix });
    return [router, await listening(new Koa().use(router.routes()).listen(0, '127.0.0.1'))];
  },
  'Koa in Koa': async (docs, prefix, operations) => {
    const [outer, router] = [new Router(), new Router()];
    koaOperations(router, docs, operations, { prefix });
    outer.use(prefix, router.routes());
    return [outer, await listening(new Koa().use(outer.routes()).listen(0, '127.0.0.1'))];
  },
  'Hono with a base path': (docs, prefix, operations) => {
    const app = new Hono();
    honoOperations(app.basePath(prefix), docs, operations);
    return serveHono(app);
  },
  'Hono in Hono': (docs, prefix, operations) => {
    const [app, inner] = [new Hono(), new Hono()];
    honoOperations(inner, docs, operations, { prefix });
    app.route(prefix, inner);
    return serveHono(app);
  },
  Fastify: async (docs, prefix, operations) => {
    const app = Fastify();
    await app.register(fastifyOperations, { docs, operations, prefix });
    return serveFastify(app);
  },
  'Fastify in a scope': async (docs, prefix, operations) => {
    const [first, second] = split(prefix);
    const app = Fastify();
    await app.register(
      async (scope) => {
        await scope.register(fastifyOperations, { docs, operations, prefix: second });
      },
      { prefix: first },
    );
    return serveFastify(app);
  },
};
