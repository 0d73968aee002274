import { isConstructor } from '../../../shared/values.js';

/** An object of which nothing is sure: decorators of a foreign library take what they are given. */
export type Loose = Readonly<Record<string, unknown>>;

/** A function that returns the type: an arrow function, or what the compiler made of one, named by its member. */
export function isThunk(type: unknown): type is () => unknown {
  return typeof type === 'function' && (!isConstructor(type) || type.name === 'type');
}

/** A plain object. */
export function isLoose(value: unknown): value is Loose {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The object with each value changed. */
export function mapLoose<T>(object: Loose, change: (value: Loose) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value as Loose)]));
}

/** The object without its undefined members. */
export function defined(object: Loose): Loose {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}
