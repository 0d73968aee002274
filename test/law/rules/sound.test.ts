import fc from 'fast-check';
import type { SchemaType } from '../../../src/json-schema/schema.js';
import { rulesOutsideTable } from '../../../src/rules/outside.js';
import { accepts } from './accepts.js';
import { narrowingsOf, type Narrowing } from './narrowed.js';
import { samples } from './samples.js';
import { compile, factOf, patternsOf, schemaOf, subjectOf } from './subject.js';
import { adversarial, valuesFor } from './values.js';

const runs = Number(process.env.DTOSPEC_RUNS ?? 300);
const seed = Number(process.env.DTOSPEC_SEED ?? 20_260_101);

const inTable = samples.filter(({ decorator }) => !Object.hasOwn(rulesOutsideTable, decorator));

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: isObject,
};

/** Ajv's multipleOf divides in floating point, and asks parseInt of a quotient that may print with an exponent. */
const isHuge = (value: unknown) => typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;

/** Values of which a schema says more than it should, and nobody would want to be told. */
const isOdd = (value: unknown) =>
  isHuge(value) ||
  (typeof value === 'string' && /[\uD800-\uDFFF]|\uFE0E|\uFE0F/.test(value)) ||
  // What an object has from its prototype, class-transformer leaves out.
  (isObject(value) && Object.keys(value).every((key) => Object.hasOwn(Object.prototype, key)));

describe('what a rule accepts, its schema accepts', () => {
  const met = new Set<Narrowing>();

  it.each(inTable)('$decorator$use', (sample) => {
    const subject = subjectOf(sample);
    const patterns = patternsOf(schemaOf(subject));
    const generated = fc.sample(valuesFor(sample.seeds, patterns), { numRuns: runs, seed });
    const values = [...sample.seeds, ...adversarial, ...generated].filter(
      (value) => value !== null && value !== undefined,
    );
    const accepted = values.filter((value) => accepts(subject.target, { p: value }) === true);
    const rejected = values.filter((value) => accepts(subject.target, { p: value }) === false);

    const wrong: unknown[] = [];
    for (const type of [undefined, ...Object.keys(TYPES)] as (SchemaType | undefined)[]) {
      const admits = compile(schemaOf(subject, type));
      const concerned = accepted.filter((value) => type === undefined || TYPES[type]!(value));
      for (const value of concerned) {
        if (admits(value)) continue;
        if (subject.rules.some(({ name }) => name === 'isDivisibleBy') && isHuge(value)) continue;
        const narrowed = narrowingsOf({ value, rules: subject.rules, admits });
        for (const key of narrowed) met.add(key);
        if (narrowed.length !== 1) wrong.push({ type, value, narrowed });
      }
    }
    expect(wrong).toEqual([]);

    const admits = compile(schemaOf(subject));
    const isLooser = subject.rules.some(
      ({ entry, constraints }) => factOf(entry.looser, constraints) !== undefined,
    );
    const hasFormat = JSON.stringify(schemaOf(subject)).includes('"format"');
    if (!isLooser && !hasFormat) {
      expect(rejected.filter((value) => admits(value) && !isOdd(value))).toEqual([]);
    }
  });

  it('needed each of the narrowings', () => {
    expect([...met].sort()).toMatchInlineSnapshot(`
     [
       "canonicalSpelling",
       "dateString",
       "emojiIsOne",
       "enumMemberName",
       "plainCoordinates",
       "variationSelector",
     ]
    `);
  });
});
