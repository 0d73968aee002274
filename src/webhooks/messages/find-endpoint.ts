import { NotificationError } from '../notifier/errors.js';
import { type Awaitable, promiseOf } from '../notifier/awaitable.js';
import type { AttemptContext, AttemptResult } from '../notifier/channel.js';
import type { Endpoint } from './endpoint.js';
import { invalidEndpoint } from './errors.js';
import type { ResolvedChannel } from './channel-options.js';
import type { Endpoints, ResolvedEndpoint } from './resolve-endpoint.js';
import { withinTime } from './within-time.js';

type Failed = Extract<AttemptResult, { kind: 'failed' }>;

/**
 * Milliseconds after the send during which another attempt
 * follows if the endpoint is unknown: a replica may lag.
 */
const FIRST_MINUTES = 10 * 60_000;

/** An endpoint, or why its message is not sent now. */
export type FoundEndpoint = ResolvedEndpoint | Exclude<AttemptResult, { kind: 'sent' }>;

interface Search {
  readonly endpoints: Endpoints;
  readonly channel: ResolvedChannel;
  readonly context: Pick<AttemptContext, 'signal' | 'createdAt'>;
}

/**
 * Returns the current endpoint of a stored payload. If the application's look-up fails, or does not know a
 * new endpoint yet, the attempt is retried. If the endpoint is disabled, the delivery is paused.
 */
export function findAgain(
  id: string,
  url: string | undefined,
  { endpoints, channel, context }: Search,
): Awaitable<FoundEndpoint> {
  const { findEndpoint, timeout } = channel;
  if (!findEndpoint) return refuse(id, 'cannot be looked up: give the channel findEndpoint', true);
  const use = (endpoint: Endpoint | undefined): FoundEndpoint => {
    const { createdAt = 0 } = context;
    if (!endpoint)
      return refuse(id, 'is unknown: findEndpoint() found none', Date.now() - createdAt < FIRST_MINUTES);
    if (endpoint.disabled === true) return { kind: 'paused' };
    // A message signed for one endpoint must not reach another.
    if (endpoint.id !== id) return refuse(id, 'was requested, but findEndpoint() returned another one');
    try {
      return endpoints.resolve(endpoint, url === undefined ? undefined : new URL(url));
    } catch (error) {
      return failed(error as Error, false);
    }
  };
  const fail = (error: unknown): Failed => failed(new NotificationError('findEndpoint()', error), true);
  try {
    const lookup = findEndpoint(id);
    const promise = promiseOf(lookup);
    return promise
      ? withinTime(promise, timeout, context.signal).then(use, fail)
      : use(lookup as Endpoint | undefined);
  } catch (error) {
    return fail(error);
  }
}

function refuse(id: string, reason: string, retryable = false): Failed {
  return failed(invalidEndpoint(id, reason), retryable);
}

function failed(error: Error, retryable: boolean): Failed {
  return { kind: 'failed', retryable, error };
}
