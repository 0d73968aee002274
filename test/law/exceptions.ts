import { NARROWINGS } from '../../src/schema/contract.js';
import type { Verdict } from './verdict.js';

/** Something outside the law: named, so that it is known, and narrow, so that it hides nothing else. */
interface Exception {
  readonly name: string;
  readonly concerns: (value: unknown, verdict: Verdict) => boolean;
}

/**
 * Values on which class-transformer or class-validator throws instead of answering. A request that holds one
 * fails, but it is the library's accident and no rule, so a schema does not say so.
 */
const crashes: readonly Exception[] = [
  {
    name: 'an own member called "constructor" that is no function',
    concerns: (value, { thrown }) =>
      thrown?.includes("'constructor'") === true && hasKey(value, 'constructor'),
  },
  {
    name: 'an own member called "toString" or "valueOf" where @Type converts to a scalar',
    concerns: (value, { thrown }) =>
      thrown === 'Cannot convert object to primitive value' &&
      (hasKey(value, 'toString') || hasKey(value, 'valueOf')),
  },
  {
    name: 'maxDecimalPlaces of a number that is written with an exponent',
    concerns: (value, { thrown }) => thrown?.includes("'length'") === true && some(value, hasExponent),
  },
  {
    name: 'half of a surrogate pair in an address',
    concerns: (value, { thrown }) =>
      thrown === 'URI malformed' &&
      some(value, (one) => typeof one === 'string' && /\p{Surrogate}/u.test(one)),
  },
  {
    name: 'a @ValidateIf that throws',
    concerns: (_, { thrown }) => thrown === THROWN_BY_CORPUS,
  },
];

/** What the one throwing condition of the corpus (`Throwing.size`) says. */
export const THROWN_BY_CORPUS = 'No name to look at';

/** Where the declared contract says less than exact: so that a length reads as a length, a minimum as a minimum. */
const widenings: readonly Exception[] = [
  {
    name: NARROWINGS.textLength.name,
    concerns: (value) => some(value, (one) => typeof one === 'string' && /[\uFE0E\uFE0F]/.test(one)),
  },
  {
    name: NARROWINGS.dateText.name,
    concerns: (_, { failures }) => failures.some(({ rules }) => rules.every((rule) => DATE_RULES.has(rule))),
  },
  {
    name: 'Ajv does not find the text "__proto__" twice in a list of texts',
    concerns: (value) =>
      some(value, (one) => Array.isArray(one) && one.filter((text) => text === '__proto__').length > 1),
  },
  {
    name: 'an own member called "constructor" of an object without a class',
    concerns: (value) => hasKey(value, 'constructor'),
  },
];

const DATE_RULES: ReadonlySet<string> = new Set(['isDate', 'minDate', 'maxDate']);

/** The crash that a verdict is, if it is a known one. */
export function crashOf(value: unknown, verdict: Verdict): string | undefined {
  return crashes.find(({ concerns }) => concerns(value, verdict))?.name;
}

/** The reason for which the declared contract may take a value that exact refuses. */
export function wideningOf(value: unknown, verdict: Verdict): string | undefined {
  return widenings.find(({ concerns }) => concerns(value, verdict))?.name;
}

function hasKey(value: unknown, key: string): boolean {
  return some(value, (one) => isObject(one) && Object.hasOwn(one, key));
}

function hasExponent(value: unknown): boolean {
  return typeof value === 'number' && String(value).includes('e');
}

/** Whether the value or anything in it is so. */
function some(value: unknown, holds: (one: unknown) => boolean): boolean {
  return holds(value) || (isObject(value) && Object.values(value).some((one) => some(one, holds)));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
