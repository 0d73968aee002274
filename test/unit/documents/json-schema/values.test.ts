import * as fc from 'fast-check';
import { canonical, sameJson } from '../../../../src/documents/json-schema/values.js';
import { value } from './generate.js';

describe('values as JSON', () => {
  it.each<[boolean, unknown, unknown]>([
    [true, { a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 }],
    [true, { a: 1, b: undefined }, { a: 1 }],
    [true, { a: 1 }, { a: 1, b: undefined }],
    [true, new Date(0), new Date(0)],
    [true, 0, -0],
    [false, new Date(0), new Date(1)],
    [false, { a: 1 }, { a: 1, b: 2 }],
    [false, { a: 1, b: 2 }, { a: 1 }],
    [false, { a: 1 }, { b: 1 }],
    [false, { toString: 1 }, {}],
    [false, [1, 2], [2, 1]],
    [false, [1], [1, 1]],
    [false, [], {}],
    [false, null, {}],
    [false, null, undefined],
    [false, 1, '1'],
  ])('sameJson returns %s for %j and %j', (same, a, b) => {
    expect(sameJson(a, b)).toBe(same);
    expect(canonical(a) === canonical(b)).toBe(same);
  });

  it('writes JSON of the same value, and agrees with sameJson', () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(JSON.parse(canonical(a))).toEqual(a);
        expect(sameJson(a, b)).toBe(canonical(a) === canonical(b));
        expect(sameJson(a, structuredClone(a))).toBe(true);
      }),
    );
  });

  it('writes names in one order', () => {
    expect(canonical({ b: [undefined, { d: 1, c: 2 }], a: undefined })).toBe('{"b":[null,{"c":2,"d":1}]}');
  });
});
