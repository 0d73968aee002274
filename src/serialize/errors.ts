import { DtospecError, recogniseAcrossCopies } from '../shared/errors.js';
/** Thrown for a value without a JSON form. The message names the place, the problem and the remedy. */
export class SerializeError extends DtospecError {
  override readonly name = 'SerializeError';
  readonly code = 'ERR_SERIALIZE';

  constructor(
    /** Path of properties to the value: `Order.items[0].order`. */
    readonly path: string,
    /** Problem and remedy. */
    readonly problem: string,
  ) {
    super(`${path} ${problem}`);
  }
}

recogniseAcrossCopies({ SerializeError });
