import { EventEmitter, once } from 'node:events';
import { connect, createServer, type Http2Server, type OutgoingHttpHeaders } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { createAdaptorServer } from '@hono/node-server';
import Router from '@koa/router';
import { IsString } from 'class-validator';
import Fastify from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import { fastifyOperations } from '../../../src/adapters/fastify.js';
import { honoOperations } from '../../../src/adapters/fetch.js';
import { koaOperations } from '../../../src/adapters/koa.js';
import { nodeOperations } from '../../../src/adapters/node.js';
import { cookieAuth, Docs, jsonLines, operation, reply, response } from '../../../src/index.js';

class Name {
  @IsString() name!: string;
}

const aborted: string[] = [];
const started = new EventEmitter();

const session = cookieAuth('session', 'sid', { verify: (sid) => sid === 'right' });

const operations = [
  operation(
    { method: 'POST', path: '/session', security: [session], responses: { 204: response('Done') } },
    () => undefined,
  ),
  operation(
    { method: 'POST', path: '/names', body: Name, responses: { 200: response('It', Name) } },
    ({ body }) => ({ ...body, secret: 'undocumented' }),
  ),
  operation({ method: 'POST', path: '/nothing', responses: { 204: response('Done') } }, () => undefined),
  operation({ method: 'GET', path: '/names', responses: { 200: jsonLines('All', Name) } }, () =>
    Readable.from([{ name: 'a' }, { name: 'b' }]),
  ),
  operation({ method: 'GET', path: '/connection', responses: { 200: response('It', Name) } }, () =>
    reply(200, { name: 'a' }, { headers: { 'keep-alive': 'timeout=5', upgrade: 'h3', 'x-own': 'sent' } }),
  ),
  operation(
    { method: 'GET', path: '/{wait}', responses: { 200: response('It', Name) } },
    ({ params, request }) =>
      new Promise((resolve) => {
        const end = (): void => resolve({ name: params.wait });
        request.signal.addEventListener('abort', () => {
          aborted.push(params.wait);
          end();
        });
        if (params.wait === 'at-once') end();
        started.emit(params.wait);
      }),
  ),
];

const listening = (server: Http2Server): Promise<Http2Server> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));

const STARTS: Readonly<Record<string, (docs: Docs) => Promise<Http2Server>>> = {
  'node:http2': (docs) => {
    const serve = nodeOperations(docs, operations, { onError: () => undefined });
    return listening(createServer((request, response) => void serve(request as never, response as never)));
  },
  Fastify: async (docs) => {
    const app = Fastify({ http2: true });
    await app.register(fastifyOperations, { docs, operations });
    await app.listen({ port: 0, host: '127.0.0.1' });
    return app.server as never;
  },
  Koa: (docs) => {
    const app = new Koa();
    app.silent = true;
    const router = new Router();
    koaOperations(router, docs, operations);
    return listening(createServer(app.use(router.routes()).callback() as never));
  },
  Hono: (docs) => {
    const app = new Hono();
    honoOperations(app, docs, operations);
    return listening(createAdaptorServer({ fetch: app.fetch, createServer }) as Http2Server);
  },
};

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

describe.each(Object.keys(STARTS))('%s over HTTP/2', (name) => {
  let server: Http2Server;
  beforeAll(async () => {
    server = await STARTS[name]!(new Docs({ info: { title: 'Names', version: '1' } }));
  });
  afterAll(() => void server.close());

  function ask(headers: OutgoingHttpHeaders, body?: string, abortOn?: Promise<unknown>): Promise<Answer> {
    const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return new Promise<Answer>((resolve, reject) => {
      const stream = client.request(headers, { endStream: body === undefined });
      let text = '';
      let answered: Answer['headers'] = {};
      stream.on('response', (given) => (answered = given));
      stream.on('data', (chunk) => (text += String(chunk)));
      stream.on('error', reject);
      stream.on('close', () =>
        resolve({ status: answered[':status'] as never, headers: answered, body: text }),
      );
      if (body !== undefined) stream.end(body);
      void abortOn?.then(() => stream.close(8));
    }).finally(() => client.destroy());
  }

  const post = { ':method': 'POST', ':path': '/names', 'content-type': 'application/json' };

  test.each([
    ['without a length', {}],
    ['with its length', { 'content-length': 27 }],
  ])('reads a body %s and sends what is documented', async (_, headers) => {
    const answer = await ask({ ...post, ...headers }, '{"name":"ann","admin":true}');
    expect(answer).toMatchObject({ status: 200, body: '{"name":"ann"}' });
  });

  test('rejects an invalid, a missing and a too long body', async () => {
    expect(await ask(post, '{"name":1}')).toMatchObject({ status: 400 });
    expect(await ask(post)).toMatchObject({ status: 400 });
    expect(await ask(post, JSON.stringify({ name: 'x'.repeat(2_000_000) }))).toMatchObject({ status: 413 });
  });

  test('runs an operation without a body', async () => {
    expect(await ask({ ':method': 'POST', ':path': '/nothing' })).toMatchObject({ status: 204, body: '' });
  });

  test('compares the origin of a page with the pseudo-header of the host', async () => {
    const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const statusOf = async (headers: OutgoingHttpHeaders): Promise<number | undefined> =>
      (await ask({ ':method': 'POST', ':path': '/session', ...headers })).status;
    expect(await statusOf({ cookie: 'sid=right', origin: own })).toBe(204);
    expect(await statusOf({ cookie: ['a=b', 'sid=right'], 'sec-fetch-site': 'same-origin' })).toBe(204);
    expect(await statusOf({ cookie: 'sid=right', origin: 'http://evil.example' })).toBe(403);
    expect(await statusOf({ cookie: ['a=b', 'sid=right'], 'sec-fetch-site': 'cross-site' })).toBe(403);
    expect(await statusOf({ cookie: ['sid=right', 'sid=right'] })).toBe(401);
    expect(await statusOf({ origin: own })).toBe(401);
  });

  test('sends a stream', async () => {
    expect(await ask({ ':path': '/names' })).toMatchObject({ body: '{"name":"a"}\n{"name":"b"}\n' });
  });

  test('leaves out headers of the connection, which HTTP/2 forbids', async () => {
    const { status, headers } = await ask({ ':path': '/connection' });
    expect([status, headers['x-own'], headers.upgrade]).toEqual([200, 'sent', undefined]);
  });

  test('aborts the signal if the client goes away, and only then', async () => {
    aborted.length = 0;
    expect(await ask({ ':path': '/at-once' })).toMatchObject({ body: '{"name":"at-once"}' });
    await ask({ ':path': '/for-ever' }, undefined, once(started, 'for-ever'));
    while (aborted.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(aborted).toEqual(['for-ever']);
  });
});
