import { isOverLimit } from '../shared/http.js';
import { Refusal } from './problem.js';
import { ConfigError, DtospecError, recogniseAcrossCopies } from '../shared/errors.js';

/**
 * Thrown if the connection closes before the request's body is complete. Frameworks read `status` and
 * `statusCode`.
 */
export class RequestAbortedError extends DtospecError {
  override readonly name = 'RequestAbortedError';
  readonly code = 'ERR_REQUEST_ABORTED';
  /** HTTP status of the response, if the client still reads. */
  readonly status = 400;
  /** The same as `status`, under the name that Express and Koa read. */
  readonly statusCode = 400;

  constructor(cause: unknown) {
    super('The connection closed before the request body was complete.', { cause });
  }
}

/** Returns what to throw if the stream of a request's body fails. */
export function brokenBody(cause: unknown): Error {
  return isOverLimit(cause)
    ? new Refusal(413, 'The body is longer than the server allows.')
    : new RequestAbortedError(cause);
}

export function bodyConsumed(): ConfigError {
  return new ConfigError(
    'The request body has already been read. Remove the middleware that reads it, or have it set request.body. Only the operation can read forms with files.',
    { code: 'ERR_BODY_CONSUMED' },
  );
}

/** Thrown for a response that differs from its documentation. */
export class ResponseMismatchError extends DtospecError {
  override readonly name = 'ResponseMismatchError';
  readonly code = 'ERR_RESPONSE_MISMATCH';
}

recogniseAcrossCopies({ RequestAbortedError, ResponseMismatchError });
