import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import Router from '@koa/router';
import { createAdaptorServer } from '@hono/node-server';
import { IsOptional, IsString } from 'class-validator';
import express from 'express';
import express4 from 'express4';
import Fastify from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import { expressOperations } from '../../../src/adapters/express.js';
import { fastifyOperations } from '../../../src/adapters/fastify.js';
import { honoOperations } from '../../../src/adapters/fetch.js';
import { koaOperations } from '../../../src/adapters/koa.js';
import { nodeOperations } from '../../../src/adapters/node.js';
import { Docs, operation, response } from '../../../src/index.js';
import { splitTarget } from '../../../src/shared/http.js';
import { listen, listening, type Listening } from '../../support/network/listen.js';

class ItemPath {
  @IsString() id!: string;
}

class ItemQuery {
  @IsOptional() @IsString() token?: string;
}

class Seen {
  @IsString() id!: string;
  @IsOptional() @IsString() token?: string;
}

const getItem = operation(
  {
    method: 'GET',
    path: '/items/{id}',
    params: ItemPath,
    query: ItemQuery,
    responses: { 200: response('It', Seen) },
  },
  ({ params, query }) => ({ id: params.id, ...(query.token !== undefined && { token: query.token }) }),
);

/** A guard that lets item 1 pass, or rewrites the URL, and notes the id it saw. */
interface Guarded extends Listening {
  readonly seen: string[];
}

/** What middleware in front of the router does to the URL. */
type Rewrite = (url: string) => string;

const docs = (): Docs => new Docs({ info: { title: 'One path', version: '1' } });
const seenBy = (): { seen: string[]; see: (id: unknown) => void } => {
  const seen: string[] = [];
  return { seen, see: (id) => void seen.push(String(id)) };
};

function serveExpress(app: express.Express, router: express.Router, rewrite: Rewrite): Promise<Guarded> {
  const { seen, see } = seenBy();
  app.use((request, _response, next) => {
    request.url = rewrite(request.url);
    next();
  });
  router.param('id', (_request, _response, next, id) => {
    see(id);
    next();
  });
  expressOperations(router, docs(), [getItem]);
  app.use(router);
  return listening(app.listen(0, '127.0.0.1')).then((served) => ({ ...served, seen }));
}

const STARTS: Readonly<Record<string, (rewrite: Rewrite) => Promise<Guarded>>> = {
  'Express 5': (rewrite) => serveExpress(express(), express.Router(), rewrite),
  'Express 4': (rewrite) => serveExpress(express4() as never, express4.Router() as never, rewrite),
  'Fastify 5': async (rewrite) => {
    const { seen, see } = seenBy();
    const app = Fastify({ rewriteUrl: ({ url }) => rewrite(url ?? '/') });
    app.addHook('preHandler', (request, _reply, done) => {
      see((request.params as { id?: string }).id);
      done();
    });
    await app.register(fastifyOperations, { docs: docs(), operations: [getItem] });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { origin } = await listening(app.server);
    return { origin, close: () => app.close(), seen };
  },
  'Koa 3': async (rewrite) => {
    const { seen, see } = seenBy();
    const app = new Koa();
    const router = new Router();
    app.use((context, next) => {
      context.url = rewrite(context.url);
      return next();
    });
    router.param('id', (id, _context, next) => {
      see(id);
      return next();
    });
    koaOperations(router, docs(), [getItem]);
    app.use(router.routes());
    return { ...(await listening(app.listen(0, '127.0.0.1'))), seen };
  },
  'Hono 4': async (rewrite) => {
    const { seen, see } = seenBy();
    const app = new Hono({
      getPath: (request) => splitTarget(rewrite(splitTarget(request.url).pathname)).pathname,
    });
    app.use('/items/:id', async (context, next) => {
      see(context.req.param('id'));
      await next();
    });
    honoOperations(app, docs(), [getItem]);
    const server = createAdaptorServer({ fetch: app.fetch, createServer }) as Server;
    return { ...(await listening(server.listen(0, '127.0.0.1'))), seen };
  },
  'node:http': async (rewrite) => {
    const { seen, see } = seenBy();
    const serve = nodeOperations(docs(), [getItem]);
    const served = await listen((request, response) => {
      request.url = rewrite(request.url ?? '/');
      const { pathname } = new URL(request.url, 'http://host');
      see(decodeURIComponent(/^\/items\/([^/]+)\/?$/.exec(pathname)?.[1] ?? ''));
      void serve(request, response).then((answered) => answered || response.writeHead(404).end());
    });
    return { ...served, seen };
  },
};

