import type { Constructor } from '../shared/types.js';
import { isConstructor } from '../shared/values.js';

/** How a class's instances are written. */
export type Kind = 'object' | 'list' | 'map' | 'date' | 'bytes' | 'blob';

/** Classes of the language that have a form of their own in JSON; their subclasses share it. */
const KINDS: readonly (readonly [Constructor, Kind])[] = [
  [Array, 'list'],
  [Set, 'list'],
  [Map, 'map'],
  [Date, 'date'],
  [Uint8Array, 'bytes'],
  [ArrayBuffer, 'bytes'],
  [Blob, 'blob'],
];

/**
 * The class an object was made by; `Object` for plain ones. An own property called `constructor` does not count. An
 * array of another realm is one here too: in Jest, whatever `structuredClone` or a native module returns is.
 */
export function classOf(object: object): Constructor {
  const made: unknown = (Object.getPrototypeOf(object) as { constructor?: unknown } | null)?.constructor;
  if (!isConstructor(made)) return Object;
  return Array.isArray(object) && !isOrExtends(made, Array) ? Array : made;
}

export function kindOf(target: Constructor): Kind {
  return KINDS.find(([base]) => isOrExtends(target, base))?.[1] ?? 'object';
}

export function isOrExtends(target: Constructor, base: Constructor): boolean {
  return target === base || target.prototype instanceof base;
}
