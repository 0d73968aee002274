import type { Constructor } from './types.js';

// Kinds of values and their names in messages, for JavaScript callers.

export function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  return typeof value === 'function' || (typeof value === 'object' && value !== null)
    ? kindOf(value)
    : String(value);
}

export function kindOf(value: unknown): string {
  if (typeof value === 'function') return isClass(value) ? `the class ${value.name}` : 'a function';
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

/**
 * Returns whether a value is a class: the `prototype` of classes and built-in constructors is read-only,
 * unlike that of functions.
 */
export function isClass(value: unknown): value is { name: string } {
  return (
    typeof value === 'function' && Object.getOwnPropertyDescriptor(value, 'prototype')?.writable === false
  );
}

/** Returns whether `new` may create instances. Arrow functions and methods have no prototype. */
export function isConstructor(value: unknown): value is Constructor {
  return typeof value === 'function' && typeof (value as { prototype?: unknown }).prototype === 'object';
}

export function isOrExtends(target: Constructor, base: Constructor): boolean {
  return target === base || target.prototype instanceof base;
}

export function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function setMember<T>(object: Record<string, T>, name: string, value: T): void {
  if (name !== '__proto__') object[name] = value;
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** Returns whether a value is a Date, also of another realm (node:vm, jest). */
export function isDate(value: unknown): value is Date {
  return hasTag(value, 'Date');
}

/** Returns whether a value is of a built-in class, also of another realm (node:vm, jest). */
export function hasTag(value: unknown, name: 'Date' | 'Map' | 'Set' | 'ArrayBuffer'): boolean {
  return Object.prototype.toString.call(value) === `[object ${name}]`;
}

/**
 * Objects and lists in each other that a schema, an example or a document may have. The stack has a limit.
 */
export const MOST_LEVELS = 1_500;

export const TOO_DEEP = `the value is nested more than ${MOST_LEVELS} levels deep`;

/**
 * Returns whether objects and lists are nested more than
 * `MOST_LEVELS` deep. It uses a list, since they may be.
 */
export function isTooDeep(value: unknown): boolean {
  const seen = new Set<unknown>();
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MOST_LEVELS) return true;
    const below: unknown[] = [];
    for (const item of level) {
      if (typeof item !== 'object' || item === null || seen.has(item)) continue;
      seen.add(item);
      for (const member of Object.values(item))
        if (typeof member === 'object' && member !== null) below.push(member);
    }
    level = below;
  }
  return false;
}

/**
 * Returns the first part of the value that JSON cannot represent, for a message; undefined if there is none.
 */
export function nonJsonIn(value: unknown, above: ReadonlySet<unknown> = new Set()): string | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : String(value);
  if (typeof value !== 'object') return show(value);
  if (above.has(value)) return 'a value that contains itself';
  if (above.size > MOST_LEVELS) return `a value that is nested more than ${MOST_LEVELS} levels deep`;
  if (!Array.isArray(value) && !isPlain(value)) return 'an instance of a class';
  const path = new Set(above).add(value);
  for (const item of Object.values(value)) {
    const fault = nonJsonIn(item, path);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** The containers whose items class-transformer and class-validator visit. */
export type Collection = readonly unknown[] | Set<unknown> | Map<unknown, unknown>;

export function isCollection(value: unknown): value is Collection {
  return Array.isArray(value) || value instanceof Set || value instanceof Map;
}

/** Returns whether a value is an object literal or has no prototype. */
export function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/**
 * Returns a copy as plain JSON: dates become strings, undefined members are left out, and a bigint becomes a
 * number if that is exact.
 * @throws TypeError for a value that contains itself, or that the stack is too small for
 */
export function plainJson<T>(value: T): T {
  const text = textOf(value);
  return (text === undefined ? undefined : JSON.parse(text)) as T;
}

/** Returns JSON text of a value. A replacer is slower, so only values with a bigint use one. */
function textOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return replaceBigints(value);
  }
}

function replaceBigints(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, (_, member: unknown) =>
      typeof member === 'bigint' ? plainBigint(member) : member,
    );
  } catch (error) {
    const isCircular = error instanceof TypeError && /circular|cyclic/i.test(error.message);
    if (!isCircular && !(error instanceof RangeError)) throw error;
    throw new TypeError(isCircular ? 'the value contains itself' : TOO_DEEP, { cause: error });
  }
}

function plainBigint(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}

type WithUndefined<T> = { [K in keyof T]: T[K] | undefined };

export function omitUndefined<T extends object>(object: WithUndefined<T>): T {
  const kept: Partial<T> = {};
  for (const name of Object.keys(object) as (keyof T)[])
    if (object[name] !== undefined) kept[name] = object[name];
  return kept as T;
}
