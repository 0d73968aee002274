/* oxlint-disable typescript/no-unnecessary-type-parameters -- types are tested too */
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import { IsString } from 'class-validator';
import * as v from 'valibot';
import { z } from 'zod';
import {
  arrayOf,
  ConfigError,
  Docs,
  operation,
  queryParam,
  response,
  standardSchema,
  type ProblemDetails,
  reply,
} from '../../../src/index.js';
import type { StandardType } from '../../../decorators/type-input.js';
import { expectValidDocument } from '../../support/documents/validate-document.js';
import { runnerOf, type TestRequest } from './run.js';
import type { ParameterObject } from '../../../src/documents/openapi/types/document.js';

class Named {
  @IsString() name!: string;
}

const INTEGER = { type: 'integer' };
const NAME = { type: 'string', minLength: 2 };

const SCHEMAS = {
  Zod: z.object({ name: z.string().min(2), age: z.int32().optional() }),
  Valibot: toStandardJsonSchema(
    v.object({ name: v.pipe(v.string(), v.minLength(2)), age: v.optional(v.pipe(v.number(), v.integer())) }),
  ),
  ArkType: type({ name: 'string >= 2', 'age?': 'number.integer' }),
};

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Holds two types equal. */
const same = <A, B>(_: Equal<A, B>): void => undefined;

it.each(Object.entries(SCHEMAS))('takes a schema of %s for a type', async (_name, schema: StandardType) => {
  const create = operation(
    {
      method: 'POST',
      path: '/people',
      body: schema,
      responses: { 200: response('People', arrayOf(schema)) },
    },
    ({ body }) => [body],
  );
  const run = runnerOf(create);
  const ask = (body: unknown): ReturnType<typeof run> =>
    run({
      target: '/people',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  expect(await ask({ name: 'Ada', age: 7 })).toMatchObject({ status: 200, body: [{ name: 'Ada', age: 7 }] });
  expect(await ask({ name: 'A', age: 7 })).toMatchObject({
    status: 400,
    body: { errors: [{ in: 'body', pointer: '#/name', detail: expect.any(String) as string }] },
  });
  for (const openapi of ['3.0', '3.1', '3.2'] as const) {
    const docs = new Docs({ info: { title: 'People', version: '1' }, openapi });
    docs.bindOperations([create]);
    const spec = docs.buildSpec();
    expect(spec.paths['/people']!.post!.requestBody!.content!['application/json']!.schema).toMatchObject({
      type: 'object',
      properties: { name: NAME, age: INTEGER },
      required: ['name'],
    });
    await expectValidDocument(spec);
  }
});

/** The same parameters in each library: of a path, a query, headers and cookies. */
const PARAMETERS = {
  Zod: {
    params: z.object({ id: z.int().min(1).describe('Which') }),
    query: z.object({
      page: z.int().min(1).max(99).default(1),
      open: z.boolean().optional(),
      tags: z.array(z.enum(['a', 'b'])).optional(),
      range: z.object({ min: z.number(), max: z.number().optional() }).optional(),
    }),
    headers: z.object({ 'X-Tenant': z.string().min(2) }),
    cookies: z.object({ seen: z.int().optional() }),
  },
  Valibot: {
    params: toStandardJsonSchema(
      v.object({ id: v.pipe(v.number(), v.integer(), v.minValue(1), v.description('Which')) }),
    ),
    query: toStandardJsonSchema(
      v.object({
        page: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(99)), 1),
        open: v.optional(v.boolean()),
        tags: v.optional(v.array(v.picklist(['a', 'b']))),
        range: v.optional(v.object({ min: v.number(), max: v.optional(v.number()) })),
      }),
    ),
    headers: toStandardJsonSchema(v.object({ 'X-Tenant': v.pipe(v.string(), v.minLength(2)) })),
    cookies: toStandardJsonSchema(v.object({ seen: v.optional(v.pipe(v.number(), v.integer())) })),
  },
  ArkType: {
    params: type({ id: type('number.integer >= 1').describe('Which', 'self') }),
    query: type({
      page: '1 <= number.integer <= 99 = 1',
      'open?': 'boolean',
      'tags?': "('a' | 'b')[]",
      'range?': { min: 'number', 'max?': 'number' },
    }),
    headers: type({ 'X-Tenant': 'string >= 2' }),
    cookies: type({ 'seen?': 'number.integer' }),
  },
};

