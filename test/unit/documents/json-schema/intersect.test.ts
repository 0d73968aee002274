import * as fc from 'fast-check';
import { intersect, simplify } from '../../../../src/documents/json-schema/intersect.js';
import { FALSE_SCHEMA } from '../../../../src/documents/json-schema/impossible.js';
import type { Schema } from '../../../../src/documents/json-schema/schema.js';
import { writeKeywords } from '../../../../src/documents/json-schema/write-keywords.js';
import { runs } from '../../../fixtures/runs.js';
import { accepts, schema, schemas, value } from './generate.js';

const values = fc.array(value, { minLength: 12, maxLength: 12 });

/** What rules of one property say. */
const RULES: Schema[] = [
  { type: 'string' },
  { type: ['string', 'null'] },
  { minLength: 2 },
  { minLength: 1, maxLength: 5 },
  { pattern: 'b' },
  { pattern: 'a' },
  { pattern: 'c' },
  { format: 'email' },
  { not: { const: '' } },
  { not: { type: 'null' } },
  { not: { enum: ['aa', 1] } },
  { not: { pattern: 'x' } },
  { enum: ['', 'a', 'abc', 'abcd', 3, null] },
  { enum: ['abc', 'abcd', 1, null] },
  { anyOf: [{ type: 'number' }, { type: 'string', maxLength: 4 }] },
  { multipleOf: 2 },
  { multipleOf: 3 },
];

