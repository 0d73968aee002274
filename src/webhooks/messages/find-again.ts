import { types } from 'node:util';
import { NotificationError } from '../notifier/errors.js';
import { LONGEST_TIMER } from '../notifier/longest-timer.js';
import { onAbort } from '../notifier/on-abort.js';
import type { AttemptResult } from '../notifier/types.js';
import { untilAborted } from '../notifier/until-aborted.js';
import { InvalidEndpointError } from './errors.js';
import type { ResolvedChannel } from './options.js';
import type { WebhookPayload } from './payload.js';
import { resolveEndpoint, type ResolvedEndpoint } from './resolve-endpoint.js';

type Failed = Extract<AttemptResult, { kind: 'failed' }>;

/**
 * The endpoint of a payload that comes back from a durable engine, as it is now; `undefined` if the payload goes to none.
 * While the application cannot look it up another attempt may succeed; one that is gone or disabled is given up.
 */
export async function findAgain(
  { endpoint: id, url }: WebhookPayload,
  channel: ResolvedChannel,
  signal: AbortSignal,
): Promise<ResolvedEndpoint | Failed | undefined> {
  if (id === undefined) return undefined;
  const { findEndpoint } = channel;
  const refuse = (reason: string): Failed => failed(new InvalidEndpointError(id, reason), false);
  if (!findEndpoint) return refuse('cannot be found again: give the channel findEndpoint');
  try {
    const endpoint = await withinTime(findEndpoint(id), channel.timeout, signal);
    if (!endpoint) return refuse('is not known any more: findEndpoint() found none');
    if (endpoint.disabled === true) return refuse('is disabled');
    // Signed for one and sent to another, a message would tell each of the other.
    if (endpoint.id !== id) return refuse('was asked for, but findEndpoint() found another');
    return resolve(endpoint, url, channel);
  } catch (error) {
    return failed(new NotificationError('findEndpoint()', error), true);
  }
}

/** A look-up that never ends would keep its delivery, and its place, until the process ends. */
async function withinTime<T>(asked: T | Promise<T>, timeout: number, signal: AbortSignal): Promise<T> {
  if (!types.isPromise(asked)) return asked;
  const over = new AbortController();
  const end = (): void => {
    over.abort();
  };
  const stopListening = onAbort(signal, end);
  const timer = setTimeout(end, Math.min(timeout, LONGEST_TIMER));
  try {
    return await untilAborted(asked, over.signal, () => new Error(`it did not answer within ${timeout} ms`));
  } finally {
    clearTimeout(timer);
    stopListening();
  }
}

function resolve(
  endpoint: Parameters<typeof resolveEndpoint>[0],
  url: string | undefined,
  channel: ResolvedChannel,
): ResolvedEndpoint | Failed {
  try {
    return resolveEndpoint(endpoint, { url: url === undefined ? undefined : new URL(url) }, channel);
  } catch (error) {
    return failed(error as Error, false);
  }
}

function failed(error: Error, retryable: boolean): Failed {
  return { kind: 'failed', retryable, error };
}
