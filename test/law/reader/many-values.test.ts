import 'reflect-metadata';
import { cases } from '../corpus/cases.js';
import { nameOf } from '../corpus/case.js';
import { forget, generateClass } from '../classes/generate.js';
import { OPTION_SETS } from '../classes/option-sets.js';
import { FORMS } from './forms.js';
import { Holders } from './holders.js';
import { ReaderFigures, rejectsFields, surveyReader } from './survey-reader.js';

/** Values of the whole run. */
const LEAST = 200_000;
const CLASSES = 1_500;
const seed = Number(process.env.DTOSPEC_SEED ?? 1);

const figures = new ReaderFigures();

it.each(cases.map((tested, turn) => [nameOf(tested), tested, turn] as const))(
  'reads %s under all options as the two libraries do',
  async (_, tested, turn) => {
    for (const [index, options] of OPTION_SETS.entries()) {
      if (rejectsFields(tested, options)) continue;
      const unknownProperties = (index + turn) % 2 === 0 ? 'drop' : 'refuse';
      expect(
        await surveyReader(tested, options, unknownProperties, { count: 6, seed: seed + turn, figures }),
      ).toEqual([]);
    }
  },
);

it.each(OPTION_SETS)(
  'reads objects of classes in each holder under %j',
  async (options) => {
    for (const unknownProperties of ['drop', 'refuse'] as const)
      expect(
        await surveyReader({ target: Holders }, options, unknownProperties, { count: 200, seed, figures }),
      ).toEqual([]);
  },
  600_000,
);

it('reads generated classes as the two libraries do', async () => {
  for (let number = seed; number < seed + CLASSES; number += 1) {
    const target = generateClass(number);
    for (const options of [{}, OPTION_SETS[number % OPTION_SETS.length] ?? {}]) {
      if (rejectsFields({ target }, options)) continue;
      const unknownProperties = number % 3 === 0 ? 'refuse' : 'drop';
      expect([
        number,
        ...(await surveyReader({ target }, options, unknownProperties, { count: 25, seed: number, figures })),
      ]).toEqual([number]);
    }
    const form = Object.values(FORMS)[number % Object.keys(FORMS).length]!(target);
    const extent = { count: 10, seed: number, figures };
    expect([number, ...(await surveyReader({ target }, {}, 'drop', extent, () => form))]).toEqual([number]);
    forget(target);
  }
}, 3_600_000);

it('reads enough values', () => {
  expect(figures.values).toBeGreaterThan(LEAST);
});
