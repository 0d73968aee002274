import type { Constructor } from '../src/shared/types.js';
import type { TypeInput } from './type-input.js';

/** How the instances of a registered class are documented, read and written. */
export interface RegisteredType {
  /** The class. */
  readonly target: Constructor;
  /** The type of its JSON in requests. */
  readonly input: TypeInput;
  /** The type of its JSON in responses and webhooks. */
  readonly output: TypeInput;
  /** Returns an instance, or a text with the problem. */
  readonly parse: (json: unknown) => unknown;
  readonly write: (instance: unknown) => unknown;
  /** The functions as they were given. */
  readonly definition: { readonly parse: unknown; readonly write: unknown };
}

interface Registry {
  /** Null for a class that was read before it was registered. */
  readonly types: WeakMap<object, RegisteredType | null>;
  /** False until a class is registered, so that nothing else is looked up. */
  isUsed: boolean;
}

// A global symbol, so that two copies of this package in one process have the same types.
const KEY = Symbol.for('dtospec:registered-types');

export const registry: Registry = ((globalThis as { [KEY]?: Registry })[KEY] ??= {
  types: new WeakMap(),
  isUsed: false,
});

/**
 * Returns the registered type of a class. A class without
 * one must not get it later, since others know it as it is.
 */
export function registeredTypeOf(target: object): RegisteredType | undefined {
  const { types } = registry;
  const known = types.get(target);
  if (known === undefined) types.set(target, null);
  return known ?? undefined;
}

/** Returns the registered type of a class, or of the nearest class that it extends. */
export function inheritedTypeOf(target: object): RegisteredType | undefined {
  let ancestor: object | null = target;
  while (typeof ancestor === 'function' && ancestor !== Function.prototype) {
    const registered = registeredTypeOf(ancestor);
    if (registered !== undefined) return registered;
    ancestor = Object.getPrototypeOf(ancestor) as object | null;
  }
  return undefined;
}

/** Returns a value with the JSON of its instances of registered classes. */
export function writeRegistered(value: unknown): unknown {
  if (!registry.isUsed || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(writeRegistered);
  const { constructor } = value;
  if (constructor !== Object) {
    const registered = typeof constructor === 'function' ? inheritedTypeOf(constructor) : undefined;
    return registered === undefined ? value : registered.write(value);
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]): [string, unknown] => [name, writeRegistered(member)]),
  );
}

/** Marks the functions of `typeTransform`; the same symbol in every copy of this package. */
export const TRANSFORMS: unique symbol = Symbol.for('dtospec:type-transform') as never;

/** The conversion of a `typeTransform`. */
export interface TypeTransformed {
  readonly target: Constructor;
  readonly each: boolean;
}

/** Returns the conversion of a function of `@Transform`; undefined for a function of the application. */
export function typeTransformedBy(transform: object): TypeTransformed | undefined {
  return (transform as { readonly [TRANSFORMS]?: TypeTransformed })[TRANSFORMS];
}