describe('two schemas as one', () => {
  it('intersect(a, b) accepts what a and b accept, and nothing else', () => {
    fc.assert(
      fc.property(schemas, values, ([a, b], candidates) => {
        const both = accepts(intersect(a, b));
        const [ofA, ofB] = [accepts(a), accepts(b)];
        expect(candidates.filter(both)).toEqual(candidates.filter((one) => ofA(one) && ofB(one)));
      }),
      { numRuns: runs(100) },
    );
  });

  const ITEMS: Schema = { type: 'number' };
  it.each<[Schema, Schema, unknown]>([
    [{ additionalProperties: false }, { additionalProperties: false, properties: { x: {} } }, { x: 1 }],
    [{ items: ITEMS }, { items: ITEMS, prefixItems: [{ type: 'string' }] }, ['a', 1]],
    [{ contains: ITEMS }, { contains: ITEMS, minContains: 0 }, []],
  ])('%j rejects beside %j what it rejects alone', (a, b, candidate) => {
    expect([a, b].map((one) => accepts(one)(candidate))).toEqual([false, true]);
    expect(accepts(intersect(a, b))(candidate)).toBe(false);
  });

  it('writeKeywords writes the text of intersect, or nothing', () => {
    let count = 0;
    fc.assert(
      fc.property(schemas, ([a, b]) => {
        const schema = structuredClone(a);
        const written = writeKeywords(schema, simplify(b));
        if (written === undefined) {
          expect(schema).toEqual(a);
          return;
        }
        count += 1;
        expect(JSON.stringify(written)).toBe(JSON.stringify(intersect(a, b)));
      }),
      { numRuns: runs(700) },
    );
    expect(count).toBeGreaterThan(0);
  });

  it.each<[string, Schema, Schema, string | undefined]>([
    [
      'a new keyword',
      { type: 'string' },
      { type: 'string', maxLength: 3 },
      '{"type":"string","maxLength":3}',
    ],
    [
      'a keyword before another',
      { type: 'number', maximum: 3 },
      { minimum: 1 },
      '{"type":"number","minimum":1,"maximum":3}',
    ],
    ['a wider type', { type: 'integer' }, { type: 'number', minimum: 1 }, '{"type":"integer","minimum":1}'],
    ['nothing new', { type: 'array', items: {} }, { type: 'array' }, '{"type":"array","items":{}}'],
    ['another type', { type: 'string' }, { type: 'number' }, undefined],
    ['another bound', { minLength: 1 }, { minLength: 2 }, undefined],
    ['a list of values', { type: 'string' }, { enum: ['a'] }, undefined],
    [
      'values of the same type',
      { type: 'string' },
      { type: 'string', enum: ['a'] },
      '{"type":"string","enum":["a"]}',
    ],
    ['a schema with a list of values', { enum: ['a'] }, { minLength: 2 }, undefined],
    ['a reference', { $ref: '#/a' }, { type: 'object' }, undefined],
    ['a schema in another order', { minLength: 1, type: 'string' }, { maxLength: 2 }, undefined],
  ])('writeKeywords: %s', (_title, schema, keywords, text) => {
    const written = writeKeywords(schema, keywords);
    expect(written && JSON.stringify(written)).toBe(text);
  });

  it('the order of the arguments affects only the order of properties', () => {
    fc.assert(
      fc.property(schemas, ([a, b]) => {
        expect(intersect(b, a)).toEqual(intersect(a, b));
      }),
      { numRuns: runs(700) },
    );
  });

  it('keywords come in one order, whatever was first', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(RULES, { minLength: 2 }), (rules) => {
        const inOrder = RULES.filter((rule) => rules.includes(rule)).reduce(intersect);
        expect(JSON.stringify(rules.reduce(intersect))).toBe(JSON.stringify(inOrder));
      }),
      { numRuns: runs(700) },
    );
  });

  it('simplify accepts the same values', () => {
    fc.assert(
      fc.property(schema, values, (a, candidates) => {
        expect(candidates.filter(accepts(simplify(a)))).toEqual(candidates.filter(accepts(a)));
      }),
      { numRuns: runs(100) },
    );
  });

  it('does not edit its arguments', () => {
    fc.assert(
      fc.property(schemas, ([a, b]) => {
        const before = JSON.stringify([a, b]);
        intersect(a, b);
        expect(JSON.stringify([a, b])).toBe(before);
      }),
    );
  });

  it.each<[string, Schema, Schema, Schema]>([
    ['nothing said', {}, {}, {}],
    [
      'the narrower bounds',
      { minLength: 1, maxLength: 9 },
      { minLength: 3, maxLength: 12 },
      { minLength: 3, maxLength: 9 },
    ],
    ['integer is a number', { type: 'number' }, { type: 'integer' }, { type: 'integer' }],
    ['a number may be an integer', { type: 'integer' }, { type: 'number' }, { type: 'integer' }],
    ['unique once', { uniqueItems: false }, { uniqueItems: true }, { uniqueItems: true }],
    ['required by both', { required: ['a'] }, { required: ['b', 'a'] }, { required: ['a', 'b'] }],
    ['types in common', { type: ['string', 'null'] }, { type: ['null', 'number'] }, { type: 'null' }],
    ['no type in common', { type: 'string' }, { type: 'number' }, FALSE_SCHEMA],
    [
      'no number is no integer',
      { type: ['integer', 'string'] },
      { not: { type: 'number' } },
      { type: 'string' },
    ],
    ['values in common', { enum: ['a', 'b', 'c'] }, { enum: ['c', 'b'] }, { enum: ['c', 'b'] }],
    ['no value in common', { enum: ['a'] }, { const: 'b' }, FALSE_SCHEMA],
    ['a value of the list', { enum: ['a', 'b'] }, { const: 'b' }, { const: 'b' }],
    ['two patterns', { pattern: 'a' }, { pattern: 'b' }, { pattern: 'a', allOf: [{ pattern: 'b' }] }],
    ['the same pattern', { pattern: 'a' }, { pattern: 'a' }, { pattern: 'a' }],
    ['two formats', { format: 'email' }, { format: 'uri' }, { format: 'email', allOf: [{ format: 'uri' }] }],
    ['multiples of each other', { multipleOf: 2 }, { multipleOf: 6 }, { multipleOf: 6 }],
    ['other multiples', { multipleOf: 2 }, { multipleOf: 3 }, { multipleOf: 2, allOf: [{ multipleOf: 3 }] }],
    [
      'elements',
      { items: { type: 'string' } },
      { items: { maxLength: 3 } },
      { items: { type: 'string', maxLength: 3 } },
    ],
    ['any elements', { items: { type: 'string' } }, { items: true }, { items: { type: 'string' } }],
    ['no null, of a type', { not: { type: 'null' } }, { type: 'string' }, { type: 'string' }],
    [
      'no null beside another prohibition, of a type',
      { not: { const: '' }, allOf: [{ not: { type: 'null' } }] },
      { type: 'string' },
      { type: 'string', minLength: 1 },
    ],
    [
      'values and names in common',
      { type: 'string', enum: ['a', 'b', 'c'], 'x-enum-varnames': ['A', 'B', 'C'] },
      { enum: ['c', 'b'] },
      { type: 'string', enum: ['b', 'c'], 'x-enum-varnames': ['B', 'C'] },
    ],
    [
      'values in the order of the names',
      { enum: ['c', 'b'] },
      { type: 'string', enum: ['a', 'b', 'c'], 'x-enum-varnames': ['A', 'B', 'C'] },
      { type: 'string', enum: ['b', 'c'], 'x-enum-varnames': ['B', 'C'] },
    ],
    [
      'one value, which needs no name',
      { type: 'string', enum: ['a', 'b'], 'x-enum-varnames': ['A', 'B'] },
      { const: 'b' },
      { type: 'string', const: 'b' },
    ],
    [
      'values that are not forbidden',
      { type: 'string', enum: ['a', 'b'], 'x-enum-varnames': ['A', 'B'] },
      { not: { const: 'a' } },
      { type: 'string', enum: ['b'], 'x-enum-varnames': ['B'] },
    ],
    [
      'values long enough',
      { type: 'string', enum: ['', 'a', '😀'] },
      { minLength: 1, maxLength: 1 },
      { type: 'string', enum: ['a', '😀'] },
    ],
    [
      'values large enough',
      { type: 'integer', enum: [1, 2, 3] },
      { minimum: 2 },
      { type: 'integer', enum: [2, 3] },
    ],
    ['no value left', { type: 'integer', enum: [1, 2] }, { exclusiveMinimum: 2 }, FALSE_SCHEMA],
    ['the narrower of two lower bounds', { minimum: 0 }, { exclusiveMinimum: 0 }, { exclusiveMinimum: 0 }],
    [
      'the narrower of two upper bounds',
      { maximum: 9 },
      { exclusiveMaximum: 10, minimum: 1 },
      { maximum: 9, minimum: 1 },
    ],
    ['no elements', { items: { type: 'string' } }, { items: false }, { items: false }],
    [
      'a text that is not empty',
      { type: 'string' },
      { not: { const: '' } },
      { type: 'string', minLength: 1 },
    ],
    [
      'a string that is not empty, or null',
      { type: ['string', 'null'] },
      { not: { const: '' } },
      { type: ['string', 'null'], minLength: 1 },
    ],
    [
      'an empty string, where none can come',
      { type: 'object' },
      { not: { enum: ['', {}] } },
      { type: 'object', not: { const: {} } },
    ],
    [
      'listed values beside what cannot be told',
      { enum: ['a', 'bb'], maxLength: 1 },
      { $ref: '#/x' },
      { $ref: '#/x', maxLength: 1, enum: ['a'] },
    ],
    [
      'a number is an integer too',
      { not: { type: 'integer' } },
      { not: { type: 'number' } },
      { not: { type: 'number' } },
    ],
    ['beside a reference', { $ref: '#/x' }, { minProperties: 1 }, { $ref: '#/x', minProperties: 1 }],
    [
      'two patterns, the other way round',
      { pattern: 'b' },
      { pattern: 'a' },
      { pattern: 'a', allOf: [{ pattern: 'b' }] },
    ],
    [
      'forbidden values',
      { not: { const: 'b' } },
      { not: { enum: ['a', 'b'] } },
      { not: { enum: ['a', 'b'] } },
    ],
    [
      'forbidden types',
      { not: { type: 'null' } },
      { not: { type: 'string' } },
      { not: { type: ['string', 'null'] } },
    ],
    [
      'types that are not forbidden',
      { type: ['string', 'null'] },
      { not: { type: 'null' } },
      { type: 'string' },
    ],
    [
      'a forbidden value of another type',
      { type: 'string' },
      { not: { enum: [null, ''] } },
      { type: 'string', minLength: 1 },
    ],
    ['values of the type', { type: 'string' }, { enum: ['a', 1, null] }, { type: 'string', enum: ['a'] }],
    ['types of the values', { type: ['string', 'null'] }, { enum: ['a'] }, { type: 'string', enum: ['a'] }],
    [
      'values that match',
      { enum: ['a', 'b'], description: 'A' },
      { pattern: 'a', type: 'string' },
      { type: 'string', enum: ['a'], description: 'A' },
    ],
    ['a constant that does not match', { const: 'a' }, { minLength: 2 }, FALSE_SCHEMA],
    [
      'an alternative that is forbidden',
      { anyOf: [{ $ref: '#/x' }, { type: 'null' }] },
      { not: { type: 'null' } },
      { $ref: '#/x', not: { type: 'null' } },
    ],
    [
      'properties of both',
      { properties: { a: { type: 'string' }, b: {} } },
      { properties: { a: { minLength: 1 }, c: {} } },
      { properties: { a: { type: 'string', minLength: 1 }, b: {}, c: {} } },
    ],
    [
      'closed objects, which look at what stands beside them',
      { type: 'object', unevaluatedProperties: false, properties: { a: {} } },
      { properties: { b: {} } },
      {
        allOf: [
          { type: 'object', unevaluatedProperties: false, properties: { a: {} } },
          { properties: { b: {} } },
        ],
      },
    ],
    ['two references', { $ref: '#/x' }, { $ref: '#/y' }, { $ref: '#/x', allOf: [{ $ref: '#/y' }] }],
    [
      'alternatives of another type',
      { type: 'string' },
      { anyOf: [{ type: 'number' }, { type: 'string', minLength: 2 }] },
      { type: 'string', minLength: 2 },
    ],
    ['only alternatives of another type', { type: 'string' }, { anyOf: [{ type: 'number' }] }, FALSE_SCHEMA],
  ])('reads well: %s', (_, a, b, both) => {
    expect(intersect(a, b)).toEqual(both);
  });

  it('collects keywords that cannot be merged in the same order for either order of arguments', () => {
    const patterns = ['c', 'a', 'b', 'd'].map((pattern): Schema => ({ pattern }));
    const all = patterns.reduce(intersect);
    expect(all).toEqual({ pattern: 'a', allOf: [{ pattern: 'b' }, { pattern: 'c' }, { pattern: 'd' }] });
    expect(intersect(all, { pattern: 'b' })).toEqual(all);
  });
});
