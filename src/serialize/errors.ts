import { DtospecError, recogniseAcrossCopies } from '../shared/errors.js';
/** A value that no JSON text stands for. The message says where it is, what it is and how to mend it. */
export class SerializeError extends DtospecError {
  override readonly name = 'SerializeError';
  readonly code = 'ERR_SERIALIZE';

  constructor(
    /** The properties that lead to the value, by their names in the classes: `Order.items[0].order`. */
    readonly path: string,
    /** What is wrong there, and the remedy. */
    readonly problem: string,
  ) {
    super(`${path} ${problem}`);
  }
}

recogniseAcrossCopies({ SerializeError });
