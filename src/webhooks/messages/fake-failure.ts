import type { AttemptResult } from '../notifier/types.js';
import { StatusError } from './errors.js';
import { WebhookResponse } from './response.js';

/** How an attempt ends that fails as a test wants it to. */
export function playedResult(failure: number | Error, origin: string): AttemptResult {
  if (typeof failure !== 'number') return { kind: 'failed', error: failure, retryable: isRetryable(failure) };
  const error = new StatusError(failure, origin);
  const kept = { body: new Uint8Array(0), truncated: false, stalled: false };
  const response = new WebhookResponse(failure, {}, kept);
  if (failure === 410) return { kind: 'gone', error, response };
  return { kind: 'failed', error, response, retryable: error.retryable };
}

/** Our own errors know; any other stands for a failure that passes. */
function isRetryable(error: Error & { readonly retryable?: unknown }): boolean {
  return error.retryable !== false;
}
