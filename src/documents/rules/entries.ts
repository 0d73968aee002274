import type { RuleEntry } from './types.js';

export const MAX_REPETITION = 1000;

export function patterned(pattern: string, looser?: string): RuleEntry {
  return { type: 'string', schema: { type: 'string', pattern }, ...(looser !== undefined && { looser }) };
}

export function formatted(format: string): RuleEntry {
  return { type: 'string', schema: { type: 'string', format } };
}

export function strictlyFormatted(format: string): RuleEntry {
  return { ...formatted(format), strictFormat: true };
}

export function anyString(looser: string): RuleEntry {
  return { type: 'string', schema: { type: 'string' }, looser };
}

// Returns a decorator's options. They may have any type: JavaScript callers, or a constant that is not set.

export function optionsOf(constraint: unknown): Readonly<Record<string, unknown>> {
  return typeof constraint === 'object' && constraint !== null ? (constraint as Record<string, unknown>) : {};
}

export function constraintText(constraint: unknown): string {
  return typeof constraint === 'string' || typeof constraint === 'number' ? String(constraint) : '';
}

export type Scalar = string | number | boolean | null;

/** Returns whether a JSON value can be equal (`===`) to the constraint. Objects, NaN and bigints cannot. */
export function isScalar(value: unknown): value is Scalar {
  if (typeof value === 'number') return Number.isFinite(value);
  return value === null || typeof value === 'string' || typeof value === 'boolean';
}

/**
 * Returns the constraints to which a JSON value can be equal
 * (`===`), without duplicates. A negative zero becomes zero.
 */
export function scalarsOf(values: unknown): Scalar[] {
  if (!Array.isArray(values)) return [];
  const scalars = new Set<Scalar>();
  for (const value of values) if (isScalar(value)) scalars.add(value === 0 ? 0 : value);
  return [...scalars];
}

/** Returns what a validator answers; false if it throws, as for a locale or an algorithm without an entry. */
export function isTrue(ask: () => boolean): boolean {
  try {
    return ask();
  } catch {
    return false;
  }
}
