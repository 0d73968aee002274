import 'reflect-metadata';
import { Allow, IsObject } from 'class-validator';
import { fetchOperations } from '../../../src/adapters/fetch.js';
import { Docs, Example, jsonSchemaOf, operation, response, serialize } from '../../../src/index.js';
import { diffDocuments } from '../../../src/tools/diff/index.js';
import { checkExchange } from '../../../src/tools/testing.js';

const INFO = { title: 'Deep', version: '1' };

function nested(levels: number, wrap: (inner: unknown) => object): object {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = wrap(value);
  return value as object;
}
const value = (levels: number): object => nested(levels, (a) => ({ a }));
const schema = (levels: number): never =>
  nested(levels, (a) => (a === 1 ? { type: 'integer' } : { type: 'object', properties: { a } })) as never;
const documentOf = (levels: number): object => ({
  openapi: '3.1.0',
  info: INFO,
  paths: {
    '/deep': {
      post: {
        requestBody: { content: { 'application/json': { schema: schema(levels) } } },
        responses: { 204: { description: 'Done' } },
      },
    },
  },
});
const exchange = {
  request: { method: 'POST', url: '/deep', headers: { 'content-type': 'application/json' }, body: { a: 1 } },
  response: { status: 204 },
} as const;

class Holder {
  @IsObject() value!: object;
}

describe('a value that is nested 10,000 levels deep', () => {
  const TOO_DEEP = /^Holder\.value\.a\.a\.a\.a… is nested more than 500 levels deep\./;

  test('is no result of a handler', async () => {
    const docs = new Docs({ info: INFO, diagnostics: 'silent' });
    const result = (): Holder => Object.assign(new Holder(), { value: value(10_000) });
    const get = operation(
      { method: 'GET', path: '/deep', responses: { 200: response('Deep', Holder) } },
      result,
    );
    const serve = fetchOperations(docs, [get]);
    await expect(serve(new Request('http://x/deep'))).rejects.toThrow(TOO_DEEP);
    expect(() => serialize(result())).toThrow(TOO_DEEP);
  });

  test('is no example of a property', () => {
    expect(() => Example(value(10_000) as never)(Holder.prototype, 'value')).toThrow(
      'nested more than 1500 levels deep',
    );
  });

  test('is no example of a response', () => {
    const docs = new Docs({ info: INFO, diagnostics: 'silent' });
    const example = value(10_000);
    docs.add({ method: 'GET', path: '/', responses: { 200: { ...response('x', Holder), example } } });
    expect(docs.diagnostics()).toMatchObject([
      { code: 'broken-example', message: expect.stringContaining('nested more than 500 levels deep') },
    ]);
  });
});

test('values that are nested 400 levels deep are sent', () => {
  expect(serialize(value(400))).toEqual(value(400));
});

describe('a schema that is nested 5,000 levels deep', () => {
  const TOO_DEEP = /nested more than 1500 levels deep.*\$ref/;

  test('is no type', () => {
    expect(() => jsonSchemaOf(schema(5_000))).toThrow(TOO_DEEP);
    const docs = new Docs({ info: INFO, diagnostics: 'silent' });
    docs.add({ method: 'POST', path: '/', body: schema(5_000), responses: { 204: response('Done') } });
    expect(docs.diagnostics()).toMatchObject([
      { severity: 'error', message: expect.stringMatching(TOO_DEEP) },
    ]);
  });

  test('is no part of a compared document', async () => {
    await expect(diffDocuments(documentOf(5_000), documentOf(4_999))).rejects.toThrow(TOO_DEEP);
    await expect(checkExchange(documentOf(5_000) as never, exchange)).rejects.toThrow(TOO_DEEP);
  });
});

test('schemas that are nested 1,400 levels deep are compared', async () => {
  expect(JSON.stringify(jsonSchemaOf(schema(700))).length).toBeGreaterThan(700 * 20);
  expect((await diffDocuments(documentOf(700), documentOf(700))).changes).toEqual([]);
  expect((await checkExchange(documentOf(700) as never, exchange)).ok).toBe(false);
});

test('the initial value of a property may be deep', () => {
  class Initial {
    @Allow() value = value(10_000);
  }
  expect(() => jsonSchemaOf(Initial)).not.toThrow();
});
