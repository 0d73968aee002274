import { ConfigError, recogniseAcrossCopies } from '../../../shared/errors.js';
import type { TypeRef } from '../types.js';

/** An invalid type. The message names the valid alternatives. */
export class TypeInputError extends ConfigError {
  constructor(
    /** The place and the problem. */
    readonly problem: string,
    /** How to fix it. */
    remedy = TYPES,
  ) {
    super(`${problem} ${remedy}`, { code: 'ERR_TYPE_INPUT' });
  }
}

const TYPES =
  'A type is a DTO class, String, Number, Boolean, Date, [Item], arrayOf(Item), mapOf(Item), oneOf(A, B) or a JSON Schema object.';

recogniseAcrossCopies({ TypeInputError });

export function lazy(resolve: () => TypeRef): TypeRef {
  return {
    kind: 'lazy',
    resolve: () => {
      try {
        return resolve();
      } catch (error) {
        if (error instanceof TypeInputError) throw error;
        throw new TypeInputError(`The function that should return the type throws: ${String(error)}.`);
      }
    },
  };
}

/**
 * Returns the first result of a function that returns types: `() => PartialType(Node)` makes another class at
 * each call, and the schema of a recursive class would never end.
 */
export function firstResult<T>(typesOf: () => T): T {
  const result = (firstResults.get(typesOf) as T | undefined) ?? typesOf();
  // Modules that import each other may not be loaded yet.
  if ([result].flat().every((type) => type !== undefined)) firstResults.set(typesOf, result);
  return result;
}

const firstResults = new WeakMap<() => unknown, unknown>();

export function resolveLazy(type: TypeRef): Exclude<TypeRef, { kind: 'lazy' }> {
  return type.kind === 'lazy' ? resolveLazy(type.resolve()) : type;
}

/** Resolves lazy references. An invalid type becomes unknown here; the schema compiler reports it. */
export function resolveLazyOrUnknown(type: TypeRef): Exclude<TypeRef, { kind: 'lazy' }> {
  if (type.kind !== 'lazy') return type;
  try {
    return resolveLazy(type);
  } catch (error) {
    if (error instanceof TypeInputError) return { kind: 'unknown' };
    throw error;
  }
}
