import { createServer, type Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import Router from '@koa/router';
import { IsString } from 'class-validator';
import express from 'express';
import express4 from 'express4';
import Fastify from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import { expressOperations } from '../../../src/adapters/express.js';
import { fastifyOperations } from '../../../src/adapters/fastify.js';
import { fetchDocs, honoOperations } from '../../../src/adapters/fetch.js';
import { koaOperations } from '../../../src/adapters/koa.js';
import { compareRoutes } from '../../../src/tools/testing.js';
import { ConfigError, Docs, operation, response } from '../../../src/index.js';
import { listening, type Listening } from '../../support/network/listen.js';

class Item {
  @IsString() id!: string;
}

const createDocs = (): Docs => new Docs({ info: { title: 'Versions', version: '1.0.0' } });
const getItem = (version: string) =>
  operation(
    { method: 'GET', path: '/items/{id}', params: Item, responses: { 200: response('The item', Item) } },
    ({ params }) => ({ id: `${version} ${params.id}` }),
  );
const VERSIONS = ['v1', 'v2'] as const;

async function serveExpress(docs: Docs, version: 4 | 5): Promise<[object, Listening]> {
  const create = (version === 4 ? express4 : express) as unknown as typeof express;
  const app = create();
  for (const name of VERSIONS) {
    const router = create.Router();
    expressOperations(router, docs, [getItem(name)], { prefix: `/api/${name}` });
    app.use(`/api/${name}`, router);
  }
  return [app, await listening(app.listen(0, '127.0.0.1'))];
}

async function serveHono(app: Hono): Promise<[object, Listening]> {
  const server = createAdaptorServer({ fetch: app.fetch, createServer }) as Server;
  return [app, await listening(server.listen(0, '127.0.0.1'))];
}

const STARTS: Readonly<Record<string, (docs: Docs) => Promise<[object, Listening]>>> = {
  'Express 5': (docs) => serveExpress(docs, 5),
  'Express 4': (docs) => serveExpress(docs, 4),
  Koa: async (docs) => {
    const app = new Koa();
    const outer = new Router();
    for (const name of VERSIONS) {
      const router = new Router();
      koaOperations(router, docs, [getItem(name)], { prefix: `/api/${name}` });
      outer.use(`/api/${name}`, router.routes());
    }
    app.use(outer.routes());
    return [outer, await listening(app.listen(0, '127.0.0.1'))];
  },
  'Hono with base paths': (docs) => {
    const app = new Hono();
    for (const name of VERSIONS)
      honoOperations(app.basePath('/api').basePath(`/${name}/`), docs, [getItem(name)]);
    return serveHono(app);
  },
  'Hono in Hono': (docs) => {
    const app = new Hono();
    for (const name of VERSIONS) {
      const inner = new Hono().basePath(`/${name}`);
      honoOperations(inner, docs, [getItem(name)], { prefix: '/api' });
      app.route('/api', inner);
    }
    return serveHono(app);
  },
  Fastify: async (docs) => {
    const app = Fastify();
    for (const name of VERSIONS)
      await app.register(fastifyOperations, { docs, operations: [getItem(name)], prefix: `/api/${name}` });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as { port: number };
    return [app, { origin: `http://127.0.0.1:${port}`, close: () => app.close() } as Listening];
  },
};

test.each(Object.entries(STARTS))(
  '%s documents operations with the prefix of their router',
  async (_, start) => {
    const docs = createDocs();
    const [app, { origin, close }] = await start(docs);
    try {
      for (const name of VERSIONS) {
        const answer = await fetch(`${origin}/api/${name}/items/7`);
        expect([answer.status, await answer.json()]).toEqual([200, { id: `${name} 7` }]);
      }
      const { paths } = docs.buildSpec();
      expect(Object.keys(paths)).toEqual(['/api/v1/items/{id}', '/api/v2/items/{id}']);
      expect(paths['/api/v2/items/{id}']?.get?.operationId).toBe('getApiV2ItemsById');
      expect(docs.diagnostics({ notes: true })).toEqual([]);
      expect(await compareRoutes(app, docs)).toMatchObject({ undocumented: [], unserved: [], unknown: [] });
    } finally {
      await close();
    }
  },
);

test('document, routes and page of a Hono application with a base path agree', async () => {
  const docs = createDocs();
  const app = new Hono().basePath('/v1');
  honoOperations(app, docs, [getItem('v1')]);
  const serveDocs = fetchDocs(docs, '/v1/docs');
  app.all('/docs/*', (context) => serveDocs(context.req.raw) ?? context.notFound());
  const document = (await (await app.request('/v1/docs/openapi.json')).json()) as { paths: object };
  expect(Object.keys(document.paths)).toEqual(['/v1/items/{id}']);
  expect(await (await app.request('/v1/docs/')).text()).toContain('<title>Versions</title>');
  expect(await (await app.request('/v1/items/7')).json()).toEqual({ id: 'v1 7' });
  expect((await app.request('/items/7')).status).toBe(404);
});

test('refuses the same operation twice below one prefix', () => {
  const docs = createDocs();
  const register = (prefix: string): void => {
    expressOperations(express.Router(), docs, [getItem('v1')], { prefix });
  };
  register('/a');
  register('/b');
  expect(() => register('/a')).toThrow('which is already registered');
});

test.each([
  'api',
  '/api/',
  '/',
  '/*',
  '/:tenant?',
  '/{/tenant}',
  '/{tenant*}',
  '/a/:rest*',
  '/a b',
  '/a?b',
  7,
])('refuses the prefix %j', (prefix) => {
  const docs = createDocs();
  const attempt = (): void =>
    expressOperations(express.Router(), docs, [getItem('v1')], { prefix: prefix as string });
  expect(attempt).toThrow(ConfigError);
  expect(attempt).toThrow(
    "The option prefix of expressOperations needs a path, as in '/api/v1' or '/t/{tenant}', without wildcards and optional parts, not",
  );
  expect(docs.buildSpec().paths).toEqual({});
});
