import type { Schema } from '../../../../src/json-schema/schema.js';
import { isScalar, oneOf, optionsOf, scalarsOf } from '../../../../src/schema/rules/say.js';

type Scalar = string | number | boolean | null;

describe('values as a schema', () => {
  it.each<[readonly Scalar[], Schema]>([
    [[], { not: {} }],
    [['a'], { type: 'string', const: 'a' }],
    [['a', 'b'], { type: 'string', enum: ['a', 'b'] }],
    [[1, 2], { type: 'integer', enum: [1, 2] }],
    [[1.5, 2], { type: 'number', enum: [1.5, 2] }],
    [[true, false], { type: 'boolean', enum: [true, false] }],
    [['a', 1], { enum: ['a', 1] }],
    [[1, true], { enum: [1, true] }],
    [[null], { const: null }],
  ])('%j', (values, schema) => {
    expect(oneOf(values).schema).toEqual(schema);
  });

  it('only what JSON can carry and === can meet, each once', () => {
    expect(scalarsOf(['a', 'a', 0, -0, NaN, Infinity, null, undefined, {}, 1n, true])).toEqual([
      'a',
      0,
      null,
      true,
    ]);
    expect(Object.is(scalarsOf([-0])[0], 0)).toBe(true);
    expect([null, undefined, Symbol.iterator].map(isScalar)).toEqual([true, false, false]);
  });

  it('no options are an empty object', () => {
    expect([null, undefined, 'x', 2].map(optionsOf)).toEqual([{}, {}, {}, {}]);
    expect(optionsOf({ a: 1 })).toEqual({ a: 1 });
  });
});
