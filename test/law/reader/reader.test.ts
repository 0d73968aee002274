import 'reflect-metadata';
import { Type } from 'class-transformer';
import fc from 'fast-check';
import { nameOf } from '../corpus/case.js';
import { cases } from '../corpus/cases.js';
import { forget, generateClass } from '../classes/generate.js';
import { OPTION_SETS } from '../classes/option-sets.js';
import { samples } from '../rules/samples.js';
import { valuesFor } from '../rules/values.js';
import { FORMS } from './forms.js';
import { HELD, Holders } from './holders.js';
import { differences, ReaderFigures, rejectsFields, surveyReader } from './survey-reader.js';

// The reader of operations does what the schema, class-transformer and class-validator do: verdict, instance, messages and
// their order. `many-values.test.ts` has the long run.

const seed = Number(process.env.DTOSPEC_SEED ?? 1);
const count = Number(process.env.DTOSPEC_RUNS ?? 3);
const CLASSES = 30;

const figures = new ReaderFigures();
const ways = (turn: number) => [{}, OPTION_SETS[(turn + seed) % OPTION_SETS.length] ?? {}];

it.each(cases.map((tested, turn) => [nameOf(tested), tested, turn] as const))(
  'reads the class %s of the corpus',
  async (_, tested, turn) => {
    for (const options of ways(turn)) {
      if (rejectsFields(tested, options)) continue;
      for (const unknownProperties of ['drop', 'refuse'] as const)
        expect(
          await surveyReader(tested, options, unknownProperties, { count, seed: seed + turn, figures }),
        ).toEqual([]);
    }
  },
);

it.each(Array.from({ length: CLASSES }, (_, index) => seed + index))(
  'reads the generated class %i',
  async (number) => {
    const target = generateClass(number);
    const unknownProperties = number % 3 === 0 ? 'refuse' : 'drop';
    for (const options of ways(number)) {
      if (rejectsFields({ target }, options)) continue;
      expect(
        await surveyReader({ target }, options, unknownProperties, { count, seed: number, figures }),
      ).toEqual([]);
    }
    forget(target);
  },
);

it.each(
  Object.entries(FORMS).flatMap(([name, form]) =>
    Array.from({ length: CLASSES }, (_, index) => [name, 1_000 * seed + index, form] as const),
  ),
)('reads %s of the generated class %i', async (_, number, form) => {
  const target = generateClass(number);
  // The form creates classes: each look at it would create others.
  const type = form(target);
  for (const options of ways(number)) {
    if (rejectsFields({ target }, options)) continue;
    const unknownProperties = (['drop', 'refuse', 'keep'] as const)[number % 3] ?? 'drop';
    const extent = { count, seed: number, figures };
    expect(await surveyReader({ target }, options, unknownProperties, extent, () => type)).toEqual([]);
  }
  forget(target);
});

it.each(ways(1))('reads objects of classes in each holder under %j', async (options) => {
  const tested = { target: Holders };
  for (const unknownProperties of ['drop', 'refuse'] as const)
    expect([
      ...(await surveyReader(tested, options, unknownProperties, { count: count * 10, seed, figures })),
      ...(await differences(tested, options, unknownProperties, HELD, figures)),
    ]).toEqual([]);
});

it.each(samples)('checks $decorator$use', async (sample) => {
  class Target {}
  sample.apply(Target.prototype, 'p');
  if (sample.type) Type(sample.type)(Target.prototype, 'p');
  const values = fc.sample(valuesFor(sample.seeds, []), { numRuns: count * 4, seed });
  const objects = [...sample.seeds, ...values].map((p) => ({ p }));
  expect(await differences({ target: Target }, {}, 'drop', [{}, { p: null }, ...objects], figures)).toEqual(
    [],
  );
  forget(Target);
});

it('walks most classes, and accepts some values', () => {
  expect(figures.accepted).toBeGreaterThan(500);
  expect(figures.readInParts).toBeLessThan(figures.walked / 20);
});
