import * as fc from 'fast-check';
import { excludeNull, makeNullable, acceptsNull } from '../../../../src/documents/json-schema/nullable.js';
import type { Schema } from '../../../../src/documents/json-schema/schema.js';
import { accepts, schema, value } from './generate.js';

describe('null in a schema', () => {
  const values = fc.array(value, { minLength: 8, maxLength: 8 });

  it('makeNullable accepts what the schema accepts, and null', () => {
    fc.assert(
      fc.property(schema, values, (given, candidates) => {
        const [plain, nullable] = [accepts(given), accepts(makeNullable(given))];
        const all = [null, ...candidates];
        expect(all.filter(nullable)).toEqual(all.filter((one) => one === null || plain(one)));
      }),
      { numRuns: 250 },
    );
  });

  it('excludeNull accepts what the schema accepts, but not null', () => {
    fc.assert(
      fc.property(schema, values, (given, candidates) => {
        // acceptsNull reads what the rule table writes; a schema whose parts have no type may hide null from it.
        fc.pre(acceptsNull(given) || !accepts(given)(null));
        const [plain, strict] = [accepts(given), accepts(excludeNull(given))];
        const all = [null, ...candidates];
        expect(all.filter(strict)).toEqual(all.filter((one) => one !== null && plain(one)));
      }),
      { numRuns: 250 },
    );
  });

  it.each<[Schema, Schema]>([
    [{}, {}],
    [{ type: 'null' }, { type: 'null' }],
    [{ type: 'string' }, { type: ['string', 'null'] }],
    [
      { type: 'string', minLength: 1 },
      { type: ['string', 'null'], minLength: 1 },
    ],
    [{ type: ['string', 'null'] }, { type: ['string', 'null'] }],
    [{ type: 'string', enum: ['a'] }, { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }] }],
    [
      { type: 'string', anyOf: [{ minLength: 1 }] },
      { type: ['string', 'null'], anyOf: [{ minLength: 1 }] },
    ],
    [{ $ref: '#/x' }, { anyOf: [{ $ref: '#/x' }, { type: 'null' }] }],
    [
      { type: ['string', 'null'], enum: ['a', null] },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [
      { type: ['string', 'null'], enum: ['a'] },
      { anyOf: [{ type: ['string', 'null'], enum: ['a'] }, { type: 'null' }] },
    ],
    [
      { type: 'string', if: { minLength: 1 }, else: false as never },
      { type: ['string', 'null'], if: { minLength: 1 }, else: false as never },
    ],
    [{ type: 'string', const: 'a' }, { anyOf: [{ type: 'string', const: 'a' }, { type: 'null' }] }],
  ])('%j becomes %j', (given, nullable) => {
    expect(makeNullable(given)).toEqual(nullable);
  });

  it.each<[Schema, Schema]>([
    [{ anyOf: [{ $ref: '#/x' }, { type: 'null' }] }, { $ref: '#/x' }],
    [
      { anyOf: [{ $ref: '#/x' }, { $ref: '#/y' }, { type: 'null' }] },
      { anyOf: [{ $ref: '#/x' }, { $ref: '#/y' }] },
    ],
    [{ anyOf: [{}, { $ref: '#/x' }] }, { anyOf: [{ not: { type: 'null' } }, { $ref: '#/x' }] }],
    [
      { type: ['string', 'null'], enum: ['a', null] },
      { type: 'string', enum: ['a'] },
    ],
    [{ minLength: 1 }, { minLength: 1, not: { type: 'null' } }],
    [{ type: 'null' }, { not: {} }],
    [{ const: null }, { not: {} }],
    [{ type: 'string' }, { type: 'string' }],
  ])('%j without null is %j', (given, strict) => {
    expect(excludeNull(given)).toEqual(strict);
  });

  it.each<[boolean, Schema]>([
    [true, {}],
    [true, { type: ['string', 'null'] }],
    [true, { enum: ['a', null] }],
    [true, { const: null }],
    [true, { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    [true, { not: { const: 'a' } }],
    [true, { minLength: 3 }],
    [false, { type: 'string' }],
    [false, { $ref: '#/x' }],
    [false, { enum: ['a'] }],
    [false, { const: 'a' }],
    [false, { anyOf: [{ type: 'string' }, { enum: ['b'] }] }],
    [false, { oneOf: [{ type: 'string' }] }],
    [false, { allOf: [{}, { type: 'string' }] }],
    [false, { not: { type: 'null' } }],
    [false, { not: { type: ['null', 'array'] } }],
    [false, { not: { enum: [null, 'a'] } }],
    [false, { not: {} }],
  ])('acceptsNull returns %s for %j', (taken, given) => {
    expect(acceptsNull(given)).toBe(taken);
  });
});
