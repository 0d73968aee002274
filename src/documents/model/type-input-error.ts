import { DtospecError, recogniseAcrossCopies } from '../../shared/errors.js';
import type { TypeRef } from './types.js';

/** Something stands where a type should. The message says what to write instead. */
export class TypeInputError extends DtospecError {
  override readonly name = 'TypeInputError';
  readonly code = 'ERR_TYPE_INPUT';

  constructor(
    /** What was given instead of a type, and where. */
    readonly problem: string,
    /** How to mend it. */
    remedy = TYPES,
  ) {
    super(`${problem} ${remedy}`);
  }
}

const TYPES =
  'A type is a DTO class, String, Number, Boolean, Date, [Item], arrayOf(Item), mapOf(Item), oneOf(A, B) or a JSON Schema object.';

recogniseAcrossCopies({ TypeInputError });

/** A reference that is resolved when the walk reaches it. What its function throws is a wrong type. */
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

/** Follows lazy references to what they stand for. @throws TypeInputError */
export function resolveLazy(type: TypeRef): Exclude<TypeRef, { kind: 'lazy' }> {
  return type.kind === 'lazy' ? resolveLazy(type.resolve()) : type;
}

/** As `resolveLazy`, for who asks what a type is like: whoever makes the schema of a wrong one reports it. */
export function resolveLazyOrUnknown(type: TypeRef): Exclude<TypeRef, { kind: 'lazy' }> {
  try {
    return resolveLazy(type);
  } catch (error) {
    if (error instanceof TypeInputError) return { kind: 'unknown' };
    throw error;
  }
}
