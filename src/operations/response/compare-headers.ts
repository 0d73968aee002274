import type { OperationRequest } from '../../shared/http.js';
import { mismatch, ofStatus, type StatusContext } from './mismatch.js';

/** A request, and whether the framework already has a header of the response. */
export type AskedRequest = Pick<OperationRequest, 'method' | 'headers'> & {
  readonly hasResponseHeader?: (name: string) => boolean;
};

/** Compares the headers of a response with the documented ones. Middleware may have set a required header before. */
export function compareHeaders(
  headers: Readonly<Record<string, string | string[]>>,
  at: StatusContext,
  request: AskedRequest,
): void {
  for (const { name, required, faultIn } of ofStatus(at.status, at.context.headers)?.() ?? []) {
    const value = headers[name.toLowerCase()];
    const fault = value === undefined ? undefined : faultIn([value].flat().join(', '));
    if (fault !== undefined) mismatch(`the header ${name} does not satisfy its schema: ${fault}`, at);
    if (value === undefined && required && request.hasResponseHeader?.(name) !== true)
      mismatch(`the required header ${name} is missing`, at);
  }
}
