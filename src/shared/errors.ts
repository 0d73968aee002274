import { markAs, recogniseAcrossCopies } from './across-copies.js';

/** Every error that this package throws or hands over; `instanceof` holds across copies of the package. */
export abstract class DtospecError extends Error {
  /** Stable: `ERR_CONFIG`, `ERR_WEBHOOK_TIMEOUT`, …; of one invalid place in a document its diagnostic's code. */
  abstract readonly code: string;
}

/** An option, an argument or a set-up that cannot work. Thrown before anything is done. */
export class ConfigError extends DtospecError {
  override readonly name: string = 'ConfigError';
  readonly code: string = 'ERR_CONFIG';
}

/** Errors that join others: `AggregateError`s, which cannot extend DtospecError as well. */
export abstract class DtospecErrors extends AggregateError implements DtospecError {
  abstract readonly code: string;
}

recogniseAcrossCopies({ DtospecError, ConfigError });
markAs('DtospecError', DtospecErrors);
