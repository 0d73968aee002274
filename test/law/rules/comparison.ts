import fc from 'fast-check';
import type { SchemaType } from '../../../src/documents/json-schema/schema.js';
import { accepts } from './accepts.js';
import type { Narrowing } from '../narrowings.js';
import { narrowingsOf } from './narrowed.js';
import type { Sample } from './samples.js';
import { compile, looserOf, forget, patternsOf, schemaOf, subjectOf, type Subject } from './subject.js';
import { adversarial, valuesFor } from './values.js';

/** What class-validator and the schema of a rule alone say of the same values. */
export interface Comparison {
  readonly subject: Subject;
  readonly accepted: readonly unknown[];
  readonly rejected: readonly unknown[];
  /** Accepted by class-validator, rejected by the schema beside a type, and not by exactly one narrowing. */
  readonly wrong: readonly { type: string | undefined; value: unknown; narrowed: readonly Narrowing[] }[];
  /** The narrowings that values fell under. */
  readonly met: ReadonlySet<Narrowing>;
  /** Rejected by class-validator, accepted by a schema that claims to say all of the rule. */
  readonly unsaid: readonly unknown[];
}

export function compareSample(sample: Sample, runs: number, seed: number): Comparison {
  const subject = subjectOf(sample);
  const patterns = patternsOf(schemaOf(subject));
  const generated = runs === 0 ? [] : fc.sample(valuesFor(sample.seeds, patterns), { numRuns: runs, seed });
  const compared = compareValues(subject, [...sample.seeds, ...adversarial, ...generated]);
  forget(subject);
  return compared;
}

/** Null and absence are the property's business. */
export function compareValues(subject: Subject, values: readonly unknown[]): Comparison {
  const asked = values.filter((value) => value !== null && value !== undefined);
  const verdicts = asked.map((value) => accepts(subject.target, { p: value }));
  const accepted = asked.filter((_, index) => verdicts[index] === true);
  const rejected = asked.filter((_, index) => verdicts[index] === false);
  const met = new Set<Narrowing>();
  const passes = (value: unknown): boolean => accepts(subject.target, { p: value }) === true;
  const wrong = [...schemasBesideTypes(subject)].flatMap(([type, admits]) =>
    accepted
      .filter((value) => type === undefined || TYPES[type]!(value))
      .filter((value) => !admits(value) && !isBeyondAjv(subject, value))
      .flatMap((value) => {
        const narrowed = narrowingsOf({ value, rules: subject.rules, admits, passes });
        for (const key of narrowed) met.add(key);
        return narrowed.length === 1 ? [] : [{ type, value, narrowed }];
      }),
  );
  const admits = compile(schemaOf(subject));
  const unsaid = claimsAll(subject) ? rejected.filter((value) => admits(value) && !isOdd(value)) : [];
  return { subject, accepted, rejected, wrong, met, unsaid };
}

/** The schema without a type, and beside each type with which it is another. */
function schemasBesideTypes(subject: Subject): Map<SchemaType | undefined, (value: unknown) => boolean> {
  const seen = new Set<string>();
  const types = [undefined, ...(Object.keys(TYPES) as SchemaType[])];
  return new Map(
    types.flatMap((type) => {
      const schema = schemaOf(subject, type);
      const text = JSON.stringify(schema);
      if (seen.has(text)) return [];
      seen.add(text);
      return [[type, compile(schema)]];
    }),
  );
}

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
function isBeyondAjv({ rules }: Subject, value: unknown): boolean {
  return isHuge(value) && rules.some(({ name }) => name === 'isDivisibleBy');
}

const isHuge = (value: unknown) => typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER;

/** Whether the entries say that nothing is left out; a format says more than Ajv asks here. */
function claimsAll(subject: Subject): boolean {
  return (
    subject.rules.every(({ entry, constraints }) => looserOf(entry, constraints) === undefined) &&
    !JSON.stringify(schemaOf(subject)).includes('"format"')
  );
}

/** Values of which a schema says more than it should, and nobody would want to be told. */
function isOdd(value: unknown): boolean {
  if (typeof value === 'string') return /[\uD800-\uDFFF]|\uFE0E|\uFE0F/.test(value);
  // What an object has from its prototype, class-transformer leaves out.
  const isEmptied =
    isObject(value) && Object.keys(value).every((key) => Object.hasOwn(Object.prototype, key));
  return isHuge(value) || isEmptied;
}
