import 'reflect-metadata';
import type { Report } from '../../shared/diagnostics.js';
import type { Constructor } from '../../shared/types.js';

// A global symbol: two copies of this package in one process read each other's metadata.
const UNKNOWN_KEYS = Symbol.for('dtospec:unknown-keys');

/** A key that a mapped type was given and its class does not have. */
export interface UnknownKey {
  /** `PickType(User)`. */
  readonly mapping: string;
  readonly key: string;
  readonly known: readonly string[];
}

/** Notes keys on the class that was made. */
export function noteUnknownKeys(mapped: Constructor, keys: readonly UnknownKey[]): void {
  Reflect.defineMetadata(UNKNOWN_KEYS, [...unknownKeysOf(mapped), ...keys], mapped);
}

/** What is noted of the class or of one that it extends. */
export function unknownKeysOf(target: Constructor): readonly UnknownKey[] {
  return (Reflect.getMetadata(UNKNOWN_KEYS, target) ?? []) as readonly UnknownKey[];
}

/** A diagnostic, not an error: TypeScript knows properties that no decorator has seen. */
export function reportUnknownKeys(target: Constructor, name: string, report: Report): void {
  for (const { mapping, key, known } of unknownKeysOf(target))
    report({
      code: 'unknown-key',
      place: `${name}.${key}`,
      message: `${mapping} names "${key}", of which no decorator there knows, so it changes nothing. Correct the key (known: ${known.join(', ')}), or decorate the property.`,
    });
}