describe.each(Object.entries(PARAMETERS))('parameters of %s', (_name, schemas) => {
  const find = operation(
    {
      method: 'GET',
      path: '/items/{id}',
      ...(schemas as Record<'params' | 'query' | 'headers' | 'cookies', StandardType>),
      responses: { 200: response('What came', { type: 'object' }) },
    },
    ({ params, query, headers, cookies }) => reply(200, { params, query, headers, cookies }),
  );
  const run = runnerOf(find);
  const tenant = { 'x-tenant': 'acme' };

  it('are documented by its properties', async () => {
    for (const openapi of ['3.0', '3.1', '3.2'] as const) {
      const docs = new Docs({ info: { title: 'Items', version: '1' }, openapi });
      docs.bindOperations([find]);
      const spec = docs.buildSpec();
      await expectValidDocument(spec);
      const parameters = (spec.paths['/items/{id}']!.get!.parameters ?? []) as ParameterObject[];
      const shown = (name: string): unknown => parameters.find((one) => one.name === name);
      expect(shown('id')).toMatchObject({ in: 'path', required: true, schema: { type: 'integer' } });
      const page = { in: 'query', schema: { minimum: 1, maximum: 99 } };
      expect(shown('page')).toMatchObject(page);
      expect(shown('page')).not.toHaveProperty('required');
      expect(shown('tags')).toMatchObject({ style: 'form', explode: true, schema: { type: 'array' } });
      expect(shown('range')).toMatchObject({ style: 'deepObject', schema: { required: ['min'] } });
      expect(shown('X-Tenant')).toMatchObject({ in: 'header', required: true });
      expect(shown('seen')).toMatchObject({ in: 'cookie', schema: { type: 'integer' } });
    }
  });

  it('have the types of the schema, which also rejects invalid ones', async () => {
    const target = '/items/7?open=true&tags=a&tags=b&range[min]=1.5';
    expect(await run({ target, headers: { ...tenant, cookie: 'seen=3' } })).toMatchObject({
      status: 200,
      body: {
        params: { id: 7 },
        query: { page: 1, open: true, tags: ['a', 'b'], range: { min: 1.5 } },
        headers: { 'X-Tenant': 'acme' },
        cookies: { seen: 3 },
      },
    });
    const places = async (request: TestRequest): Promise<unknown> => {
      const { status, body } = await run(request);
      expect(status).toBe(400);
      return (body as ProblemDetails).errors?.map((error) => `${error.in} ${error.pointer}`);
    };
    expect(await places({ target: '/items/x', headers: tenant })).toEqual(['path #/id']);
    expect(await places({ target: '/items/1?page=100', headers: tenant })).toEqual(['query #/page']);
    expect(await places({ target: '/items/1?tags=a&tags=z', headers: tenant })).toEqual(['query #/tags/1']);
    expect(await places({ target: '/items/1?range[min]=x', headers: tenant })).toEqual(['query #/range/min']);
    expect(await places({ target: '/items/1?open=maybe', headers: tenant })).toEqual(['query #/open']);
    expect(await places({ target: '/items/1' })).toEqual(['header #/X-Tenant']);
    expect(await places({ target: '/items/1', headers: { ...tenant, cookie: 'seen=x' } })).toEqual([
      'cookie #/seen',
    ]);
  });
});

it('accepts parameters of an intersection, and of schemas with names', async () => {
  const Page = z.object({ page: z.int().optional() }).meta({ id: 'PageParameters' });
  const Codes = z.array(z.int()).meta({ id: 'Codes' });
  const find = operation(
    {
      method: 'GET',
      path: '/x',
      query: z.intersection(Page, z.object({ codes: Codes })),
      responses: { 200: response('It', { type: 'object' }) },
    },
    ({ query }) => {
      same<typeof query, { page?: number | undefined } & { codes: number[] }>(true);
      return reply(200, query);
    },
  );
  expect((await runnerOf(find)({ target: '/x?page=2&codes=1&codes=2' })).body).toEqual({
    page: 2,
    codes: [1, 2],
  });
  expect((await runnerOf(find)({ target: '/x?codes=1' })).body).toEqual({ codes: [1] });
});

