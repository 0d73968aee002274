/* eslint-disable @typescript-eslint/no-unnecessary-type-parameters, @typescript-eslint/no-unused-vars -- types are tested too */
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
  response,
  standardSchema,
  TypeInputError,
  type StandardType,
} from '../../../src/index.js';
import { expectValidDocument } from '../../support/validate-document.js';
import { runnerOf } from './run.js';

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

it('types the input and the result by it', () => {
  const schema = z.object({ when: z.string().transform((text) => new Date(text)) });
  const responses = { 200: response('It', SCHEMAS.Zod) };
  operation({ method: 'POST', path: '/x', body: schema, responses }, ({ body }) => {
    same<typeof body, { when: Date }>(true);
    return { name: 'Ada' };
  });
  operation({ method: 'POST', path: '/x', body: SCHEMAS.ArkType, responses }, ({ body }) => {
    same<typeof body, { name: string; age?: number }>(true);
    return body;
  });
  // @ts-expect-error what the schema refuses
  operation({ method: 'POST', path: '/x', body: SCHEMAS.Valibot, responses }, () => ({ name: 1 }));
});

it('makes components of what a schema refers to within itself', async () => {
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

it('stands beside classes, and takes a DTO class back', async () => {
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

it('refuses what has no JSON Schema', () => {
  const docs = new Docs({ info: { title: 'x', version: '1' } });
  const register = (schema: StandardType): unknown =>
    docs.bindOperations([
      operation(
        { method: 'POST', path: '/x', body: schema, responses: { 204: response('') } },
        () => undefined,
      ),
    ]);
  expect(() => register(v.object({}) as never)).toThrow(TypeInputError);
  expect(() => register(v.object({}) as never)).toThrow('toStandardJsonSchema');
  expect(() => register(z.map(z.string(), z.string()) as never)).toThrow(ConfigError);
});
