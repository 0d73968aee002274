import type { Constructor } from './types.js';

// Kinds of values and their names in messages, for callers without types.

/** Returns a value for a message: primitives as they are, other values by their kind. */
export function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  return typeof value === 'function' || (typeof value === 'object' && value !== null)
    ? kindOf(value)
    : String(value);
}

/** Returns the kind of a value without its content, which may be a secret. */
export function kindOf(value: unknown): string {
  if (typeof value === 'function') return isClass(value) ? `the class ${value.name}` : 'a function';
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/** Classes and built-in constructors have a prototype that cannot be replaced; functions do not. */
export function isClass(value: unknown): value is { name: string } {
  return (
    typeof value === 'function' && Object.getOwnPropertyDescriptor(value, 'prototype')?.writable === false
  );
}

/** Arrow functions and methods have no prototype. */
export function isConstructor(value: unknown): value is Constructor {
  return typeof value === 'function' && typeof (value as { prototype?: unknown }).prototype === 'object';
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Sets a member of an object, also one called `__proto__`. */
export function setMember<T>(object: Record<string, T>, name: string, value: T): void {
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Returns true for a string with more than white space. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** Returns the first part of the value that JSON cannot represent, for a message; undefined if there is none. */
export function nonJsonIn(value: unknown, above: ReadonlySet<unknown> = new Set()): string | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : String(value);
  if (typeof value !== 'object') return show(value);
  if (above.has(value)) return 'a value that contains itself';
  if (!Array.isArray(value) && !isPlain(value)) return 'an instance of a class';
  const path = new Set(above).add(value);
  for (const item of Object.values(value)) {
    const found = nonJsonIn(item, path);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Depth that only a value that contains itself reaches. */
const MAX_DEPTH = 1000;

/**
 * Returns a copy as plain JSON: dates become strings, undefined members are left out, and a bigint becomes a number where
 * one holds it exactly.
 * @throws TypeError for a value that contains itself
 */
export function plainJson<T>(value: T): T {
  return copy(value, '', 0) as T;
}

function copy(value: unknown, key: string | number, depth: number): unknown {
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint') return plainBigint(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) throw new TypeError('the value contains itself');
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON === 'function') {
    const said: unknown = toJSON.call(value, String(key));
    return said === value ? copyMembers(value, depth) : copy(said, key, depth + 1);
  }
  if (Array.isArray(value)) return value.map((item, index) => copy(item, index, depth + 1) ?? null);
  if (value instanceof String || value instanceof Number || value instanceof Boolean) return value.valueOf();
  return copyMembers(value, depth);
}

function copyMembers(value: object, depth: number): Record<string, unknown> {
  const copied: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const member = copy((value as Readonly<Record<string, unknown>>)[name], name, depth + 1);
    if (member !== undefined) setMember(copied, name, member);
  }
  return copied;
}

function plainBigint(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}
