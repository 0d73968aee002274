// What an application's own tests do with the matcher, in jest and in vitest.
import request from 'supertest';
import { specMatchers } from 'dtospec-tools/testing';
import { app, docs } from './express-operations.js';

expect.extend(specMatchers(docs));

const asked = { method: 'GET', url: '/users/7' };
const answered = (body: unknown): Response => Response.json(body, { status: 200 });
const good = { id: 7, name: 'Ada', email: 'ada@example.com' };

test('a problem is as documented', async () => {
  await expect(await request(app).get('/users/7')).toMatchSpec();
});

test('a matching exchange passes', async () => {
  await expect(answered(good)).toMatchSpec(asked);
  await expect(expect(answered(good)).not.toMatchSpec(asked)).rejects.toThrow('matches the document');
});

test('a mismatch fails', async () => {
  const drifted = { request: asked, response: { status: 200, body: { ...good, email: 'nobody', id: '7' } } };
  await expect(drifted).not.toMatchSpec();
  const message = await Promise.resolve()
    .then(() => expect(drifted).toMatchSpec())
    .catch((error: Error) => error.message);
  expect(message).toMatchInlineSnapshot(`
    "The exchange is not as documented (GET /users/{id}, status 200): 2 mismatches.

      1. The response body at #/email must have the format email.
         format, documented at #/paths/~1users~1{id}/get/responses/200/content/application~1json/schema
      2. The response body at #/id must be an integer, not a string.
         type, documented at #/paths/~1users~1{id}/get/responses/200/content/application~1json/schema"
  `);
});

test('a forgotten await still fails where the body is at hand', () => {
  const call = (): unknown => expect({ request: asked, response: { status: 418 } }).toMatchSpec();
  expect(call).toThrow('418 is not documented');
});
