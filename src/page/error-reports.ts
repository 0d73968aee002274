import { toError } from '../shared/errors.js';
import type { DocsRequest, OnError } from '../documents/openapi/config/config.js';
import { plainRequest } from './source.js';

export interface ErrorReports {
  /** Calls `onError`. */
  readonly report: (error: unknown, request: DocsRequest) => void;
  /** Emits a process warning for an error that no framework receives, unless there is an `onError`. */
  readonly warn: (error: unknown) => void;
}

export function createErrorReports(onError: OnError | undefined): ErrorReports {
  return {
    report: (error, request) => onError?.(error, plainRequest(request, request)),
    warn: (error) => {
      if (onError === undefined) emitWarning(error);
    },
  };
}

function emitWarning(error: unknown): void {
  const { message, stack } = toError(error);
  process.emitWarning(`The documentation could not be served: ${message}`, {
    type: 'DocsWarning',
    ...(stack !== undefined && { detail: stack }),
  });
}
