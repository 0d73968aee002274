import { createServer, type Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import Router from '@koa/router';
import express from 'express';
import express4 from 'express4';
import Fastify from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import mountKoa from 'koa-mount';
import { expressOperations } from '../../../src/adapters/express.js';
import { fastifyOperations } from '../../../src/adapters/fastify.js';
import { honoOperations } from '../../../src/adapters/fetch.js';
import { koaOperations } from '../../../src/adapters/koa.js';
import { nodeOperations } from '../../../src/adapters/node.js';
import { type Config, Docs, operation, response } from '../../../src/index.js';
import { listening } from '../../support/network/listen.js';

const responses = { 200: response('x', String) };
const operations = (): ReturnType<typeof operation>[] => [
  operation({ method: 'GET', path: '/', responses }, () => 'root') as never,
  operation({ method: 'GET', path: '/orders/{id}', responses }, () => 'order') as never,
];

interface Mount {
  /** The path at which the router is mounted; empty for none. */
  readonly at: string;
  readonly prefix?: string;
}

type Call = (path: string) => Promise<number>;
type Start = (docs: Docs, mount: Mount) => Promise<[call: Call, close: () => unknown]>;

const overHTTP = async (server: Parameters<typeof listening>[0]): Promise<[Call, () => unknown]> => {
  const { origin, close } = await listening(server);
  return [async (path) => (await fetch(origin + path)).status, close];
};

const optionsOf = ({ prefix }: Mount): { prefix?: string } => (prefix === undefined ? {} : { prefix });

const startExpress =
  (create: typeof express): Start =>
  (docs, mount) => {
    const [app, router] = [create(), create.Router()];
    expressOperations(router, docs, operations(), optionsOf(mount));
    app.use(mount.at === '' ? '/' : mount.at, router);
    return overHTTP(app.listen(0, '127.0.0.1'));
  };

const STARTS: Readonly<Record<string, Start>> = {
  'Express 5': startExpress(express),
  'Express 4': startExpress(express4 as never),
  Koa: (docs, mount) => {
    const [app, outer, router] = [new Koa(), new Router(), new Router()];
    koaOperations(router, docs, operations(), optionsOf(mount));
    if (mount.at === '') app.use(router.routes());
    else app.use(outer.use(mount.at, router.routes()).routes());
    return overHTTP(app.listen(0, '127.0.0.1'));
  },
  'Koa with koa-mount': (docs, mount) => {
    const [app, inner, router] = [new Koa(), new Koa(), new Router()];
    koaOperations(router, docs, operations(), optionsOf(mount));
    inner.use(router.routes());
    app.use(mountKoa(mount.at === '' ? '/' : mount.at, inner));
    return overHTTP(app.listen(0, '127.0.0.1'));
  },
  Hono: (docs, mount) => {
    const [app, inner] = [new Hono(), new Hono()];
    honoOperations(inner, docs, operations(), optionsOf(mount));
    app.route(mount.at === '' ? '/' : mount.at, inner);
    const server = createAdaptorServer({ fetch: app.fetch, createServer }) as Server;
    return overHTTP(server.listen(0, '127.0.0.1'));
  },
};

const ROWS: readonly (readonly [string, Mount, call: string, servers: string[], remedy?: string])[] = [
  ['at the root', { at: '' }, '/orders/7', []],
  ['as documented', { at: '/api/v1', prefix: '/api/v1' }, '/api/v1/orders/7?x=/orders/8', []],
  ['as documented, in upper case', { at: '/api', prefix: '/api' }, '/api/ORDERS/7', []],
  ['as documented, with a parameter', { at: '/t/:tenant', prefix: '/t/{shop}' }, '/t/acme/orders/7', []],
  ['without its prefix', { at: '/api/v1' }, '/api/v1/orders/7', [], "{ prefix: '/api/v1' }"],
  ['without its prefix, at its root', { at: '/api/v1' }, '/api/v1', [], "{ prefix: '/api/v1' }"],
  ['with another prefix', { at: '/v2', prefix: '/v1' }, '/v2/orders/7', [], "{ prefix: '/v2' }"],
  ['with a part of its prefix', { at: '/api/v1', prefix: '/v1' }, '/api/v1/orders/7', [], "'/api/v1' }"],
  ['at the root, with a prefix', { at: '', prefix: '/v1' }, '/orders/7', [], 'Mount the router at /v1.'],
  ['of a server, with a prefix', { at: '', prefix: '/v1' }, '/orders/7', ['/api'], 'removes /v1'],
  ['behind a proxy that removes the first part', { at: '/v1', prefix: '/api/v1' }, '/v1/orders/7', []],
  ['below a parameter', { at: '/t/:tenant' }, '/t/acme/orders/7', [], "as in '/t/{tenant}'"],
  ['below the path of a server', { at: '/api' }, '/api/orders/7', ['https://shop.example/api/']],
  ['below the path of a relative server', { at: '/api' }, '/api/orders/7', ['/api']],
  ['behind a proxy with a server', { at: '' }, '/orders/7', ['https://shop.example/api']],
  ['below a server with variables', { at: '/api' }, '/api/orders/7', ['/{base}']],
  [
    'below a prefix and the path of a server',
    { at: '/v1', prefix: '/v1' },
    '/v1/orders/7',
    ['https://shop.example/api'],
  ],
  [
    'without the prefix that follows a server',
    { at: '/api', prefix: '/v1' },
    '/api/orders/7',
    ['/api'],
    'without prefix',
  ],
  ['below one of several servers', { at: '/v2' }, '/v2/orders/7', ['/v1', '/v2']],
  ['below more than a server', { at: '/api/v1' }, '/api/v1/orders/7', ['/api'], "{ prefix: '/v1' }"],
];

const config = (servers: readonly string[]): Config => ({
  info: { title: 'Mounted', version: '1' },
  servers: servers.map((url) => ({ url, variables: { base: { default: 'api' } } })),
});

const found = (docs: Docs): string[] =>
  docs
    .diagnostics()
    .filter(({ code }) => code === 'mounted-elsewhere')
    .map(({ message }) => message);

/** What a router cannot do. */
const UNSUPPORTED: Readonly<Record<string, readonly string[]>> = {
  Hono: ['upper case'],
  'Koa with koa-mount': ['parameter', 'at its root'],
};

const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function open(start: Start, docs: Docs, mount: Mount): Promise<Call> {
  const [call, close] = await start(docs, mount);
  closing.push(close);
  return call;
}

describe.each(Object.entries(STARTS))('%s', (name, start) => {
  const rows = ROWS.filter(([what]) => UNSUPPORTED[name]?.some((text) => what.includes(text)) !== true);
  // A row alone: jest would pass its callback in place of a remedy that is left out.
  test.each(rows.map((row) => [row[0], row] as const))(
    'a router %s',
    async (_, [, mount, path, servers, remedy]) => {
      const docs = new Docs(config(servers));
      const call = await open(start, docs, mount);
      expect(found(docs)).toEqual([]);

      expect([await call(path), await call(path)]).toEqual([200, 200]);

      expect(found(docs)).toEqual(remedy === undefined ? [] : [expect.stringContaining(remedy)]);
    },
  );

  test('compares nothing if the application transforms the document', async () => {
    const docs = new Docs({ ...config([]), transformDocument: (document) => document });
    const call = await open(start, docs, { at: '/api' });
    expect(await call('/api/orders/7')).toBe(200);
    expect(found(docs)).toEqual([]);
  });

  test('compares nothing in production', async () => {
    process.env.NODE_ENV = 'production';
    try {
      const docs = new Docs(config([]));
      const call = await open(start, docs, { at: '/api' });
      expect(await call('/api/orders/7')).toBe(200);
      expect(found(docs)).toEqual([]);
    } finally {
      process.env.NODE_ENV = 'test';
    }
  });
});

test.each([
  ['Express 5', express],
  ['Express 4', express4 as never as typeof express],
])('a router that is mounted twice: %s', async (_, create) => {
  const docs = new Docs(config([]));
  const [app, router] = [create(), create.Router()];
  expressOperations(router, docs, operations(), { prefix: '/v1' });
  app.use('/v1', router);
  app.use('/v2', router);
  const [call, close] = await overHTTP(app.listen(0, '127.0.0.1'));
  closing.push(close);
  expect([await call('/v1/orders/7'), await call('/v1')]).toEqual([200, 200]);
  expect(found(docs)).toEqual([]);
  expect([await call('/v2/orders/7'), await call('/v2')]).toEqual([200, 200]);
  expect(found(docs)).toEqual([expect.stringContaining("{ prefix: '/v2' }")]);
});

test('a router at the root, with a parameter in its prefix', async () => {
  const docs = new Docs(config([]));
  const call = await open(STARTS['Express 5']!, docs, { at: '', prefix: '/t/{shop}' });
  expect(await call('/orders/7')).toBe(400);
  expect(found(docs)).toEqual([expect.stringContaining('Mount the router at /t/{shop}.')]);
});

test('a router that removes its own path before it calls nodeOperations', async () => {
  const reports = ['/api', ''].map(async (server) => {
    const docs = new Docs(config(server === '' ? [] : [server]));
    const serve = nodeOperations(docs, operations());
    const app = express();
    app.use('/api', (request, response) => void serve(request, response));
    const [call, close] = await overHTTP(app.listen(0, '127.0.0.1'));
    closing.push(close);
    expect([await call('/api/orders/7'), await call('/api/orders/7')]).toEqual([200, 200]);
    return found(docs);
  });
  const remedy = "Write it in the configuration of Docs: servers: [{ url: '/api' }].";
  expect(await Promise.all(reports)).toEqual([[], [expect.stringContaining(remedy)]]);
});

test('the process warning names the line to write, once', async () => {
  const { JEST_WORKER_ID } = process.env;
  delete process.env.JEST_WORKER_ID;
  const warn = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
  const docs = new Docs(config([]));
  const call = await open(STARTS['Express 5']!, docs, { at: '/api' });
  await call('/api/orders/7');
  await new Promise((resolve) => setTimeout(resolve, 300));
  await call('/api/orders/7');
  await call('/api');
  await new Promise((resolve) => setTimeout(resolve, 300));
  const texts = warn.mock.calls
    .map(([text]) => String(text))
    .filter((text) => text.includes('mounted-elsewhere'));
  expect(texts).toEqual([
    expect.stringContaining("expressOperations(router, docs, operations, { prefix: '/api' })"),
  ]);
  warn.mockRestore();
  Object.assign(process.env, { JEST_WORKER_ID });
});

test('Fastify, which has the prefix at registration, reports nothing', async () => {
  const docs = new Docs(config([]));
  const app = Fastify();
  await app.register(fastifyOperations, { docs, operations: operations(), prefix: '/api/v1' });
  expect((await app.inject('/api/v1/orders/7')).statusCode).toBe(200);
  expect(docs.diagnostics()).toEqual([]);
  await app.close();
});
