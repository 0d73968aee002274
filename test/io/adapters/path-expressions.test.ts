import { Ajv2020 } from 'ajv/dist/2020.js';
import express4 from 'express4';
import Fastify from 'fastify';
import { Hono } from 'hono';
import type { ParameterObject } from '../../../src/documents/openapi/types/document.js';
import { Docs, response } from '../../../src/index.js';
import { listening } from '../../support/network/listen.js';

const VALUES = ['5', '05', 'a', 'A', 'abc', 'ABC', '5a', 'a5', '%41', '%35', 'x-y', '_', '%20', '٣'];

/** Returns the values of `/items/…` that the router takes, as its handler gets them. */
type Router = (path: string) => Promise<(string | undefined)[]>;

const ROUTERS: Readonly<Record<string, readonly [expressions: readonly string[], router: Router]>> = {
  'Express 4': [
    ['(\\d+)', '([a-z]+)', '([^-]+)', '(\\w{2,3})', '(abc|5)'],
    async (path) => {
      const app = express4();
      app.get(path, (request, reply) => void reply.json(request.params.id));
      const { origin, close } = await listening(app.listen(0, '127.0.0.1'));
      const answers = await Promise.all(
        VALUES.map(async (value) => {
          const answer = await fetch(`${origin}/items/${value}`);
          return answer.ok ? ((await answer.json()) as string) : undefined;
        }),
      );
      await close();
      return answers;
    },
  ],
  Fastify: [
    ['(\\d+)', '(^[a-z]+$)', '(\\w{2,3})'],
    async (path) => {
      const app = Fastify();
      app.get<{ Params: { id: string } }>(path, ({ params }) => JSON.stringify(params.id));
      const answers = await Promise.all(VALUES.map((value) => app.inject(`/items/${value}`)));
      return answers.map((answer) => (answer.statusCode === 200 ? answer.json<string>() : undefined));
    },
  ],
  Hono: [
    ['{[0-9]+}', '{[a-z]+}', '{\\w{2,3}}', '{abc|5}'],
    async (path) => {
      const app = new Hono().get(path, (context) => context.json(context.req.param('id' as never) as string));
      const answers = await Promise.all(VALUES.map(async (value) => app.request(`/items/${value}`)));
      return Promise.all(answers.map(async (one) => (one.ok ? ((await one.json()) as string) : undefined)));
    },
  ],
};

describe.each(Object.entries(ROUTERS))('%s', (_, [expressions, router]) => {
  test.each(expressions)('takes no value of :id%s that the pattern rejects', async (expression) => {
    const path = `/items/:id${expression}`;
    const docs = new Docs({ info: { title: 'Items', version: '1' } });
    docs.add({ method: 'GET', path, responses: { 200: response('The item', String) } });
    const parameters = docs.buildSpec().paths['/items/{id}']?.get?.parameters as
      | ParameterObject[]
      | undefined;
    const schema = parameters?.[0]?.schema ?? {};
    expect(schema).toHaveProperty('pattern');
    const accepts = new Ajv2020({ strict: false }).compile(schema);
    const taken = (await router(path)).filter((value) => value !== undefined);
    expect(taken.length).toBeGreaterThan(0);
    expect(taken.filter((value) => !accepts(value))).toEqual([]);
    // The pattern says more than any text.
    expect(VALUES.every((value) => accepts(value))).toBe(false);
  });
});
