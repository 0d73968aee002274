import { DecoratorError } from './errors.js';

// Checks of decorator arguments, for JavaScript and for casts: TypeScript refuses the same things earlier.

export function requireText(decorator: string, place: string, what: string, value: unknown): void {
  if (!isText(value))
    throw new DecoratorError(decorator, place, `needs ${what}: a non-empty string, not ${show(value)}.`);
}

/** A thunk keeps circular imports working, so the class itself is not taken. */
export function requireThunk(
  decorator: string,
  place: string,
  value: unknown,
  returns = { what: 'the type', as: 'Item' },
): void {
  if (typeof value !== 'function' || isClass(value))
    throw new DecoratorError(
      decorator,
      place,
      `needs a function that returns ${returns.what}, as in ${decorator}(() => ${returns.as}), not ${show(value)}.`,
    );
}

/** What an option may be. */
export interface OptionCheck {
  /** Follows "needs": `a name: a non-empty string`. */
  readonly what: string;
  readonly holds: (value: unknown) => boolean;
}

export const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
/** What OpenAPI allows as a component's key. */
export const isComponentName = (value: unknown): boolean =>
  typeof value === 'string' && /^[a-zA-Z0-9._-]+$/.test(value);
export const isFlag = (value: unknown): boolean => typeof value === 'boolean';

export function requireOptions(
  decorator: string,
  place: string,
  options: unknown,
  checks: Readonly<Record<string, OptionCheck>>,
): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new DecoratorError(decorator, place, `needs an object of options, not ${show(options)}.`);
  for (const [name, { what, holds }] of Object.entries(checks)) {
    const value = (options as Record<string, unknown>)[name];
    if (value !== undefined && !holds(value))
      throw new DecoratorError(decorator, place, `needs ${what}, not ${show(value)}.`);
  }
}

export function requireJson(decorator: string, place: string, value: unknown): void {
  const problem = findNonJson(value, new Set());
  if (problem !== undefined)
    throw new DecoratorError(decorator, place, `needs a JSON value; it was given ${problem}.`);
}

export function show(value: unknown): string {
  if (typeof value === 'function') return isClass(value) ? `the class ${value.name}` : 'a function';
  if (typeof value === 'string') return JSON.stringify(value);
  if (value === null || typeof value !== 'object') return String(value);
  return Array.isArray(value) ? 'an array' : 'an object';
}

/** Classes and built-in constructors have a prototype that cannot be replaced; functions do not. */
export function isClass(value: unknown): value is { name: string } {
  return (
    typeof value === 'function' && Object.getOwnPropertyDescriptor(value, 'prototype')?.writable === false
  );
}

function findNonJson(value: unknown, above: Set<unknown>): string | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : String(value);
  if (typeof value !== 'object') return show(value);
  if (above.has(value)) return 'a value that contains itself';
  const path = new Set(above).add(value);
  if (Array.isArray(value)) return value.map((item) => findNonJson(item, path)).find((p) => p !== undefined);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return 'an instance of a class';
  return Object.values(value)
    .map((item) => findNonJson(item, path))
    .find((p) => p !== undefined);
}
