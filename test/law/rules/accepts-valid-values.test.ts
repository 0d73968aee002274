import { rulesWithoutEntry } from './without-entry.js';
import type { Narrowing } from '../narrowings.js';
import { compareSample } from './comparison.js';
import { samples } from './samples.js';

const runs = Number(process.env.DTOSPEC_RUNS ?? 60);
const seed = Number(process.env.DTOSPEC_SEED ?? 20_260_101);

const inTable = samples.filter(({ decorator }) => !Object.hasOwn(rulesWithoutEntry, decorator));

describe('the schema of a rule accepts every value that the rule accepts', () => {
  const met = new Set<Narrowing>();

  it.each(inTable)('$decorator$use', (sample) => {
    const compared = compareSample(sample, runs, seed);
    expect(compared.wrong).toEqual([]);
    expect(compared.unsaid).toEqual([]);
    for (const key of compared.met) met.add(key);
  });

  it('needs each of the narrowings', () => {
    expect([...met].sort()).toMatchInlineSnapshot(`
[
  "input of a conversion",
  "member names of an enum",
  "other counts of characters",
  "other spellings of codes and coordinates",
]
`);
  });
});
