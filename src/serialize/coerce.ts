import type { Hint } from './hint.js';

/** What class-transformer makes of a value whose `@Type` is one of these. */
const COERCIONS = new Map<unknown, (value: never) => unknown>([
  [String, String],
  [Number, Number],
  [Boolean, Boolean],
  [Date, (value: string | number | Date) => (value instanceof Date ? value : new Date(value))],
  [Buffer, (value: string) => Buffer.from(value)],
]);

/** The value as its `@Type` has it. Null and absence stay; lists and maps are for their elements. */
export function coerce(value: unknown, hint: Hint): unknown {
  if (value === undefined || value === null || hint.record) return value;
  const coercion = COERCIONS.get(hint.target);
  if (coercion === undefined || Array.isArray(value) || value instanceof Set || value instanceof Map)
    return value;
  return coercion(value as never);
}
