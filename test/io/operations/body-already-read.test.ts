import { IsOptional, IsString } from 'class-validator';
import express from 'express';
import { Hono } from 'hono';
import { expressOperations } from '../../../src/adapters/express.js';
import { fetchOperations, honoOperations } from '../../../src/adapters/fetch.js';
import { Docs, formURLEncodedBody, operation, response } from '../../../src/index.js';
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
