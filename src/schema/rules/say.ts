import type { Schema } from '../../json-schema/schema.js';
import type { RuleEntry, RuleSchema } from './types.js';

/** The schema says what the validator does, no more and no less. */
export function exactly(schema: Schema): RuleSchema {
  return { schema };
}

/** The schema accepts all that the validator accepts, and something beyond. */
export function atLeast(schema: Schema, inexact: string): RuleSchema {
  return { schema, inexact };
}

/** Nothing passes: the validator rejects every value, or throws on it. */
export const nothing: RuleSchema = { schema: { not: {} } };

/** Everything but null passes; null is the property's business. */
export const anything: RuleSchema = { schema: {} };

/** The same schema whatever the constraints. */
export function always(said: RuleSchema): RuleEntry {
  return () => said;
}

/** A string of a regular language: `pattern` is ECMA-262 with the `u` flag. */
export function text(pattern: string, more: Schema = {}): RuleSchema {
  return exactly({ type: 'string', ...more, pattern });
}

/** A string of which a regular expression can only say the outline. */
export function textAtLeast(pattern: string, inexact: string, more: Schema = {}): RuleSchema {
  return atLeast({ type: 'string', ...more, pattern }, inexact);
}

/** The options object of a validator, or an empty one. */
export function optionsOf(constraint: unknown): Readonly<Record<string, unknown>> {
  return typeof constraint === 'object' && constraint !== null ? (constraint as Record<string, unknown>) : {};
}

/** Whether JSON can carry the value and `===` can meet it: no object, no NaN, no bigint. */
export function isScalar(value: unknown): value is string | number | boolean | null {
  if (typeof value === 'number') return Number.isFinite(value);
  return value === null || typeof value === 'string' || typeof value === 'boolean';
}

/** Values that a JSON value can be identical to, each once; a negative zero is a zero. */
export function scalarsOf(values: Iterable<unknown>): (string | number | boolean | null)[] {
  return [...new Set([...values].filter(isScalar).map((value) => (value === 0 ? 0 : value)))];
}

/** `const` or `enum` of the given scalars, with their type where they share one. */
export function oneOf(values: readonly (string | number | boolean | null)[]): RuleSchema {
  const [first, ...rest] = values;
  if (first === undefined) return nothing;
  const type = typeOf(values);
  return exactly({
    ...(type && { type }),
    ...(rest.length === 0 ? { const: first } : { enum: [...values] }),
  });
}

function typeOf(values: readonly unknown[]): 'string' | 'integer' | 'number' | 'boolean' | undefined {
  if (values.every((value) => typeof value === 'string')) return 'string';
  if (values.every((value) => Number.isInteger(value))) return 'integer';
  if (values.every((value) => typeof value === 'number')) return 'number';
  if (values.every((value) => typeof value === 'boolean')) return 'boolean';
  return undefined;
}

/** A constraint that is a name or a number (a version, a locale, an algorithm) as text. */
export function nameOf(constraint: unknown): string {
  return typeof constraint === 'string' || typeof constraint === 'number' ? String(constraint) : '';
}

/** The row of a table, never what its prototype has. */
export function rowOf<Row>(table: Readonly<Record<string, Row>>, key: string): Row | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
