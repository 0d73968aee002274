import type { RuleEntry } from './types.js';

/** Longest repetition that RE2 compiles. */
export const MAX_REPETITION = 1000;

/** A string that a pattern describes; `looser` says what of the rule it leaves out. */
export function patterned(pattern: string, looser?: string): RuleEntry {
  return { type: 'string', schema: { type: 'string', pattern }, ...(looser !== undefined && { looser }) };
}

/** A string of a format of which every value that the validator accepts is one, also where formats are asserted. */
export function formatted(format: string): RuleEntry {
  return { type: 'string', schema: { type: 'string', format } };
}

/** A string of a format whose definition is stricter than the validator. */
export function strictlyFormatted(format: string, looser?: string): RuleEntry {
  return { ...formatted(format), strictFormat: true, ...(looser !== undefined && { looser }) };
}

/** Any string: what the validator asks of it cannot be said in short. */
export function anyString(looser: string): RuleEntry {
  return { type: 'string', schema: { type: 'string' }, looser };
}

// A decorator's arguments as they were given: types do not stop JavaScript, nor a constant that is not set.

/** The options object of a validator, or an empty one. */
export function optionsOf(constraint: unknown): Readonly<Record<string, unknown>> {
  return typeof constraint === 'object' && constraint !== null ? (constraint as Record<string, unknown>) : {};
}

/** A version, a locale or an algorithm as a string. */
export function nameOf(constraint: unknown): string {
  return typeof constraint === 'string' || typeof constraint === 'number' ? String(constraint) : '';
}

export type Scalar = string | number | boolean | null;

/** Whether JSON can carry the value and `===` can meet it: no object, no NaN, no bigint. */
export function isScalar(value: unknown): value is Scalar {
  if (typeof value === 'number') return Number.isFinite(value);
  return value === null || typeof value === 'string' || typeof value === 'boolean';
}

/** The values that a JSON value can be identical to, each once; a negative zero is a zero. */
export function scalarsOf(values: unknown): Scalar[] {
  if (!Array.isArray(values)) return [];
  return [...new Set(values.filter(isScalar).map((value) => (value === 0 ? 0 : value)))];
}

/** Whether the validator accepts; of an unknown locale, say, it throws on every string. */
export function accepts(ask: () => boolean): boolean {
  try {
    return ask();
  } catch {
    return false;
  }
}
