import { createServer, type Server } from 'node:http';
import Router from '@koa/router';
import { createAdaptorServer, getRequestListener } from '@hono/node-server';
import { IsString } from 'class-validator';
import express from 'express';
import express4 from 'express4';
import Fastify from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import { expressOperations } from '../../../src/adapters/express.js';
import { fastifyOperations } from '../../../src/adapters/fastify.js';
import { fetchDocs, fetchOperations, honoOperations } from '../../../src/adapters/fetch.js';
import { koaDocs, koaOperations } from '../../../src/adapters/koa.js';
import { nodeOperations } from '../../../src/adapters/node.js';
import { Docs, type Operation, operation, response } from '../../../src/index.js';
import { listen, listening, type Listening } from '../../support/network/listen.js';

// An application registers its operations in several calls, such as one for each file. Routers call what was
// registered first, and the document has no order: "concrete (non-templated) paths would be matched before their
// templated counterparts" (OpenAPI 3.2, 4.8.1).

class Item {
  @IsString() id!: string;
}
class Page {
  @IsString() id!: string;
  @IsString() page!: string;
}
class Ran {
  @IsString() operation!: string;
}

type Calls = readonly (readonly Operation[])[];

const running = (path: string, params?: new () => object): Operation =>
  operation(
    { method: 'GET', path, ...(params && { params }), responses: { 200: response('It', Ran) } } as never,
    (() => ({ operation: path })) as never,
  ) as never;

const head = operation(
  { method: 'HEAD', path: '/items/{id}', params: Item, responses: { 204: response('It exists') } },
  () => undefined,
) as Operation;

/** The least concrete operations come first. */
const CALLS: Calls = [
  [running('/items/{id}/{page}', Page), running('/items/{id}', Item)],
  [running('/items/{id}/first', Item), running('/items/{id}.json', Item)],
  [running('/items/count'), running('/items/new day'), head],
];

const CHOSEN: Readonly<Record<string, string>> = {
  '/items/7': '/items/{id}',
  '/items/7.json': '/items/{id}.json',
  '/items/7/2': '/items/{id}/{page}',
  '/items/7/first': '/items/{id}/first',
  '/items/count': '/items/count',
  '/items/count?x=1': '/items/count',
  '/items/new%20day': '/items/new day',
  '/items/counts': '/items/{id}',
};

const below = (prefix: string): { prefix?: string } => (prefix === '' ? {} : { prefix });

const newDocs = (): Docs => new Docs({ info: { title: 'Shop', version: '1' } });

type Start = (docs: Docs, calls: Calls, prefix: string) => Promise<Listening>;

const startExpress =
  (create: typeof express, routers: 'one' | 'several'): Start =>
  (docs, calls, prefix) => {
    const app = create();
    let router = create.Router();
    app.use(prefix === '' ? '/' : prefix, router);
    for (const operations of calls) {
      expressOperations(router, docs, operations, below(prefix));
      if (routers === 'one') continue;
      router = create.Router();
      app.use(prefix === '' ? '/' : prefix, router);
    }
    return listening(app.listen(0, '127.0.0.1'));
  };

const startKoa =
  (routers: 'one' | 'several'): Start =>
  (docs, calls, prefix) => {
    const app = new Koa();
    let router = new Router(below(prefix));
    for (const operations of calls) {
      koaOperations(router, docs, operations, below(prefix));
      app.use(router.routes());
      if (routers === 'several') router = new Router(below(prefix));
    }
    return listening(app.listen(0, '127.0.0.1'));
  };

const STARTS: Readonly<Record<string, Start>> = {
  'Express 5': startExpress(express, 'one'),
  'Express 5 with a router for each call': startExpress(express, 'several'),
  'Express 4': startExpress(express4 as never, 'one'),
  'Express 4 with a router for each call': startExpress(express4 as never, 'several'),
  'Koa 3': startKoa('one'),
  'Koa 3 with a router for each call': startKoa('several'),
  'Hono 4': (docs, calls, prefix) => {
    const app = new Hono().basePath(prefix || '/');
    for (const operations of calls) honoOperations(app, docs, operations);
    const server = createAdaptorServer({ fetch: app.fetch, createServer }) as Server;
    return listening(server.listen(0, '127.0.0.1'));
  },
  'Fastify 5': async (docs, calls, prefix) => {
    const app = Fastify();
    // Fastify answers HEAD of each GET route, and refuses an own HEAD route after it.
    const headFirst = [[head], ...calls.map((operations) => operations.filter((one) => one !== head))];
    for (const operations of headFirst)
      await app.register(fastifyOperations, { docs, operations, prefix: prefix || '/' });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { origin } = await listening(app.server);
    return { origin, close: () => app.close() };
  },
  'node:http': (docs, calls, prefix) => {
    const serves = calls.map((operations) => nodeOperations(docs, operations));
    return listen((request, response) => {
      request.url = request.url?.slice(prefix.length) ?? '/';
      void (async () => {
        for (const serve of serves) if (await serve(request, response)) return;
        response.writeHead(404).end();
      })();
    });
  },
  'fetch functions': (docs, calls) => {
    const serves = calls.map((operations) => fetchOperations(docs, operations));
    const listener = getRequestListener(async (request) => {
      for (const serve of serves) {
        const answer = await serve(request);
        if (answer !== undefined) return answer;
      }
      return new Response(null, { status: 404 });
    });
    return listen((request, response) => void listener(request, response));
  },
};

