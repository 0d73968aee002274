import Router from '@koa/router';
import { Type } from 'class-transformer';
import { IsOptional, IsString, ValidateNested } from 'class-validator';
import express from 'express';
import Fastify from 'fastify';
import Koa from 'koa';
import { expressOperations } from '../../../src/adapters/express.js';
import { fastifyOperations } from '../../../src/adapters/fastify.js';
import { koaOperations } from '../../../src/adapters/koa.js';
import { nodeOperations } from '../../../src/adapters/node.js';
import {
  Docs,
  eventStream,
  jsonLines,
  oneOf,
  operation,
  problem,
  problemResponse,
  reply,
  response,
  ServerSentEvent,
  type Operation,
} from '../../../src/index.js';
import { listen, listening, type Listening } from '../../support/network/listen.js';
import { askFor } from './hostile.js';
import { FRAMEWORKS, serve, type Served } from './servers.js';

// Handlers that throw or reply what no framework expects: the same end in each, and no other handler runs.

class Named {
  @IsString() name!: string;
}

class Author extends Named {
  @IsOptional() @ValidateNested({ each: true }) @Type(() => Named) books?: Named[];
}

/** Rows of a database that know each other. The class documents neither `author` nor the others. */
function author(more: object = {}): object {
  const row: { name: string; books: object[] } = { name: 'a', books: [], ...more };
  row.books.push({ name: 'b', author: row, due: new Date(NaN), shelf: { books: row.books } });
  return Object.defineProperty(row, 'lazy', {
    enumerable: true,
    get: () => {
      throw new Error('secret');
    },
  });
}
const authors = { responses: { 200: response('The author', Author) } };

let ran: string[] = [];
const responses = { 200: response('It', Named), default: response('Other', Named) };
const handled = (path: string, handler: () => unknown, more: object = {}): Operation =>
  operation(
    { method: 'GET', path, responses, ...more } as never,
    (() => {
      ran.push(path);
      return handler();
    }) as never,
  );
const throwing = (path: string, thrown: unknown): Operation =>
  handled(path, () => {
    throw thrown;
  });
const replying = (path: string, headers: object): Operation =>
  handled(path, () => reply(200, { name: 'a' }, { headers: headers as never }));
const bytes = {
  responses: { 200: { description: 'Bytes', contentType: 'application/zip', schema: { type: 'string' } } },
};

