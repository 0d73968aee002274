import { mergeHeaders, type HeaderList } from './headers.js';
import type { ResolvedChannel } from './options.js';
import type { WebhookPayload } from './payload.js';
import { SIGNATURE_HEADER, signBody } from './signature.js';

/** What is sent unless somebody says otherwise. Nothing is decompressed, so nothing compressed is asked for. */
const OWN_HEADERS: HeaderList = [
  ['Accept', '*/*'],
  ['Accept-Encoding', 'identity'],
  ['User-Agent', 'dtospec'],
];

/**
 * All headers of one attempt. The message's are stronger than the channel's, and those than the automatic ones;
 * a computed signature is stronger than all, so that nobody signs by hand what was not signed (design 8).
 */
export function buildHeaders(
  payload: WebhookPayload,
  channel: ResolvedChannel,
  authorization: string | undefined,
): HeaderList {
  return mergeHeaders(
    OWN_HEADERS,
    authorization === undefined ? [] : [['Authorization', authorization]],
    payload.contentType === undefined ? [] : [['Content-Type', payload.contentType]],
    channel.defaultHeaders,
    payload.headers,
    signHeaders(payload, channel),
  );
}

function signHeaders({ body }: WebhookPayload, { signingSecret }: ResolvedChannel): HeaderList {
  if (signingSecret === undefined || body.length === 0) return [];
  return [[SIGNATURE_HEADER, signBody(body, signingSecret)]];
}
