import { toError } from '../shared/errors.js';
import type { DocsRequest, OnError } from '../documents/openapi/config.js';
import { plainRequest } from './source.js';

/** Makes errors of the application's own code seen. */
export interface ErrorReports {
  /** Tells `onError`. */
  readonly report: (error: unknown, request: DocsRequest) => void;
  /** For an error that no framework takes: a warning of the process, unless `onError` has been told. */
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
