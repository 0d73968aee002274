import { IsInt, IsString, Length } from 'class-validator';
import express from 'express';
import { Hono } from 'hono';
import { z } from 'zod';
import { expressOperations } from '../../../src/adapters/express.js';
import { honoOperations } from '../../../src/adapters/fetch.js';
import { compareRoutes } from '../../../src/tools/testing.js';
import { ConfigError, Docs, operation, type Operation, response, schema } from '../../../src/index.js';
import { listening } from '../../support/network/listen.js';
import { MOUNTS } from './mounts.js';

class OrderParams {
  @IsInt() id!: number;
}

class TenantParams extends OrderParams {
  @IsString() @Length(2, 8) tenant!: string;
}

const responses = { 200: response('The parameters', schema('any')) };
const text = { type: 'string' };

/** Operations by what describes their parameters: the documented schemas, and the values that a handler gets. */
const OPERATIONS: readonly (readonly [path: string, define: (path: string) => Operation, object, object])[] =
  [
    [
      '/plain',
      (path) => operation({ method: 'GET', path, responses }, ({ params }) => params),
      { tenant: text },
      { tenant: 'a b' },
    ],
    [
      '/untyped/{id}',
      (path) => operation({ method: 'GET', path, responses }, ({ params }) => params),
      { tenant: text, id: text },
      { tenant: 'a b', id: '7' },
    ],
    [
      '/class/{id}',
      (path) => operation({ method: 'GET', path, params: OrderParams, responses }, ({ params }) => params),
      { tenant: text, id: { type: 'integer' } },
      { tenant: 'a b', id: 7 },
    ],
    [
      '/own-class/{id}',
      (path) => operation({ method: 'GET', path, params: TenantParams, responses }, ({ params }) => params),
      { tenant: { type: 'string', minLength: 2, maxLength: 8 }, id: { type: 'integer' } },
      { tenant: 'a b', id: 7 },
    ],
    [
      '/explicit/{id}',
      (path) =>
        operation(
          {
            method: 'GET',
            path,
            parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
            responses,
          },
          ({ params }) => params,
        ),
      { tenant: text, id: { type: 'integer' } },
      { tenant: 'a b', id: 7 },
    ],
    [
      '/schema/{id}',
      (path) =>
        operation(
          { method: 'GET', path, params: z.object({ id: z.string() }).strict().readonly(), responses },
          ({ params }) => params,
        ),
      { tenant: text, id: text },
      { tenant: 'a b', id: '7' },
    ],
    [
      '/own-schema/{id}',
      (path) =>
        operation(
          {
            method: 'GET',
            path,
            params: z.object({ id: z.string(), tenant: z.string().min(2) }),
            responses,
          },
          ({ params }) => params,
        ),
      { tenant: { type: 'string', minLength: 2 }, id: text },
      { tenant: 'a b', id: '7' },
    ],
  ];

const PREFIXES = ['/t/:tenant', '/:tenant', '/api/:tenant', '/:tenant/api'] as const;

const createDocs = (): Docs => new Docs({ info: { title: 'Tenants', version: '1' } });

describe.each(Object.entries(MOUNTS))('%s', (_, start) => {
  test.each(PREFIXES)('documents and reads the parameters of %s', async (prefix) => {
    const docs = createDocs();
    const operations = OPERATIONS.map(([path, define]) => define(path));
    const [app, { origin, close }] = await start(docs, prefix, operations);
    try {
      const { paths } = docs.buildSpec();
      for (const [path, , schemas, values] of OPERATIONS) {
        const documented = `${prefix.replace(':tenant', '{tenant}')}${path}`;
        const parameters = (paths[documented]?.get?.parameters ?? []) as {
          name: string;
          required?: boolean;
          schema: object;
        }[];
        const own = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
        expect([documented, own]).toEqual([documented, schemas]);
        expect(parameters.every(({ required }) => required)).toBe(true);
        const called = origin + prefix.replace(':tenant', 'a%20b') + path.replace('{id}', '7');
        const answer = await fetch(called);
        expect([path, answer.status, await answer.json()]).toEqual([path, 200, values]);
      }
      expect(Object.keys(paths)).toHaveLength(OPERATIONS.length);
      const refused = await fetch(`${origin}${prefix.replace(':tenant', 'x')}/own-class/7`);
      expect(refused.status).toBe(400);
      expect(docs.diagnostics()).toEqual([]);
      expect(await compareRoutes(app, docs)).toMatchObject({ undocumented: [], unserved: [], unknown: [] });
    } finally {
      await close();
    }
  });
});

const order = operation({ method: 'GET', path: '/orders/{id}', responses }, ({ params }) => params);

test('an operation of a prefix is called in the process with all of its parameters', async () => {
  const docs = createDocs();
  const seen = operation({ method: 'GET', path: '/orders/{id}', responses }, ({ params, request }) => ({
    ...params,
    target: request.target,
  }));
  expressOperations(express.Router(), docs, [seen], { prefix: '/t/:tenant' });
  const params = { tenant: 'acme', id: '7' };
  const { data } = await docs.call(seen, { params });
  expect(data).toEqual({ ...params, target: '/t/acme/orders/7' });
  await expect(docs.call(seen, { params: { id: '7' } })).rejects.toThrow(TypeError);
  expect(docs.inputSchemaOf(seen)).toMatchObject({ properties: { params: { required: ['tenant', 'id'] } } });
});

test('an operation below prefixes that differ only in names is registered twice', () => {
  const docs = createDocs();
  const register = (prefix: string): void => {
    const again = operation({ method: 'GET', path: '/orders', responses }, () => ({}));
    expressOperations(express.Router(), docs, [again], { prefix });
  };
  register('/t/{tenant}');
  expect(() => register('/t/:shop')).toThrow('which is already registered');
});

test('an application of Express at a parameter reads it from the path', async () => {
  const [app, inner] = [express(), express()];
  expressOperations(inner, createDocs(), [order], { prefix: '/t/:tenant' });
  app.use('/t/:tenant', inner);
  const { origin, close } = await listening(app.listen(0, '127.0.0.1'));
  expect(await (await fetch(`${origin}/t/acme/orders/7`)).json()).toEqual({ tenant: 'acme', id: '7' });
  await close();
});

test.each<[string, (docs: Docs) => unknown]>([
  ['Hono with a wildcard', (docs) => honoOperations(new Hono().basePath('/files/*'), docs, [order])],
  ['Hono with an optional part', (docs) => honoOperations(new Hono().basePath('/:lang?'), docs, [order])],
  [
    'Express with a parameter of the path',
    (docs) => expressOperations(express.Router(), docs, [order], { prefix: '/t/:id' }),
  ],
])('%s throws, and documents nothing', (_, register) => {
  const docs = createDocs();
  expect(() => register(docs)).toThrow(ConfigError);
  expect(docs.buildSpec().paths).toEqual({});
});

test('documents a base path of Hono with an expression as a string', async () => {
  const docs = createDocs();
  const app = new Hono().basePath('/:lang{[a-z]{2}}');
  honoOperations(app, docs, [order]);
  expect(Object.keys(docs.buildSpec().paths)).toEqual(['/{lang}/orders/{id}']);
  expect(await (await app.request('/de/orders/7')).json()).toEqual({ lang: 'de', id: '7' });
  expect((await app.request('/deu/orders/7')).status).toBe(404);
});
