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