const THROWN: readonly Operation[] = [
  throwing('/throws/undefined', undefined),
  throwing('/throws/null', null),
  throwing('/throws/zero', 0),
  throwing('/throws/route', 'route'),
  throwing('/throws/router', 'router'),
  throwing('/throws/uri', Object.assign(new URIError('a'), { status: 400 })),
];
const notFound = { responses: { ...responses, 404: problemResponse('None') } };
const THROWN_REPLIES: readonly Operation[] = [
  handled(
    '/reply/at-once',
    () => {
      throw problem(404, 'No such name.', { headers: { 'retry-after': '60' } }) as unknown as Error;
    },
    notFound,
  ),
  handled(
    '/reply/later',
    async () => {
      await Promise.resolve();
      throw problem(404, 'No such name.', { headers: { 'retry-after': '60' } }) as unknown as Error;
    },
    notFound,
  ),
];
const UNSENDABLE: readonly Operation[] = [
  replying('/header/dash', { location: '/users/a\u2014b' }),
  replying('/header/break', { 'x-a': 'a\r\nx-b: c' }),
  replying('/header/one-of-many', { 'set-cookie': ['a=1', 'b=\u2014'] }),
  replying('/header/name', { 'x a': 'a' }),
  ...[99, 101, 199, 600, 1000, Number.NaN, '200', 200.5].map((status) =>
    handled(`/status/${status}`, () => reply(status as never, { name: 'a' } as never)),
  ),
  handled('/bytes/object', () => ({ a: 1 }), bytes),
  handled('/bytes/buffer', () => new Uint8Array([97]).buffer, bytes),
];
/** Texts of handlers that no response can send. The application's error handling may send the message of the error. */
const TEXTS: readonly Operation[] = [
  handled('/text/of-several', () => 'hunter2', {
    responses: { 200: response('It', String), 201: response('Other', String) },
  }),
  handled('/text/for-stream', () => 'hunter2', { responses: { 200: jsonLines('All', Named) } }),
  handled('/text/for-bytes', () => ({ hunter2: 'hunter2' }), bytes),
  handled(
    '/text/as-event',
    async function* () {
      yield await Promise.resolve('hunter2');
    },
    { responses: { 200: eventStream('All', oneOf(Named, Author)) } },
  ),
  handled(
    '/text/as-id',
    async function* () {
      yield await Promise.resolve(new ServerSentEvent({ name: 'a' }, { id: 'hunter2\n' }));
    },
    { responses: { 200: eventStream('All', Named) } },
  ),
];
const OPERATIONS: readonly Operation[] = [
  ...TEXTS,
  handled('/graph', author, authors),
  handled(
    '/graph/documented',
    () =>
      author({
        get name() {
          return new Date(NaN);
        },
      }),
    authors,
  ),
  ...THROWN,
  ...THROWN_REPLIES,
  throwing('/reply/filtered', reply(200, { name: 'a', hunter2: 'hunter2' } as never)),
  throwing('/reply/status', reply(601 as never)),
  ...UNSENDABLE,
  // Express would go on to it.
  handled('/throws/{name}', () => ({ name: 'other' }), { params: Named }),
  replying('/framing/length', { 'content-length': '3' }),
  replying('/framing/coding', { 'Transfer-Encoding': 'chunked' }),
  replying('/framing/trailer', { trailer: 'x-a' }),
  handled('/framing/empty', () => reply(200, undefined, { headers: { 'content-length': 500 } }), {
    responses: { 200: { description: 'Nothing' } },
  }),
  replying('/absent', { etag: undefined, 'x-a': null }),
  operation(
    { method: 'GET', path: '/lines', responses: { 200: jsonLines('All', Named) } },
    async function* () {
      yield await Promise.resolve({ name: 'a' });
      // oxlint-disable-next-line typescript/only-throw-error -- it is what a careless handler throws
      throw undefined;
    },
  ),
];

describe.each(FRAMEWORKS)('%s', (framework) => {
  let served: Served;
  beforeAll(async () => {
    served = await serve(framework, OPERATIONS);
  });
  afterAll(() => served.close());
  beforeEach(() => {
    ran = [];
  });

  it.each(THROWN.map(({ definition }) => definition.path))('runs nothing after %s', async (path) => {
    expect(await askFor(served.origin, path)).toMatch(/^HTTP\/1\.1 (500|400) /);
    expect(ran).toEqual([path]);
  });

  it.each(THROWN_REPLIES.map(({ definition }) => definition.path))(
    'answers with the reply of %s',
    async (path) => {
      const [head = '', body = ''] = (await askFor(served.origin, path)).split('\r\n\r\n');
      expect(head).toMatch(/^HTTP\/1\.1 404 /);
      expect(head).toMatch(/^content-type: application\/problem\+json/im);
      expect(head).toMatch(/^retry-after: 60$/im);
      expect(JSON.parse(body)).toMatchObject({ status: 404, detail: 'No such name.' });
    },
  );

  it('checks and filters a thrown reply as a returned one', async () => {
    expect(await askFor(served.origin, '/reply/filtered')).toMatch(/^HTTP\/1\.1 200 [^]*\{"name":"a"\}$/);
    expect(await askFor(served.origin, '/reply/status')).toMatch(/^HTTP\/1\.1 500 /);
  });

  it.each(UNSENDABLE.map(({ definition }) => definition.path))('fails at %s', async (path) => {
    const read = await askFor(served.origin, path);
    expect(read).toMatch(/^HTTP\/1\.1 500 /);
    expect(read).not.toMatch(/^(x-b|set-cookie|location):/im);
  });

  it.each(TEXTS.map(({ definition }) => definition.path))(
    'shows no value of the handler at %s',
    async (path) => {
      const log = jest.spyOn(console, 'error').mockReturnValue();
      expect(await askFor(served.origin, path)).not.toContain('hunter2');
      expect(JSON.stringify(log.mock.calls.map(String))).not.toContain('hunter2');
      log.mockRestore();
    },
  );

  it.each(['/framing/length', '/framing/coding', '/framing/trailer', '/absent'])(
    'frames the body itself: %s',
    async (path) => {
      const [head = '', body] = (await askFor(served.origin, path)).split('\r\n\r\n');
      expect(body).toBe('{"name":"a"}');
      expect(head).toMatch(/^content-length: 12$/im);
      expect(head).not.toMatch(/^(transfer-encoding|trailer|etag|x-a):/im);
    },
  );

  // The client would read the next response on the connection as this body.
  it('announces no body that does not follow', async () => {
    expect(await askFor(served.origin, '/framing/empty')).not.toMatch(/^content-length: 500/im);
  });

  it('sends the documented members of rows that refer to each other', async () => {
    const [, body] = (await askFor(served.origin, '/graph')).split('\r\n\r\n');
    expect(JSON.parse(body ?? '')).toEqual({ name: 'a', books: [{ name: 'b' }] });
    expect(await askFor(served.origin, '/graph/documented')).toMatch(/^HTTP\/1\.1 500 /);
  });

  it('shows that a stream is incomplete', async () => {
    // Hono's server writes the error of a stream.
    const log = jest.spyOn(console, 'error').mockReturnValue();
    const read = await askFor(served.origin, '/lines');
    log.mockRestore();
    expect(read).not.toContain('unknown error');
    expect(read).not.toMatch(/\r\n0\r\n\r\n$/);
  });
});

