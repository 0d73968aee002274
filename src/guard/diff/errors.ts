import { DtospecError, recogniseAcrossCopies } from '../../shared/errors.js';

/** A document that cannot be compared: it is none, of another version, or has no object where one must be. */
export class DiffError extends DtospecError {
  override readonly name = 'DiffError';
  readonly code = 'ERR_DIFF';
}

recogniseAcrossCopies({ DiffError });
