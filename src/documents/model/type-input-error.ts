import { DtospecError, recogniseAcrossCopies } from '../../shared/errors.js';

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
