import * as fc from 'fast-check';
import { Checker } from '../../../../../src/documents/json-schema/checker/checker.js';
import { describeFault } from '../../../../../src/documents/json-schema/checker/describe-fault.js';
import type { Schema } from '../../../../../src/documents/json-schema/schema.js';
import { runs } from '../../../../fixtures/runs.js';
import { schema, value } from '../generate.js';

const TARGETS: Record<string, Schema> = {
  Id: { type: 'integer', minimum: 1 },
  Loop: { allOf: [{ $ref: 'Loop' }, { type: 'string' }] },
  Self: { anyOf: [{ $ref: 'Self' }, { type: 'integer' }] },
  Node: { type: 'object', properties: { next: { $ref: 'Node' } }, additionalProperties: false },
};

function mismatch(value: unknown, against: Schema): string | undefined {
  const [fault] = new Checker({ resolve: (ref) => TARGETS[ref] }).faultsOf(against, value, 1);
  return fault && describeFault(fault);
}

const USER: Schema = {
  type: 'object',
  properties: { id: { $ref: 'Id' }, tags: { type: 'array', items: { type: 'string' } } },
  required: ['id'],
  additionalProperties: false,
};

describe('the first fault of a value', () => {
  test.each<[unknown, Schema, string]>([
    ['a', { type: 'integer' }, 'it must be an integer, not a string'],
    [1.5, { type: ['integer', 'null'] }, 'it must be an integer or null, not a number'],
    ['a', { enum: ['b', 'c'] }, 'it must be one of "b", "c"'],
    ['a', { const: 'b' }, 'it must be "b"'],
    [0, { minimum: 1 }, 'it must not be less than 1'],
    [2, { maximum: 1 }, 'it must not be greater than 1'],
    [JSON.parse('1e400'), { type: 'number' }, 'it must be a number, not Infinity'],
    [JSON.parse('-1e400'), { type: 'integer' }, 'it must be an integer, not -Infinity'],
    [1, { exclusiveMinimum: 1 }, 'it must be greater than 1'],
    [1, { exclusiveMaximum: 1 }, 'it must be less than 1'],
    ['', { minLength: 1 }, 'it must have at least 1 character'],
    ['abc', { maxLength: 2 }, 'it must have at most 2 characters'],
    ['a', { pattern: '^b$' }, 'it must match ^b$'],
    [[], { minItems: 1 }, 'it must have at least 1 item'],
    [[1, 2], { maxItems: 1 }, 'it must have at most 1 item'],
    [['a', 1], { items: { type: 'string' } }, '#/1 must be a string, not an integer'],
    [['a', 'b'], { prefixItems: [{}], items: false }, '#/1 is not allowed'],
    [{}, USER, '#/id is required'],
    [{ id: 0 }, USER, '#/id must not be less than 1'],
    [{ id: 1, tags: [2] }, USER, '#/tags/0 must be a string, not an integer'],
    [{ id: 1, x: 2 }, USER, '#/x is not documented'],
    [{ x: 'a' }, { additionalProperties: { type: 'number' } }, '#/x must be a number, not a string'],
    [{ next: { next: { last: 1 } } }, { $ref: 'Node' }, '#/next/next/last is not documented'],
    [1, { allOf: [{}, { type: 'string' }] }, 'it must be a string, not an integer'],
    [
      1,
      { anyOf: [{ type: 'string' }, { type: 'null' }] },
      'it must satisfy at least one of the alternatives (it must be a string, not an integer; it must be null, not an integer)',
    ],
    [1, { oneOf: [{ type: 'string' }] }, 'it must be a string, not an integer'],
    [1, { oneOf: [{}, { type: 'integer' }] }, 'it must satisfy exactly one of 2 alternatives, not 2'],
    [1, { not: { type: 'integer' } }, 'it has a value that is not allowed'],
    [5, { multipleOf: 2 }, 'it must be a multiple of 2'],
    [[1, 1], { uniqueItems: true }, 'it must not contain the same item twice'],
    [['a'], { contains: { type: 'integer' } }, 'it must contain at least 1 of the documented items'],
    [{ a: 1 }, { maxProperties: 0 }, 'it must have at most 0 properties'],
    [
      { 'x-a': 1 },
      { patternProperties: { '^x-': { type: 'string' } } },
      '#/x-a must be a string, not an integer',
    ],
    [1, { $ref: 'Loop' }, 'it must be a string, not an integer'],
    [{ a: 1 }, { type: 'object', unevaluatedProperties: false }, '#/a is not documented'],
  ])('reports a mismatch of %j and %j', (value, against, expected) => {
    expect(mismatch(value, against)).toBe(expected);
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
});

it('has a fault for every refused value, and none for others', () => {
  fc.assert(
    fc.property(schema, fc.array(value, { minLength: 8, maxLength: 8 }), (against, values) => {
      const checker = new Checker();
      for (const one of values)
        expect(checker.faultsOf(against, one).length === 0).toBe(checker.accepts(against, one) !== false);
    }),
    { numRuns: runs(200) },
  );
});

/** As @AtLeastOneOf and @ExactlyOneOf are documented. */
const repeating = (union: 'anyOf' | 'oneOf'): Schema => {
  const properties: Record<string, Schema> = { color: { enum: ['red'] }, size: { type: 'integer' } };
  const branches = Object.entries(properties).map(([name, schema]): Schema => ({
    type: 'object',
    properties: { [name]: schema },
    required: [name],
  }));
  return { type: 'object', properties, [union]: branches };
};

test('a constant that is listed, too, has one fault', () => {
  const faults = new Checker().faultsOf({ type: 'string', enum: ['b'], const: 'b' }, 'a');
  expect(faults.map(describeFault)).toEqual(['it must be "b"']);
  expect(new Checker().accepts({ enum: ['a'], const: 'b' }, 'b')).toBe(false);
});

describe('a union whose branches repeat the keywords beside it', () => {
  test.each<[unknown, readonly string[]]>([
    [{}, ['it must satisfy at least one of the alternatives (#/color is required; #/size is required)']],
    [{ color: 'blue' }, ['#/color must be one of "red"']],
    [{ size: 'S' }, ['#/size must be an integer, not a string']],
    [
      { color: 'blue', size: 'S' },
      ['#/color must be one of "red"', '#/size must be an integer, not a string'],
    ],
    [[], ['it must be an object, not an array']],
    [null, ['it must be an object, not null']],
  ])('has no fault of its own for what is a fault already: %j', (value, expected) => {
    const faults = (schema: Schema) => new Checker().faultsOf(schema, value).map(describeFault);
    expect(faults(repeating('anyOf'))).toEqual(expected);
    const ofOne = expected.map((text) => text.replace('at least one', 'one'));
    expect(faults(repeating('oneOf'))).toEqual(ofOne);
    const inside = new Checker().faultsOf({ items: repeating('anyOf') }, [value]);
    expect(inside.map(({ path, message }) => describeFault({ path: path.slice(1), message }))).toEqual(
      expected,
    );
  });
});