it('refuses parameters of schemas that have none', () => {
  const register = (definition: object): (() => unknown) => {
    const at = { method: 'GET', path: '/x/{id}', responses: { 204: response('') } };
    const made = operation({ ...at, ...definition }, () => undefined);
    return () => new Docs({ info: { title: 'x', version: '1' } }).bindOperations([made]);
  };
  expect(register({ query: z.string() })).toThrow('GET /x/{id} queryParams: No parameters could be made');
  expect(register({ params: z.object({ other: z.string() }) })).toThrow('Rename it, or add {other}');
  expect(register({ query: v.object({ a: v.string() }) })).toThrow('toStandardJsonSchema');
  expect(register({ query: z.object({ a: z.string() }), parameters: [queryParam('q', '')] })).toThrow(
    'has the schema for its query parameters, and also q in parameters. Add a property to it instead.',
  );
});

it('types the input and the result by it', () => {
  const schema = z.object({ when: z.string().transform((text) => new Date(text)) });
  const responses = { 200: response('It', SCHEMAS.Zod) };
  const transformed = operation({ method: 'POST', path: '/x', body: schema, responses }, ({ body }) => {
    same<typeof body, { when: Date }>(true);
    return { name: 'Ada' };
  });
  expect(transformed.definition.body).toBe(schema);
  operation({ method: 'POST', path: '/x', body: SCHEMAS.ArkType, responses }, ({ body }) => {
    same<typeof body, { name: string; age?: number }>(true);
    return body;
  });
  // @ts-expect-error what the schema refuses
  operation({ method: 'POST', path: '/x', body: SCHEMAS.Valibot, responses }, () => ({ name: 1 }));
});

it('makes components of the definitions inside a schema', async () => {
  const Tree = z.object({
    label: z.string(),
    get branches() {
      return z.array(Tree);
    },
  });
  const Owner = z.object({ name: z.string() }).meta({ id: 'Owner' });
  const docs = new Docs({ info: { title: 'Trees', version: '1' } });
  docs.add({ method: 'GET', path: '/tree', responses: { 200: response('The tree', Tree) } });
  docs.add({
    method: 'GET',
    path: '/pair',
    responses: { 200: response('Both', z.object({ left: Owner, right: Owner })) },
  });
  const spec = docs.buildSpec();
  await expectValidDocument(spec);
  const text = JSON.stringify(spec);
  expect(text).not.toContain('$defs');
  expect(text).not.toContain('"$ref":"#"');
  expect(spec.components?.schemas).toMatchObject({
    Owner: { properties: { name: { type: 'string' } } },
    Schema: { properties: { branches: { items: { $ref: '#/components/schemas/Schema' } } } },
  });
});

it('works beside classes, and accepts a DTO class', async () => {
  const run = runnerOf(
    operation(
      { method: 'POST', path: '/x', body: standardSchema(Named), responses: { 200: response('It', Named) } },
      ({ body }) => body,
    ),
  );
  const headers = { 'content-type': 'application/json' };
  expect(await run({ target: '/x', headers, body: '{"name":"Ada"}' })).toMatchObject({ status: 200 });
  expect(await run({ target: '/x', headers, body: '{"name":1}' })).toMatchObject({ status: 400 });
});

it('rejects a Standard Schema without JSON Schema', () => {
  const docs = new Docs({ info: { title: 'x', version: '1' } });
  const register = (schema: StandardType): unknown =>
    docs.bindOperations([
      operation(
        { method: 'POST', path: '/x', body: schema, responses: { 204: response('') } },
        () => undefined,
      ),
    ]);
  expect(() => register(v.object({}) as never)).toThrow(ConfigError);
  expect(() => register(v.object({}) as never)).toThrow('operation POST /x');
  expect(() => register(v.object({}) as never)).toThrow('toStandardJsonSchema');
  expect(() => register(z.map(z.string(), z.string()) as never)).toThrow(ConfigError);
});

it('refuses a schema of Zod that needs itself for the same value', () => {
  const endless: z.ZodType = z.lazy(() => z.union([z.string().min(3), endless])).meta({ id: 'Endless' });
  const create = operation(
    { method: 'POST', path: '/', body: endless, responses: { 204: response('Taken') } },
    () => undefined,
  );
  expect(() => runnerOf(create)).toThrow(
    'leads back to itself, at #/components/schemas/Endless/anyOf/1/$ref',
  );
});
