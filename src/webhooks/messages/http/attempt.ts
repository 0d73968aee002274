import { DeliveryAbortedError } from '../../notifier/errors.js';
import { onAbort } from '../../notifier/abort-signals.js';
import type { AttemptContext, AttemptResult } from '../../notifier/channel.js';
import {
  BlockedAddressError,
  NetworkError,
  StatusError,
  TimeoutError,
  type WebhookError,
} from '../errors.js';
import { type HttpClient, type HttpRequest, ResponseReader, type WebhookResponse } from './response.js';

export function attemptRequest(
  request: HttpRequest,
  { signal, attempt }: Pick<AttemptContext, 'signal' | 'attempt'>,
  { client, timeout }: { readonly client: HttpClient; readonly timeout: number },
): Promise<AttemptResult> {
  const { origin } = request.target;
  return new Promise((resolve) => {
    let cancel = (): void => undefined;
    const reader = new ResponseReader(origin, timeout, (response, error) => {
      stopListening();
      // The connection of an incomplete response cannot be used again.
      if (!response || response.truncated) cancel();
      resolve(response ? judge(response, origin) : explain(error, origin, timeout));
    });
    const stopListening = onAbort(signal, () => {
      reader.fail(new DeliveryAbortedError(attempt));
    });
    cancel = client(request, reader);
  });
}

function judge(response: WebhookResponse, origin: string): AttemptResult {
  const { status, headers } = response;
  if (status >= 200 && status < 300) return { kind: 'sent', response };
  const error = new StatusError(status, origin);
  if (status === 410) return { kind: 'gone', response, error };
  const retryAfter = parseRetryAfter(headers['retry-after'], Date.now());
  return { ...failed(error), response, ...(retryAfter !== undefined && { retryAfter }) };
}

/** Codes of a connection that another request of its pool began, so that its time ended first. */
const CONNECT_TIMEOUTS: ReadonlySet<string> = new Set(['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT']);

function explain(error: unknown, origin: string, timeout: number): AttemptResult {
  if (error instanceof DeliveryAbortedError) return { kind: 'failed', retryable: false, error };
  if (error instanceof TimeoutError) return failed(error);
  const reason = reasonOf(error);
  if (CONNECT_TIMEOUTS.has(reason)) return failed(new TimeoutError(origin, timeout));
  return failed(findBlocked(error) ?? new NetworkError(origin, reason));
}

function failed(error: WebhookError): { kind: 'failed'; retryable: boolean; error: Error } {
  return { kind: 'failed', retryable: error.retryable, error };
}

/** Returns the BlockedAddressError inside an error: HTTP clients wrap the lookup's error, once or more. */
function findBlocked(error: unknown): BlockedAddressError | undefined {
  if (error instanceof BlockedAddressError) return error;
  return error instanceof Error && error.cause !== undefined ? findBlocked(error.cause) : undefined;
}

/** Returns only the error's code, since a client's error may contain the whole request. */
function reasonOf(error: unknown): string {
  const { code, name } = (error ?? {}) as { readonly code?: unknown; readonly name?: unknown };
  // undici's error for a response that its parser refuses has
  // no code. A status below 100 fails an assertion of undici.
  if (name === 'HTTPParserError' || code === 'ERR_ASSERTION') return 'INVALID_HTTP_RESPONSE';
  return typeof code === 'string' && /^[A-Z0-9_]+$/.test(code) ? code : 'no further reason';
}

/**
 * Formats of HTTP dates (RFC 9110, section 5.6.7): IMF-fixdate
 * and the two obsolete forms that recipients must accept.
 */
const HTTP_DATES = [
  /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
  /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

/**
 * Reads a `Retry-After` header (RFC 9110, section 10.2.3): seconds or a date. Other values are ignored.
 * @param now milliseconds since the epoch
 * @returns milliseconds to wait, 0 for a date in the past
 */
export function parseRetryAfter(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  if (!HTTP_DATES.some((form) => form.test(text))) return undefined;
  // The asctime form has no zone and means GMT.
  const date = Date.parse(text.endsWith('GMT') ? text : `${text} GMT`);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
