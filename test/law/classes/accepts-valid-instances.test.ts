import { cases } from '../corpus/cases.js';
import { nameOf } from '../corpus/case.js';
import { NARROWINGS } from '../narrowings.js';
import { All, BASE } from './narrowed-class.js';
import { OPTION_SETS } from './option-sets.js';
import { Figures, survey } from './figures.js';
import { WITNESSES } from './witnesses.js';

const seed = Number(process.env.DTOSPEC_SEED);
/** Values for each class and each set of options, beside those that the class begins with. */
const { DTOSPEC_RUNS } = process.env;
const count = Number(DTOSPEC_RUNS ?? 4);

/** Every class without options and under each twelfth set, by turns: each set has its part of the classes. */
const TURNS = 26;
function setsFor(turn: number, turns = TURNS): typeof OPTION_SETS {
  if (DTOSPEC_RUNS !== undefined) return OPTION_SETS;
  return OPTION_SETS.filter((_, index) => index === 0 || index % turns === turn % turns);
}

describe('the schemas of the corpus accept every value that validation accepts, under any options', () => {
  const figures = new Figures();

  it.each(cases.map((one, turn) => [nameOf(one), one, turn] as const))('%s', async (_, tested, turn) => {
    expect(await survey(tested, { count, seed, figures }, setsFor(turn))).toEqual([]);
  });

  it('accepts values of the class with a property for each narrowing', async () => {
    const values = Object.values(WITNESSES).flatMap((some) => some.map(([value]) => value));
    expect(
      await survey({ target: All }, { count, seed, figures, values: [BASE, ...values] }, setsFor(0, 3)),
    ).toEqual([]);
  });

  it('needs each of the narrowings', () => {
    expect([...figures.met.keys()].sort()).toEqual([...NARROWINGS].sort());
  });

  afterAll(() => {
    if (process.env.DTOSPEC_FIGURES !== undefined) console.log(figures.toString());
  });
});
