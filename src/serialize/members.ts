import type { JsonValue } from '../base/types.js';

/** `undefined` is what JSON leaves out of objects. */
export type Written = JsonValue | undefined;
export type Members = Record<string, JsonValue>;

/** Goes out as it is. */
export function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}

/** Every own member leaves, whatever it is called: a plain assignment of `__proto__` would lose one. */
export function put(members: Members, name: string, value: Written): void {
  if (value === undefined) return;
  if (name !== '__proto__') members[name] = value;
  else Object.defineProperty(members, name, { value, enumerable: true, configurable: true, writable: true });
}
