import type { JsonValue } from '../shared/types.js';
import { setMember } from '../shared/values.js';

/** `undefined` is what JSON leaves out of objects. */
export type Written = JsonValue | undefined;
export type Members = Record<string, JsonValue>;

/** Goes out as it is. */
export function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

/** Every own member leaves, whatever it is called. */
export function put(members: Members, name: string, value: Written): void {
  if (value !== undefined) setMember(members, name, value);
}
