import { createHash } from 'node:crypto';
import { ConfigError } from '../../shared/errors.js';
import { looksLikeCredential } from './credential-headers.js';
import { InvalidHeaderError, InvalidURLError } from './errors.js';
import type { MessageSnapshot } from './message.js';
import type { ResolvedChannel } from './options.js';

/** Not a credential, whatever its name looks like. */
const IDEMPOTENCY_KEY = /^(x-)?idempotency-key$/i;

/** @throws ConfigError for a channel whose endpoints could not be found again */
export function requireFindEndpoint({ name, endpoints, findEndpoint }: ResolvedChannel): void {
  if (!endpoints || findEndpoint) return;
  throw new ConfigError(
    `The channel "${name}" has endpoints but no findEndpoint, and its notifier's engine is durable: it stores an ` +
      "endpoint's id and nothing else of it. Give new WebhookChannel({ endpoints, findEndpoint: (id) => … }) a function " +
      'that finds an endpoint, with its secrets, by its id.',
  );
}

/** @throws InvalidHeaderError, InvalidURLError for credentials that a durable engine would store */
export function requireStorable({ headers, url }: Pick<MessageSnapshot, 'headers' | 'url'>): void {
  const header = headers.find(([name]) => looksLikeCredential(name) && !IDEMPOTENCY_KEY.test(name));
  if (header)
    throw new InvalidHeaderError(
      JSON.stringify(header[0]),
      "looks like a credential, and a message's headers are stored by a durable engine. Put it into the endpoint's " +
        'headers, or give the channel defaultHeaders or attemptHeaders',
    );
  if (url && (url.username !== '' || url.password !== ''))
    throw new InvalidURLError(
      "has a user name or a password, and a message's URL is stored by a durable engine; put them into the endpoint's or the channel's URL",
    );
}

/** So long a text that two are never alike, and in which no URL can be read. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
