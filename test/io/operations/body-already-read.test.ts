import { IsOptional, IsString } from 'class-validator';
import express from 'express';
import Fastify from 'fastify';
import { Hono } from 'hono';
import { expressOperations } from '../../../src/adapters/express.js';
import { fastifyOperations } from '../../../src/adapters/fastify.js';
import { fetchOperations, honoOperations } from '../../../src/adapters/fetch.js';
import { Docs, formURLEncodedBody, operation, response } from '../../../src/index.js';
import { fastifyRawBody } from '../../../src/webhooks/messages/index.js';
import { listening } from '../../support/network/listen.js';
import { UPLOAD_TABLE, UPLOADS } from './uploads.js';

const docs = (): Docs => new Docs({ info: { title: 'Operations', version: '1' } });
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

it('names the raw-body plugin of Fastify that has read a body', async () => {
  const app = Fastify();
  await app.register(fastifyRawBody, {});
  const create = operation(
    { method: 'POST', path: '/notes', body: Note, responses: { 200: response('It', Note) } },
    ({ body }) => body,
  );
  await app.register(fastifyOperations, { docs: docs(), operations: [create] });
  const answer = await app.inject({ method: 'POST', url: '/notes', payload: { text: 'a' } });
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toMatchObject({
    code: 'ERR_BODY_CONSUMED',
    message: expect.stringContaining('in Fastify in a scope of its own') as string,
  });
});

class Note {
  @IsOptional() @IsString() text?: string;
}

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
  const create = operation(
    { method: 'POST', path: '/notes', body: Note, responses: { 200: response('It', Note) } },
    ({ body }) => body,
  );
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