test.each(['keep', 'throw'] as const)(
  'responds with 500 to rows that refer to each other, under %s',
  async (mode) => {
    const answer = nodeOperations(docs(), [handled('/graph', author, authors)], {
      undocumentedProperties: mode,
    });
    const { origin, close } = await listen((request, response) => void answer(request, response));
    expect((await fetch(`${origin}/graph`)).status).toBe(500);
    await close();
  },
);

const setCookie = replying('/cookie', { 'set-cookie': ['b=2', 'c=3'] });
const docs = (): Docs => new Docs({ info: { title: 'Cookies', version: '1' } });
const COOKIES: Readonly<Record<string, () => Promise<Listening>>> = {
  'node:http': () => {
    const answer = nodeOperations(docs(), [setCookie]);
    return listen((request, response) => {
      response.setHeader('set-cookie', 'a=1');
      void answer(request, response);
    });
  },
  Express: () => {
    const app = express().use((_request, response, next) => {
      response.setHeader('set-cookie', 'a=1');
      next();
    });
    expressOperations(app, docs(), [setCookie]);
    return listening(app.listen(0, '127.0.0.1'));
  },
  Koa: () => {
    const router = new Router();
    const app = new Koa().use((context, next) => {
      context.set('set-cookie', 'a=1');
      return next();
    });
    koaOperations(router, docs(), [setCookie]);
    app.use(router.routes());
    return listening(app.listen(0, '127.0.0.1'));
  },
};

test.each(Object.keys(COOKIES))('%s keeps the cookies of middleware', async (framework) => {
  const { origin, close } = await COOKIES[framework]!();
  const answer = await fetch(`${origin}/cookie`);
  expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2', 'c=3']);
  await close();
});

test('Koa responds if a handler throws null', async () => {
  const router = new Router();
  const app = new Koa();
  app.silent = true;
  koaOperations(router, docs(), [throwing('/throws', null)]);
  app.use(router.routes());
  const { origin, close } = await listening(app.listen(0, '127.0.0.1'));
  expect((await fetch(`${origin}/throws`)).status).toBe(500);
  await close();
});

test('Fastify responds if a hook throws after the operation', async () => {
  const app = Fastify();
  app.addHook('onSend', async (_request, reply, payload) => {
    await Promise.resolve();
    if (reply.statusCode === 200) throw new Error('broken');
    return payload;
  });
  await app.register(fastifyOperations, { docs: docs(), operations: [replying('/a', {})] });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { origin } = await listening(app.server);
  const answer = await fetch(`${origin}/a`);
  expect([answer.status, await answer.json()]).toMatchObject([500, { message: 'broken' }]);
  await app.close();
});
