import { NotificationError } from '../notifier/errors.js';
import type { AttemptResult } from '../notifier/types.js';
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
): Promise<ResolvedEndpoint | Failed | undefined> {
  if (id === undefined) return undefined;
  const { findEndpoint } = channel;
  const refuse = (reason: string): Failed => failed(new InvalidEndpointError(id, reason), false);
  if (!findEndpoint) return refuse('cannot be found again: give the channel findEndpoint');
  try {
    const endpoint = await findEndpoint(id);
    if (!endpoint) return refuse('is not known any more: findEndpoint() found none');
    if (endpoint.disabled === true) return refuse('is disabled');
    // Signed for one and sent to another, a message would tell each of the other.
    if (endpoint.id !== id) return refuse('was asked for, but findEndpoint() found another');
    return resolve(endpoint, url, channel);
  } catch (error) {
    return failed(new NotificationError('findEndpoint()', error), true);
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
