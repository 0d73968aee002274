import { emitWarning } from '../../shared/runtime.js';
import { ResponseMismatchError } from '../errors.js';
import type { ReplyContext } from './documented-replies.js';

/** A response of a status, as error messages name it. */
export interface StatusContext {
  readonly status: number;
  readonly context: ReplyContext;
}

/** Returns what is documented for a status, its range or any status. */
export function ofStatus<T>(status: number, documented: ReadonlyMap<string, T>): T | undefined {
  return (
    documented.get(String(status)) ??
    documented.get(`${Math.floor(status / 100)}XX`) ??
    documented.get('default')
  );
}

/** Throws for a body without a documented class, since no class decides which of its members are sent. */
export function undocumented(what: string, body: unknown, at: StatusContext): void {
  if (body === undefined || at.context.keepsUndocumented) mismatch(what, at);
  else throw new ResponseMismatchError(messageOf(what, at));
}

/**
 * Throws or warns for a response that differs from its documentation, as the option `checkResponses` decides.
 */
export function mismatch(what: string, at: StatusContext): void {
  const { check } = at.context;
  if (check === false) return;
  const message = messageOf(what, at);
  if (check === 'throw') throw new ResponseMismatchError(message);
  emitWarning(message, { type: 'OperationWarning', code: 'ERR_RESPONSE_MISMATCH' });
}

export function messageOf(what: string, { status, context: { place } }: StatusContext): string {
  return `The response of ${place} with status ${status} differs from its documentation: ${what}.`;
}