/** Sends a request line as it is written: no client would send most of these. */
function send(origin: string, target: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () => {
      socket.write(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`);
    });
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => (text += chunk)).on('error', reject);
    socket.on('close', () => {
      const [head = '', body = ''] = text.split('\r\n\r\n');
      resolve({ status: Number(head.split(' ')[1]), body });
    });
  });
}

const asItIs: Rewrite = (url) => url;

/** Each target, and the only id that its handler may see; undefined where frameworks differ on whether it matches. */
const HOSTILE: readonly (readonly [string, string | undefined])[] = [
  ['/items/1', '1'],
  ['/items/1#/items/2', '1'],
  ['/items/1#/../items/2', '1'],
  ['/items/1?x=#/items/2', '1'],
  ['/items/1?/items/2', '1'],
  ['/items/1?x=/items/2', '1'],
  ['http://127.0.0.1/items/1#/items/2', '1'],
  ['http://127.0.0.1/items/1?/items/2', '1'],
  ['http://evil.example/items/1', undefined],
  ['/items/1/', undefined],
  ['/ITEMS/1', undefined],
  ['//items/1', undefined],
  ['/items//1', undefined],
  ['/items/1%2F..%2F2', '1/../2'],
  ['/items/1%23%2Fitems%2F2', '1#/items/2'],
  ['/items/1%3Fx', '1?x'],
  ['/items/1;/items/2', undefined],
  ['/items/1%252F2', '1%2F2'],
  ['/items/%31', '1'],
  ['/x/items/1', undefined],
  ['/items/2/items/1', undefined],
];

describe.each(Object.keys(STARTS))('%s', (framework) => {
  it('runs an operation for the very path that middleware has seen', async () => {
    const { origin, close, seen } = await STARTS[framework]!(asItIs);
    let answered = 0;
    for (const [target, id] of HOSTILE) {
      seen.length = 0;
      const { status, body } = await send(origin, target);
      if (status !== 200) {
        // A framework that does not read the target asks no handler.
        expect([target, [400, 404].includes(status)]).toEqual([target, true]);
        continue;
      }
      answered += 1;
      const ran = (JSON.parse(body) as Seen).id;
      expect([target, seen]).toEqual([target, [ran]]);
      expect([target, ran]).toEqual([target, id ?? ran]);
    }
    expect(answered).toBeGreaterThan(HOSTILE.length / 4);
    await close();
  });

  it('follows a URL that middleware has rewritten, its query included', async () => {
    const { origin, close, seen } = await STARTS[framework]!((url) =>
      url.replace(/^\/v1\/(\d+).*/, '/items/$1'),
    );
    const { status, body } = await send(origin, '/v1/7');
    expect([status, JSON.parse(body)]).toEqual([200, { id: '7' }]);
    expect(seen).toEqual(['7']);
    await close();
  });
});

// Hono routes by a path of its own and leaves the query as it came.
it.each(Object.keys(STARTS).filter((framework) => framework !== 'Hono 4'))(
  '%s omits a query that middleware removed',
  async (framework) => {
    const { origin, close } = await STARTS[framework]!((url) => url.replace(/\?token=.*/, ''));
    const { body } = await send(origin, '/items/7?token=secret');
    expect(JSON.parse(body)).toEqual({ id: '7' });
    await close();
  },
);

it.each([
  ['Express 5', express],
  ['Express 4', express4 as unknown as typeof express],
])('%s passes on a number that middleware made of a parameter', async (_, create) => {
  const app = create();
  app.param('id', (request, _response, next) => {
    (request.params as Record<string, unknown>).id = 42;
    next();
  });
  expressOperations(app, docs(), [getItem]);
  const { origin, close } = await listening(app.listen(0, '127.0.0.1'));
  expect(JSON.parse((await send(origin, '/items/me')).body)).toEqual({ id: '42' });
  await close();
});

it('reads the query that Fastify reads after a semicolon', async () => {
  const app = Fastify({ routerOptions: { useSemicolonDelimiter: true } as object });
  const seen: unknown[] = [];
  app.addHook('preHandler', (request, _reply, done) => {
    seen.push((request.query as { token?: string }).token);
    done();
  });
  await app.register(fastifyOperations, { docs: docs(), operations: [getItem] });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { origin } = await listening(app.server);
  for (const target of ['/items/1;token=a', '/items/1;token=a?token=b', '/items/1?token=a;token=b']) {
    const { body } = await send(origin, target);
    expect(JSON.parse(body)).toEqual({ id: '1', token: seen.at(-1) });
  }
  await app.close();
});
