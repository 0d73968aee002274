import { instanceToPlain, type ClassTransformOptions } from 'class-transformer';
import { describeClass } from '../../../src/documents/model/class-facts.js';
import type { Exposing } from '../../../src/documents/model/types.js';
import type { Constructor } from '../../../src/shared/types.js';
import { serialize } from '../../../src/serialize/serialize.js';
import type { ViewOptions } from '../../../src/serialize/view-plans.js';
import { forget, generateClass } from '../classes/generate.js';
import { judgeOf } from '../classes/schema.js';
import { valuesFor } from '../classes/values.js';
import { verdictOf } from '../verdict.js';
import { outputSchemaOf } from './output-schema.js';

/** How many classes, and the number of the first: other numbers, other classes. */
const count = Number(process.env.DTOSPEC_CLASSES ?? 12);
const first = Number(process.env.DTOSPEC_FIRST ?? process.env.DTOSPEC_SEED ?? 1);
const VALUES = 8;

/** class-transformer's options for responses, each with what of it decides what a response holds: the others change no byte. */
const OPTIONS: readonly (readonly [ClassTransformOptions, Exposing?])[] = [
  [{}],
  [{ exposeDefaultValues: true }],
  [{ exposeUnsetFields: false }],
  [{ exposeDefaultValues: true, exposeUnsetFields: false }],
  ...(
    [
      { strategy: 'excludeAll' },
      { excludeExtraneousValues: true },
      { excludePrefixes: ['a', 'ren'] },
    ] satisfies Exposing[]
  ).map((exposure) => [exposure as ClassTransformOptions, exposure] as const),
];

/** A `Number()` or a `Date` of something else: JSON cannot say it, and our serializer refuses such dates. */
const isNothing = (made: unknown): boolean =>
  (made instanceof Date || typeof made === 'number') && !Number.isFinite(made.valueOf());

function hasNothing(made: unknown): boolean {
  if (typeof made !== 'object' || made === null || made instanceof Date) return isNothing(made);
  return Object.values(made).some(hasNothing);
}

/** It throws for a list with a discriminator whose elements are no objects. */
function plainOf(made: unknown, options: ClassTransformOptions): unknown {
  try {
    return instanceToPlain(made, options);
  } catch {
    return undefined;
  }
}

/**
 * Removes the discriminator, which our serializer always writes, and members that only our decorators type: to
 * class-transformer their plain objects have no class, so it empties maps and does not exclude members of unions.
 */
function comparable(text: string, typedByUs: readonly string[]): unknown {
  return JSON.parse(text, (key, value: unknown) =>
    key === 'kind' || typedByUs.includes(key) ? undefined : value,
  );
}

const typedByUsIn = (target: Constructor): string[] =>
  [...describeClass(target).properties.values()]
    .filter(({ annotations: { type } }) => type?.form === 'map' || type?.form === 'union')
    .flatMap(({ key, exposure }) => [key, exposure?.name ?? key]);

describe('responses of generated classes to values that validation and schema accept', () => {
  let answered = 0;

  it.each(Array.from({ length: count }, (_, index) => first + index))('class %i', async (number) => {
    const target = generateClass(number, { initial: false });
    const { errorsOf } = judgeOf({ target }, {});
    const { bases } = await valuesFor({ target }, {}, VALUES, number);
    const accepted = bases.filter((value) => errorsOf(value).length === 0);
    for (const [options, exposure] of OPTIONS) {
      const view: ViewOptions = exposure === undefined ? {} : { exposure };
      const findingsIn = outputSchemaOf(target, view, false);
      const typedByUs = exposure === undefined ? [] : typedByUsIn(target);
      for (const sent of accepted) {
        const { instance } = await verdictOf({ target }, sent);
        const plain = plainOf(instance(), options);
        if (plain === undefined || hasNothing(plain)) continue;
        const ours = JSON.stringify(serialize(instance(), view));
        const theirs = JSON.stringify(plain);
        expect({ sent, options, json: comparable(ours, typedByUs) }).toEqual({
          sent,
          options,
          json: comparable(theirs, typedByUs),
        });
        expect({ sent, options, ours, findings: findingsIn(JSON.parse(ours)) }).toMatchObject({
          findings: [],
        });
        answered += 1;
      }
    }
    forget(target);
  });

  it('compares enough responses', () => {
    expect(answered).toBeGreaterThan(count * OPTIONS.length);
  });
});
