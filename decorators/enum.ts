import type { EnumMember } from './type-input.js';

/** A TypeScript enum, a `const` object used as one, or a list of values. */
export type EnumLike = Readonly<Record<string, string | number>> | readonly (string | number)[];

/**
 * Returns the members in the order of the source. The object of a numeric enum also maps each value back to its
 * name; those entries are not members.
 */
export function enumMembers(values: unknown): EnumMember[] {
  if (typeof values !== 'object' || values === null) return [];
  if (Array.isArray(values)) return values.filter(isValue).map((value) => ({ name: String(value), value }));
  const entries = Object.entries(values as Record<string, unknown>);
  return entries.flatMap(([name, value]) =>
    isValue(value) && !isReverse(values as Record<string, unknown>, name, value) ? [{ name, value }] : [],
  );
}

function isValue(value: unknown): value is string | number {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
}

/** Returns true for `0` in `{ 0: 'Red', Red: 0 }`: TypeScript adds such keys to numeric enums. */
function isReverse(values: Record<string, unknown>, name: string, value: string | number): boolean {
  return typeof value === 'string' && String(Number(name)) === name && values[value] === Number(name);
}
