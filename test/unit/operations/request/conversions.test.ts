import { Conversions } from '../../../../src/operations/request/conversions.js';
import type { Schema } from '../../../../src/documents/json-schema/schema.js';

const SCHEMAS: Readonly<Record<string, Schema>> = {
  Tree: { type: 'object', properties: { size: { type: 'integer' }, next: { $ref: 'Tree' } } },
};
const conversions = new Conversions((ref) => SCHEMAS[ref]);

describe('a text becomes the value that its schema describes', () => {
  it.each<[unknown, Schema, unknown]>([
    ['7', { type: 'integer' }, 7],
    ['-0', { type: 'number' }, -0],
    ['1e3', { type: 'number' }, 1000],
    ['9007199254740993', { type: 'integer' }, '9007199254740993'],
    ['9007199254740992', { type: 'integer' }, 2 ** 53],
    ['1e999', { type: 'number' }, '1e999'],
    ['07', { type: 'integer' }, '07'],
    ['true', { type: 'boolean' }, true],
    ['yes', { type: 'boolean' }, 'yes'],
    ['7', { type: ['string', 'integer'] }, '7'],
    ['7', { type: ['string', 'integer'], minLength: 2 }, 7],
    ['7', { type: ['string', 'integer'], minLength: 2, maximum: 5 }, '7'],
    ['77', { type: ['string', 'integer'], minLength: 2 }, '77'],
    ['7', { enum: ['a', 7] }, 7],
    ['7', { anyOf: [{ type: 'string', minLength: 2 }, { type: 'integer' }] }, 7],
    ['7', {}, '7'],
    ['7', { type: 'array', items: { type: 'integer' } }, [7]],
    [['7', 'x'], { type: 'array', prefixItems: [{ type: 'integer' }], items: {} }, [7, 'x']],
    [{ size: '7', next: { size: '8' } }, { $ref: 'Tree' }, { size: 7, next: { size: 8 } }],
    [{ a: '7' }, { additionalProperties: { type: 'integer' } }, { a: 7 }],
  ])('%j by %j', (raw, schema, value) => {
    const convert = conversions.of(schema);
    expect(convert(raw as never)).toEqual(value);
    expect(convert(raw as never)).toEqual(value);
  });
});
