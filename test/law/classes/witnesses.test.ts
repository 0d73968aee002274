import type { Schema } from '../../../src/documents/json-schema/schema.js';
import { NARROWINGS } from '../narrowings.js';
import { compare } from './compare.js';
import { All, BASE } from './narrowed-class.js';
import { judgeBy, judgeOf } from './schema.js';
import { WITNESSES } from './witnesses.js';

describe('the comparison of schema and validation finds each narrowing', () => {
  const tested = { target: All };

  it.each(NARROWINGS.map((one) => [one, WITNESSES[one]] as const))('%s', async (narrowing, values) => {
    for (const [value, options = {}] of values) {
      const { wrong, met, shared } = await compare(tested, options, [BASE, value]);
      const seen = { value: JSON.stringify(value), wrong, met, shared };
      expect(seen).toEqual({ ...seen, wrong: [], met: [narrowing], shared: 1 });
    }
  });
});

/** No narrowing covers these where they are refused: each is what the document itself describes. */
const OTHERS: Readonly<Record<string, unknown>> = {
  ...{
    optional: 'b',
    list: ['b'],
    single: 'b',
    color: 0,
    country: 'FR',
    latitude: '1',
    short: 'b',
    pair: 'bb',
  },
  ...{ count: 2, next: 2, node: { size: 2 }, nodes: [{ size: 2 }], given_name: 'b', skip: 2 },
  either: { kind: 'leaf', size: 2, leaf: 'b' },
};

describe('the comparison of schema and validation reports a wrong schema', () => {
  const tested = { target: All };
  const { schema } = judgeOf(tested, {});
  const own = schema.$defs.All!;
  const judgeOfAll = (changed: Schema) => {
    const $defs = { ...schema.$defs, All: { ...own, ...changed } };
    return judgeBy({ ...schema, $defs } as Schema);
  };

  it.each(Object.entries(OTHERS))('that rejects a valid value: %s', async (name, other) => {
    const judge = judgeOfAll({ properties: { ...own.properties, [name]: { const: other } } });
    const { wrong, shared } = await compare(tested, {}, [{ ...BASE, [name]: other }, BASE], judge);
    expect([wrong.length, shared]).toEqual([1, 1]);
  });

  it.each(Object.keys(OTHERS))('that requires an optional property: %s', async (name) => {
    const absent = Object.fromEntries(Object.entries(BASE).filter(([key]) => key !== name));
    const judge = judgeOfAll({ required: ['must', name] });
    const { wrong, shared } = await compare(tested, {}, [BASE, absent], judge);
    expect([wrong.length, shared]).toEqual([1, 1]);
  });
});
