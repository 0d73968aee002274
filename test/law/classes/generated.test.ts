import { seededRandom } from '../../fixtures/random.js';
import { compare } from './compare.js';
import { forget, generateClass, generateTuple } from './generate.js';
import { OPTION_SETS } from './option-sets.js';
import { Figures, survey } from './figures.js';

/** How many classes, and the number of the first: other numbers, other classes. */
const count = Number(process.env.DTOSPEC_CLASSES ?? 30);
const first = Number(process.env.DTOSPEC_FIRST ?? process.env.DTOSPEC_SEED ?? 1);

const numbers = (many: number): number[] => Array.from({ length: many }, (_, index) => first + index);

describe('the schemas of generated classes accept every value that validation accepts', () => {
  const figures = new Figures();

  it.each(numbers(count))('class %i', async (number) => {
    const target = generateClass(number);
    const random = seededRandom(number);
    const sets = [{}, ...Array.from({ length: 3 }, () => random.pick(OPTION_SETS))];
    expect(await survey({ target }, { count: 8, seed: number, figures }, sets)).toEqual([]);
    forget(target);
  });

  it.each(numbers(count * 5))('accepts values of a property with several decorators: %i', async (number) => {
    const { target, values } = generateTuple(number);
    const { wrong } = await compare({ target }, seededRandom(number).pick(OPTION_SETS), values);
    expect(wrong).toEqual([]);
    forget(target);
  });

  it('accepts and refuses values', () => {
    expect(figures.accepted).toBeGreaterThan(count);
    expect(figures.agreed).toBeGreaterThan(count);
  });

  afterAll(() => {
    if (process.env.DTOSPEC_FIGURES !== undefined) console.log(figures.toString());
  });
});
