import { WIDENING, type NarrowingKey } from '../../../src/schema/contract.js';
import { classOf, compareContracts } from './compare.js';
import { narrowingsOf, propertyOf } from './narrowings.js';
import { samples } from './samples.js';

const runs = Number(process.env.DTOSPEC_RUNS ?? 150);
const seed = Number(process.env.DTOSPEC_SEED ?? 20_260_101);

describe('issue 3, proof: declared departs from validation by named narrowings only', () => {
  const met = new Set<NarrowingKey>();

  it.each(samples)('$decorator$use', (sample) => {
    const property = propertyOf(classOf(sample));
    const { narrowed, widened } = compareContracts(sample, { runs, seed });
    const unnamed = narrowed.filter((value) => {
      const keys = narrowingsOf(property, value);
      for (const key of keys) met.add(key);
      return keys.length === 0;
    });
    expect(unnamed).toEqual([]);
    const isNamed = (value: unknown) => narrowingsOf(property, value).some((key) => WIDENING.includes(key));
    expect(widened.filter((value) => !isNamed(value))).toEqual([]);
  });

  it('needed each of the narrowings that one property can meet', () => {
    expect([...met].sort()).toMatchInlineSnapshot(`
     [
       "canonicalSpelling",
       "dateText",
       "enumMemberName",
       "hugeMultiple",
       "nestedLists",
       "nullForOptional",
       "patternUnits",
       "prototypeKey",
       "scalarForList",
       "textLength",
       "uncheckedType",
     ]
    `);
  });
});