/** These two know no prefix. */
const WITHOUT_PREFIX = ['node:http', 'fetch functions'];

describe.each(['', '/shop'])('below the prefix %j', (prefix) => {
  const frameworks = Object.keys(STARTS).filter((name) => prefix === '' || !WITHOUT_PREFIX.includes(name));

  test.each(frameworks)('%s runs the operation that the document means', async (framework) => {
    const docs = newDocs();
    const { origin, close } = await STARTS[framework]!(docs, CALLS, prefix);
    const chosen: Record<string, unknown> = {};
    for (const path of Object.keys(CHOSEN)) {
      const answer = await fetch(origin + prefix + path);
      chosen[path] = answer.ok ? ((await answer.json()) as Ran).operation : answer.status;
    }
    expect(chosen).toEqual(CHOSEN);
    const statuses: number[] = [];
    for (const path of ['/items/7', '/items/count'])
      statuses.push((await fetch(`${origin}${prefix}${path}`, { method: 'HEAD' })).status);
    // GET of the concrete path responds to HEAD, as in Fastify.
    expect(statuses).toEqual([204, 200]);
    expect(Object.keys(docs.buildSpec().paths ?? {})).toHaveLength(6);
    await close();
  });
});

test('a router that compares case keeps a value that differs from a concrete path in case', async () => {
  const docs = newDocs();
  const app = new Hono();
  for (const operations of CALLS) honoOperations(app, docs, operations);
  const answer = await app.request('/items/Count');
  expect(await answer.json()).toEqual({ operation: '/items/{id}' });
});

type StartBeforeDocs = (docs: Docs, operations: readonly Operation[]) => Promise<Listening>;

const expressBeforeDocs =
  (create: typeof express): StartBeforeDocs =>
  (docs, operations) => {
    const app = create();
    expressOperations(app, docs, operations);
    docs.mount(app, '/docs');
    return listening(app.listen(0, '127.0.0.1'));
  };

/** Operations before the docs, in each router that runs what was registered first. */
const BEFORE_DOCS: Readonly<Record<string, StartBeforeDocs>> = {
  'Express 5': expressBeforeDocs(express),
  'Express 4': expressBeforeDocs(express4 as never),
  'Koa 3': (docs, operations) => {
    const router = new Router();
    koaOperations(router, docs, operations);
    const app = new Koa().use(router.routes()).use(koaDocs(docs, '/docs'));
    return listening(app.listen(0, '127.0.0.1'));
  },
  'Hono 4': (docs, operations) => {
    const app = new Hono();
    const serve = fetchDocs(docs, '/docs');
    honoOperations(app, docs, operations);
    app.use(
      (context, next) => (serve(context.req.raw) as Promise<Response> | undefined) ?? (next() as never),
    );
    const server = createAdaptorServer({ fetch: app.fetch, createServer }) as Server;
    return listening(server.listen(0, '127.0.0.1'));
  },
  'node:http': (docs, operations) => {
    const page = docs.middleware('/docs');
    const serve = nodeOperations(docs, operations);
    return listen((request, response) => {
      void serve(request, response).then((isServed) => isServed || page(request, response));
    });
  },
};

test.each(Object.keys(BEFORE_DOCS))(
  'in %s, operations with parameters leave the docs that come later to the docs',
  async (framework) => {
    const docs = newDocs();
    const operations = [
      running('/{id}', Item),
      running('/{id}/{page}', Page),
      running('/docs/{id}/first', Item),
    ];
    const { origin, close } = await BEFORE_DOCS[framework]!(docs, operations);
    const answers: Record<string, unknown> = {};
    for (const path of ['/docs', '/docs/', '/docs/openapi.json', '/docs2', '/a/b', '/docs/7/first']) {
      const answer = await fetch(origin + path);
      const text = await answer.text();
      answers[path] = text.startsWith('{"operation"') ? text : answer.status;
    }
    expect(answers).toEqual({
      '/docs': 200,
      '/docs/': 200,
      '/docs/openapi.json': 200,
      '/docs2': '{"operation":"/{id}"}',
      '/a/b': '{"operation":"/{id}/{page}"}',
      '/docs/7/first': '{"operation":"/docs/{id}/first"}',
    });
    await close();
  },
);
