import { checkHeader, type HeaderList, mergeHeaders, withoutCredentials } from './headers.js';
import type { ResolvedChannel } from '../options.js';
import type { WebhookPayload } from '../payload.js';
import type { ResolvedEndpoint } from '../endpoint.js';
import { SIGNATURE_HEADER, signBody, standardHeaders } from '../signatures/sign.js';
import { types } from 'node:util';
import { leavePromise } from '../../../shared/errors.js';
import { requireOptions } from '../../notifier/arguments.js';
import { NotificationError } from '../../notifier/errors.js';
import type { AttemptContext } from '../../notifier/channel.js';

/** What is sent unless somebody says otherwise. Nothing is decompressed, so nothing compressed is asked for. */
const OWN_HEADERS: HeaderList = [
  ['Accept', '*/*'],
  ['Accept-Encoding', 'identity'],
  ['User-Agent', 'dtospec'],
];

/** What the headers of one attempt depend on, besides message and channel. */
interface SignedAttempt {
  /** The message's id. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** From the URL's credentials. */
  readonly authorization: string | undefined;
  /** From the channel's `attemptHeaders`. */
  readonly own: HeaderList;
}

/**
 * All headers of one attempt. The attempt's own are stronger than the endpoint's, an endpoint's are stronger than the message's, those than the channel's, and those than
 * the automatic ones; a computed signature is stronger than all, so that nobody signs by hand what was not signed.
 */
export function buildHeaders(
  payload: WebhookPayload,
  channel: ResolvedChannel,
  attempt: SignedAttempt,
  endpoint?: ResolvedEndpoint,
): HeaderList {
  const signers = endpoint?.signers ?? channel.signers;
  return mergeHeaders(
    OWN_HEADERS,
    attempt.authorization === undefined ? [] : [['Authorization', attempt.authorization]],
    payload.contentType === undefined ? [] : [['Content-Type', payload.contentType]],
    defaultHeaders(channel, endpoint),
    payload.headers,
    endpoint?.headers ?? [],
    attempt.own,
    endpoint?.isForeign === true ? [] : signHeaders(payload, channel),
    signers.length === 0 ? [] : standardHeaders({ body: payload.body, ...attempt }, signers),
  );
}

/** OpenAPI documents these elsewhere, and ignores them as parameters (3.1.0, "Parameter Object"). */
const DOCUMENTED_ELSEWHERE = new Set(['accept', 'content-type', 'authorization']);

/** What `buildHeaders` puts into every request of a channel. */
export function describeHeaders(channel: ResolvedChannel): {
  signature: boolean;
  standardWebhooks: boolean;
  names: string[];
} {
  const { endpoints, signingSecret, signers } = channel;
  // What goes to some endpoints only is not documented. Each of them signs by Standard Webhooks.
  const sent = defaultHeaders(channel, endpoints && { isForeign: true });
  return {
    signature: signingSecret !== undefined && endpoints === undefined,
    standardWebhooks: signers.length > 0 || endpoints !== undefined,
    names: sent.map(([name]) => name).filter((name) => !DOCUMENTED_ELSEWHERE.has(name.toLowerCase())),
  };
}

function defaultHeaders(
  channel: ResolvedChannel,
  endpoint: Pick<ResolvedEndpoint, 'isForeign'> | undefined,
): HeaderList {
  if (endpoint?.isForeign !== true || channel.credentialsToEndpoints) return channel.defaultHeaders;
  return withoutCredentials(channel.defaultHeaders);
}

function signHeaders({ body }: WebhookPayload, { signingSecret }: ResolvedChannel): HeaderList {
  if (signingSecret === undefined || body.length === 0) return [];
  return [[SIGNATURE_HEADER, signBody(body, signingSecret)]];
}

/**
 * The headers that the application has for one attempt.
 * @throws NotificationError if its function fails, InvalidHeaderError for what cannot be sent
 */
export function askForHeaders(
  { attemptHeaders }: ResolvedChannel,
  { endpoint }: WebhookPayload,
  { id, messageId, attempt }: AttemptContext,
  origin: string,
): HeaderList {
  if (!attemptHeaders) return [];
  const about = { id, messageId, attempt, origin, ...(endpoint !== undefined && { endpoint }) };
  return Object.entries(callSafely(attemptHeaders, about)).map(([name, value]) => checkHeader(name, value));
}

function callSafely<A>(
  ask: (about: A) => Readonly<Record<string, string>>,
  about: A,
): Readonly<Record<string, string>> {
  try {
    const headers = leavePromise(ask(about));
    if (types.isPromise(headers)) throw new TypeError('it must return the headers at once, not a promise');
    requireOptions('attemptHeaders()', '{ traceparent }', headers);
    return headers;
  } catch (error) {
    throw new NotificationError('attemptHeaders()', error);
  }
}
