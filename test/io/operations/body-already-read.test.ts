import type { IncomingMessage } from 'node:http';
import Router from '@koa/router';
import { IsOptional, IsString } from 'class-validator';
import express from 'express';
import Fastify from 'fastify';
import { Hono } from 'hono';
import Koa from 'koa';
import { expressOperations } from '../../../src/adapters/express.js';
import { fastifyOperations } from '../../../src/adapters/fastify.js';
import { fetchOperations, honoOperations } from '../../../src/adapters/fetch.js';
import { koaOperations } from '../../../src/adapters/koa.js';
import { nodeOperations } from '../../../src/adapters/node.js';
import { Docs, formURLEncodedBody, type Operation, operation, response } from '../../../src/index.js';
import { expressRawBody, fastifyRawBody, koaRawBody } from '../../../src/webhooks/messages/index.js';
import { listen, listening, type Listening } from '../../support/network/listen.js';
import { UPLOAD_TABLE, UPLOADS } from './uploads.js';

const docs = (): Docs => new Docs({ info: { title: 'Operations', version: '1' } });
class Note {
  @IsOptional() @IsString() text?: string;
}

const create = operation(
  { method: 'POST', path: '/notes', body: Note, responses: { 200: response('It', Note) } },
  ({ body }) => body,
);
const taken = UPLOAD_TABLE.filter(([, path, , status]) => status === 200 && path === '/uploads');

it.each(taken)('uses %s that middleware of Hono has read', async (_name, path, init) => {
  const answers = await Promise.all(
    [false, true].map(async (isRead) => {
      const app = new Hono();
      app.use(async (context, next) => {
        if (isRead) await context.req.formData();
        await next();
      });
      honoOperations(app, docs(), UPLOADS);
      const answer = await app.request(path, init);
      return { status: answer.status, content: await answer.json() };
    }),
  );
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[1]).toMatchObject({ status: 200 });
});

it('reports a form that middleware has read but not kept', async () => {
  const serve = fetchOperations(docs(), UPLOADS);
  const [, path, init] = taken[0]!;
  const request = new Request(`http://localhost${path}`, init);
  await request.text();
  await expect(serve(request)).rejects.toThrow(expect.objectContaining({ code: 'ERR_BODY_CONSUMED' }));
});

/** What an operation gets of a form with a file, and of JSON. */
async function readAfter(
  start: (operations: readonly Operation[]) => Promise<Listening>,
): Promise<unknown[]> {
  const { origin, close } = await start([...UPLOADS, create]);
  const [, path, init] = taken[0]!;
  const json = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const answers = await Promise.all([
    fetch(`${origin}${path}`, init),
    fetch(`${origin}/notes`, { ...json, body: '{"text":"a","other":1}' }),
    fetch(`${origin}/notes`, { ...json, body: '{' }),
  ]);
  const read = await Promise.all(
    answers.map(async (answer) => [answer.status, await answer.json()] as const),
  );
  await close();
  return [read[0], read[1], read[2]![0]];
}

/** Reads a body as Cloud Functions do before they call the application. */
async function keepBytes(request: IncomingMessage): Promise<void> {
  Object.assign(request, { rawBody: Buffer.concat(await request.toArray()) });
}

const KEPT: Readonly<Record<string, (operations: readonly Operation[]) => Promise<Listening>>> = {
  'a platform before node:http': (operations) => {
    const run = nodeOperations(docs(), operations);
    return listen((request, answer) => void keepBytes(request).then(() => run(request, answer)));
  },
  'expressRawBody of dtospec': (operations) => {
    const app = express().use(expressRawBody());
    expressOperations(app, docs(), operations);
    return listening(app.listen(0, '127.0.0.1'));
  },
  'express.raw() for every type': (operations) => {
    const app = express().use(express.raw({ type: () => true }));
    expressOperations(app, docs(), operations);
    return listening(app.listen(0, '127.0.0.1'));
  },
  'koaRawBody of dtospec': (operations) => {
    const router = new Router().use(koaRawBody() as never);
    koaOperations(router, docs(), operations);
    return listening(new Koa().use(router.routes()).listen(0, '127.0.0.1'));
  },
  'fastifyRawBody of dtospec': async (operations) => {
    const app = Fastify();
    await app.register(fastifyRawBody, {});
    await app.register(fastifyOperations, { docs: docs(), operations });
    await app.listen({ port: 0, host: '127.0.0.1' });
    return { ...(await listening(app.server)), close: () => app.close() };
  },
};

it.each(Object.entries(KEPT))('uses the bytes that %s has kept', async (_name, start) => {
  const direct = await readAfter((operations) => {
    const run = nodeOperations(docs(), operations);
    return listen((request, answer) => void run(request, answer));
  });
  expect(direct).toEqual([[200, expect.anything()], [200, { text: 'a' }], 400]);
  expect(await readAfter(start)).toEqual(direct);
});

it('uses what a body parser has left in request.body of node:http', async () => {
  const run = nodeOperations(docs(), [create]);
  const parse = express.json() as (request: object, response: object, next: () => void) => void;
  const { origin, close } = await listen((request, answer) =>
    parse(request, answer, () => void run(request, answer)),
  );
  const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const good = await fetch(`${origin}/notes`, { ...init, body: '{"text":"a","other":1}' });
  const bad = await fetch(`${origin}/notes`, { ...init, body: '{"text":5}' });
  expect([good.status, await good.json(), bad.status]).toEqual([200, { text: 'a' }, 400]);
  await close();
});

it('accepts a form that a JSON parser of Express has read', async () => {
  const app = express().use(express.json({ type: () => true }));
  const create = operation(
    {
      method: 'POST',
      path: '/notes',
      body: formURLEncodedBody(Note),
      responses: { 200: response('It', Note) },
    },
    ({ body }) => body,
  );
  expressOperations(app, docs(), [create]);
  const { origin, close } = await listening(app.listen(0, '127.0.0.1'));
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const ask = async (body: string): Promise<unknown> => {
    const answer = await fetch(`${origin}/notes`, { method: 'POST', headers, body });
    return [answer.status, answer.ok && (await answer.json())];
  };
  expect(await ask('{"text":"a","other":null}')).toEqual([200, { text: 'a' }]);
  expect(await ask('{"text":null}')).toEqual([400, false]);
  expect(await ask('{"text":5}')).toEqual([400, false]);
  await close();
});

describe('a JSON body that a parser has read as text', () => {
  const serve = async (parser: express.RequestHandler, bodies: readonly string[]): Promise<unknown[]> => {
    const app = express().use(parser);
    expressOperations(app, docs(), [create]);
    const { origin, close } = await listening(app.listen(0, '127.0.0.1'));
    const headers = { 'content-type': 'application/json' };
    const warned = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const statuses: number[] = [];
    for (const body of bodies)
      statuses.push((await fetch(`${origin}/notes`, { method: 'POST', headers, body })).status);
    const codes = warned.mock.calls.map(([, options]) => (options as unknown as { code: string }).code);
    warned.mockRestore();
    await close();
    return [...statuses, ...codes];
  };

  it('is rejected without a warning if it is a JSON string', async () => {
    expect(await serve(express.json({ strict: false }), ['"text"', '{"text":"a"}'])).toEqual([400, 200]);
  });

  it('becomes a process warning, once', async () => {
    const read = await serve(express.text({ type: '*/*' }), ['{"text":"a"}', '{"text":"b"}']);
    expect(read).toEqual([400, 400, 'DTOSPEC_JSON_READ_AS_TEXT']);
  });
});
