import { schemaParts } from '../../../../src/documents/json-schema/schema-parts.js';
import type { Schema } from '../../../../src/documents/json-schema/schema.js';

const titled = (title: string, more: Schema = {}): Schema => ({ title, ...more });
const defs: Record<string, Schema> = {
  a: titled('a', { allOf: [titled('b'), { $ref: 'c' }] }),
  c: titled('c', { anyOf: [titled('d'), { $ref: 'a' }], oneOf: [titled('e')] }),
};
const titlesOf = (...given: Parameters<typeof schemaParts>): (string | undefined)[] =>
  schemaParts(...given).flatMap(({ title }) => title ?? []);
const resolve = (ref: string): Schema | undefined => defs[ref];

test('parts are in the order of the document, and each is listed once', () => {
  expect(titlesOf({ $ref: 'a' }, resolve)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('keywords decide which parts are listed', () => {
  expect(titlesOf({ $ref: 'a' }, resolve, ['allOf'])).toEqual(['a', 'b', 'c']);
  const schema = { dependentSchemas: { x: titled('x') }, then: titled('y'), allOf: [titled('z')] };
  expect(titlesOf(schema, resolve, ['dependentSchemas', 'then'])).toEqual(['x', 'y']);
});

test('booleans, lost references and other values have no parts', () => {
  expect(schemaParts({ $ref: 'lost', allOf: [true, false] }, resolve)).toHaveLength(1);
  for (const schema of [true, false, undefined, null, 'text', []])
    expect(schemaParts(schema, resolve)).toEqual([]);
});

test('a chain of 100,000 references ends', () => {
  const next = (ref: string): Schema | undefined =>
    Number(ref) < 100_000 ? { $ref: String(Number(ref) + 1) } : titled('end');
  expect(titlesOf({ $ref: '0' }, next)).toEqual(['end']);
});
