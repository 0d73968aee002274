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
