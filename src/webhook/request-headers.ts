import { mergeHeaders, type HeaderList } from './headers.js';
import type { ResolvedChannel } from './options.js';
import type { WebhookPayload } from './payload.js';
import { SIGNATURE_HEADER, signBody } from './signature.js';
import { standardHeaders } from './standard-webhooks.js';

/** What is sent unless somebody says otherwise. Nothing is decompressed, so nothing compressed is asked for. */
const OWN_HEADERS: HeaderList = [
  ['Accept', '*/*'],
  ['Accept-Encoding', 'identity'],
  ['User-Agent', 'dtospec'],
];

/** What the headers of one attempt depend on, besides message and channel. */
export interface SignedAttempt {
  /** The message's id. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** From the URL's credentials. */
  readonly authorization: string | undefined;
}

/**
 * All headers of one attempt. The message's are stronger than the channel's, and those than the automatic ones;
 * a computed signature is stronger than all, so that nobody signs by hand what was not signed (design 8).
 */
export function buildHeaders(
  payload: WebhookPayload,
  channel: ResolvedChannel,
  attempt: SignedAttempt,
): HeaderList {
  return mergeHeaders(
    OWN_HEADERS,
    attempt.authorization === undefined ? [] : [['Authorization', attempt.authorization]],
    payload.contentType === undefined ? [] : [['Content-Type', payload.contentType]],
    channel.defaultHeaders,
    payload.headers,
    signHeaders(payload, channel),
    channel.signers.length === 0 ? [] : standardHeaders({ ...attempt, body: payload.body }, channel.signers),
  );
}

function signHeaders({ body }: WebhookPayload, { signingSecret }: ResolvedChannel): HeaderList {
  if (signingSecret === undefined || body.length === 0) return [];
  return [[SIGNATURE_HEADER, signBody(body, signingSecret)]];
}
