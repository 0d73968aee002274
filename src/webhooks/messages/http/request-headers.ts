import { type Awaitable, promiseOf, whenReady } from '../../notifier/awaitable.js';
import { checkHeader, type HeaderList, mergeHeaders, withoutCredentials } from './headers.js';
import type { AskForHeaders, ResolvedChannel } from '../channel-options.js';
import type { WebhookPayload } from '../payload.js';
import type { ResolvedEndpoint } from '../resolve-endpoint.js';
import { SIGNATURE_HEADER, signBody, standardHeaders } from '../signatures/sign.js';
import { isRecord, kindOf } from '../../../shared/values.js';
import { NotificationError } from '../../notifier/errors.js';
import type { AttemptContext } from '../../notifier/channel.js';
import { withinTime } from '../within-time.js';

/** Default headers. They request no compression, since responses are not decompressed. */
const OWN_HEADERS: HeaderList = [
  ['Accept', '*/*'],
  ['Accept-Encoding', 'identity'],
  ['User-Agent', 'dtospec'],
];

interface SignedAttempt {
  /** The message's id. */
  readonly id: string;
  /** Time of the signature, in milliseconds since the epoch. */
  readonly now: number;
  /** Header value for the credentials in the URL. */
  readonly authorization: string | undefined;
  /** Headers that `attemptHeaders` returned. */
  readonly own: HeaderList;
}

/**
 * Returns all headers of one attempt. Later groups override
 * earlier ones, and computed signatures override all.
 */
export function buildHeaders(
  payload: WebhookPayload,
  channel: ResolvedChannel,
  attempt: SignedAttempt,
  endpoint?: ResolvedEndpoint,
): Awaitable<HeaderList> {
  const signers = endpoint?.signers ?? channel.signers;
  const signed = signers.length === 0 ? [] : standardHeaders({ body: payload.body, ...attempt }, signers);
  const merge = (signatures: HeaderList): HeaderList =>
    mergeHeaders(
      OWN_HEADERS,
      attempt.authorization === undefined ? [] : [['Authorization', attempt.authorization]],
      payload.contentType === undefined ? [] : [['Content-Type', payload.contentType]],
      defaultHeaders(channel, endpoint),
      payload.headers,
      endpoint?.headers ?? [],
      attempt.own,
      endpoint?.isForeign === true ? [] : signHeaders(payload, channel),
      signatures,
    );
  return whenReady(signed, merge);
}

/** Headers that OpenAPI ignores as parameters and documents elsewhere (3.1.0, "Parameter Object"). */
const DOCUMENTED_ELSEWHERE = new Set(['accept', 'content-type', 'authorization']);

export function describeHeaders(channel: ResolvedChannel): {
  signature: boolean;
  standardWebhooks: boolean;
  names: string[];
} {
  const { endpoints, signingSecret, signers } = channel;
  // Headers of some endpoints only are not documented. All endpoints sign by Standard Webhooks.
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

/** @throws NotificationError if the function of the application fails, is late or returns invalid headers */
export async function askForHeaders(
  ask: AskForHeaders,
  { endpoint }: WebhookPayload,
  { id, messageId, attempt, signal }: AttemptContext,
  { origin, timeout }: { readonly origin: string; readonly timeout: number },
): Promise<HeaderList> {
  const about = { id, messageId, attempt, origin, ...(endpoint !== undefined && { endpoint }) };
  try {
    const asked = ask(about);
    const promise = promiseOf(asked);
    const headers: unknown = promise ? await withinTime(promise, timeout, signal) : asked;
    if (!isRecord(headers))
      throw new TypeError(`it needs an object, as in { traceparent }, not ${kindOf(headers)}`);
    return Object.entries(headers).map(([name, value]) => checkHeader(name, value as string));
  } catch (error) {
    throw new NotificationError('attemptHeaders()', error);
  }
}
