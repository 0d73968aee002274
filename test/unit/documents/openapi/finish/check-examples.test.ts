import { Type } from 'class-transformer';
import { IsInt, IsString, ValidateNested } from 'class-validator';
import type { Schema } from '../../../../../src/documents/json-schema/schema.js';
import { findMismatch } from '../../../../../src/documents/openapi/finish/check-examples.js';
import { body, Example, schema } from '../../../../../src/index.js';
import { build, ok } from '../build.js';

const TARGETS: Record<string, Schema> = {
  Id: { type: 'integer', minimum: 1 },
  Loop: { allOf: [{ $ref: 'Loop' }, { type: 'string' }] },
  Self: { anyOf: [{ $ref: 'Self' }, { type: 'integer' }] },
  Node: { type: 'object', properties: { next: { $ref: 'Node' } }, additionalProperties: false },
};

function mismatch(value: unknown, against: Schema): string | undefined {
  return findMismatch(value, against, (ref) => TARGETS[ref]);
}

const USER: Schema = {
  type: 'object',
  properties: { id: { $ref: 'Id' }, tags: { type: 'array', items: { type: 'string' } } },
  required: ['id'],
  additionalProperties: false,
};

describe('examples that do not satisfy their schema', () => {
  test.each<[unknown, Schema, string]>([
    ['a', { type: 'integer' }, 'its type is not integer'],
    [1.5, { type: ['integer', 'null'] }, 'its type is not integer or null'],
    ['a', { enum: ['b', 'c'] }, 'it is not one of ["b","c"]'],
    ['a', { const: 'b' }, 'it is not "b"'],
    [0, { minimum: 1 }, 'it is less than 1'],
    [2, { maximum: 1 }, 'it is more than 1'],
    [1, { exclusiveMinimum: 1 }, 'it is not more than 1'],
    [1, { exclusiveMaximum: 1 }, 'it is not less than 1'],
    ['', { minLength: 1 }, 'it is shorter than 1'],
    ['abc', { maxLength: 2 }, 'it is longer than 2'],
    ['a', { pattern: '^b$' }, 'it does not match ^b$'],
    [[], { minItems: 1 }, 'it has fewer than 1 items'],
    [[1, 2], { maxItems: 1 }, 'it has more than 1 items'],
    [['a', 1], { items: { type: 'string' } }, 'item 1: its type is not string'],
    [['a', 'b'], { prefixItems: [{}], items: false }, 'item 1 is one too many'],
    [{}, USER, 'id is missing'],
    [{ id: 0 }, USER, 'id: it is less than 1'],
    [{ id: 1, tags: [2] }, USER, 'tags: item 0: its type is not string'],
    [{ id: 1, x: 2 }, USER, 'x is not a property'],
    [{ x: 'a' }, { additionalProperties: { type: 'number' } }, 'x: its type is not number'],
    [{ next: { next: { last: 1 } } }, { $ref: 'Node' }, 'next: next: last is not a property'],
    [1, { allOf: [{}, { type: 'string' }] }, 'its type is not string'],
    [1, { anyOf: [{ type: 'string' }, { type: 'null' }] }, 'it matches none of the alternatives'],
    [1, { oneOf: [{ type: 'string' }] }, 'it matches none of the alternatives'],
    [1, { oneOf: [{}, { type: 'integer' }] }, 'it does not satisfy oneOf'],
    [1, { not: { type: 'integer' } }, 'it does not satisfy not'],
    [5, { multipleOf: 2 }, 'it is not a multiple of 2'],
    [[1, 1], { uniqueItems: true }, 'two of its items are the same'],
    [['a'], { contains: { type: 'integer' } }, 'it does not satisfy contains'],
    [{ a: 1 }, { maxProperties: 0 }, 'it has more than 0 properties'],
    [{ 'x-a': 1 }, { patternProperties: { '^x-': { type: 'string' } } }, 'x-a: its type is not string'],
    [1, { $ref: 'Loop' }, 'its type is not string'],
    [{ a: 1 }, { type: 'object', unevaluatedProperties: false }, 'it does not satisfy unevaluatedProperties'],
  ])('reports a mismatch of %j and %j', (value, against, expected) => {
    expect(mismatch(value, against)).toContain(expected);
  });

  test.each<[unknown, Schema]>([
    ['anything', {}],
    [1, { type: ['integer', 'null'] }],
    ['😀', { maxLength: 1 }],
    ['a', { pattern: '[' }],
    [{ id: 1, tags: ['a'] }, USER],
    [{ 'x-a': 1 }, { patternProperties: { '^x-': {} }, additionalProperties: false }],
    [null, { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    [{ a: 1 }, { $ref: 'Unknown' }],
    ['a', { $ref: 'Self' }],
    [{ next: { next: {} } }, { $ref: 'Node' }],
    [{ constructor: 1 }, { properties: {}, additionalProperties: { type: 'integer' } }],
  ])('%j satisfies %j', (value, against) => {
    expect(mismatch(value, against)).toBeUndefined();
  });

  class Item {
    @IsInt() @Example('many') count!: number;
  }
  @Example({ item: { count: 1 } })
  @Example({ item: 'none' })
  class Box {
    @ValidateNested() @Type(() => Item) item!: Item;
    @IsString() @Example('fine') name!: string;
  }

  test('each is named with its place, and the document stays valid', async () => {
    const { diagnostics } = await build([
      {
        method: 'POST',
        path: '/boxes',
        parameters: [{ name: 'n', in: 'query', schema: schema('integer'), example: 'x' }],
        requestBody: body(Box),
        responses: ok,
      },
    ]);
    expect(diagnostics.flatMap(({ code, places }) => places.map((place) => `${code} ${place}`))).toEqual([
      'example-mismatch POST /boxes query n',
      'example-mismatch Item.count',
      'example-mismatch Box',
    ]);
    expect(diagnostics[0]?.message).toContain('The example "x", "many" does not');
    expect(diagnostics[1]?.message).toContain('name is missing');
    expect(diagnostics.every(({ severity }) => severity === 'warning')).toBe(true);
  });
});
