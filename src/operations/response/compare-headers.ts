import type { OperationRequest } from '../../shared/http.js';
import { mismatch, ofStatus, type StatusContext } from './mismatch.js';

/** Returns a header that middleware has already set for the response. */
export type ResponseHeaderOf = (name: string) => number | string | readonly string[] | undefined;

/** A request, and what the framework already has of the response. */
export type AskedRequest = Pick<OperationRequest, 'method' | 'headers'> & {
  readonly responseHeader?: ResponseHeaderOf | undefined;
  /** True if the application has sent a response by the framework's own means. */
  readonly isAnswered?: boolean;
};

/**
 * Compares the headers of a response with the documented
 * ones. Middleware may have set a required header before.
 */
export function compareHeaders(
  headers: Readonly<Record<string, string | string[]>>,
  at: StatusContext,
  request: AskedRequest,
): void {
  for (const { name, required, faultIn } of ofStatus(at.status, at.context.headers)?.() ?? []) {
    const value = headers[name.toLowerCase()];
    const fault = value === undefined ? undefined : faultIn([value].flat().join(', '));
    if (fault !== undefined) mismatch(`the header ${name} does not satisfy its schema: ${fault}`, at);
    if (value === undefined && required && request.responseHeader?.(name) === undefined)
      mismatch(`the required header ${name} is missing`, at);
  }
}
