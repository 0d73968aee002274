import { types } from 'node:util';
import { createHmac, randomUUID } from 'node:crypto';
import { ConfigError } from '../../../shared/errors.js';
import type { HeaderList } from '../http/headers.js';
import { parseSigner, type Signer } from './signing-keys.js';

/**
 * The value of `X-Signature` for a body: what `verifySignature` accepts. For tests of a receiver.
 * @throws TypeError for an empty secret, or a body that is not bytes
 */
export function signSignature(rawBody: Uint8Array | string, secret: string): string {
  checkSecret(secret, 'secret');
  return signBody(toBytes(rawBody), secret);
}

/** Argument of `signStandardWebhook`. */
export interface SignStandardOptions {
  /** The message's id, without dots. @default a new one */
  readonly id?: string;
  /** Milliseconds since the epoch. @default now */
  readonly now?: number;
}

/**
 * The headers of Standard Webhooks for a body: what `verifyStandardWebhook` accepts. For tests of a receiver.
 * @param secrets `whsec_…` or `whsk_…`; each signs
 * @throws TypeError for a secret that cannot be read, or a body that is not bytes
 */
export function signStandardWebhook(
  rawBody: Uint8Array | string,
  secrets: string | readonly string[],
  { id = `msg_${randomUUID()}`, now = Date.now() }: SignStandardOptions = {},
): Record<string, string> {
  const signers = parseSigners({ secrets: typeof secrets === 'string' ? [secrets] : secrets });
  return Object.fromEntries(standardHeaders({ id, now, body: toBytes(rawBody) }, signers));
}

/** The header of `signingSecret`: an HMAC-SHA256 of the body, in hex. */
export const SIGNATURE_HEADER = 'X-Signature';

/** `sha256=` and the lower-case hex HMAC-SHA256 of exactly these bytes. */
export function signBody(body: Uint8Array, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/** @throws ConfigError for a secret that would sign nothing */
export function checkSecret(secret: unknown, what: string): asserts secret is string {
  if (typeof secret === 'string' && secret !== '') return;
  throw new ConfigError(
    `${what} is empty. A signature under an empty secret proves nothing: set it or leave it out.`,
  );
}

/** Header names of the Standard Webhooks specification. */
export const STANDARD_HEADERS = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;

/** Signing as the Standard Webhooks specification says. */
export interface StandardWebhooksOptions {
  /**
   * `whsec_…` (HMAC-SHA256, `v1`) or `whsk_…` (Ed25519 private key, `v1a`). Each signs, so that receivers can change
   * over while a secret is rotated.
   */
  readonly secrets: readonly string[];
}

/** @throws ConfigError without any secret, or for one that cannot be read */
export function parseSigners({ secrets }: StandardWebhooksOptions): readonly Signer[] {
  if (secrets.length > 0) return secrets.map(parseSigner);
  throw new ConfigError(
    'standardWebhooks.secrets is empty: give at least one secret, or leave standardWebhooks out.',
  );
}

/** What is signed: id, timestamp in seconds and the raw body, joined by dots. */
export function signedContent(id: string, timestamp: string, body: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`${id}.${timestamp}.`, 'utf8'), body]);
}

/** The three headers of one attempt. The id is the same over all attempts, the timestamp is the attempt's own. */
export function standardHeaders(
  { id, now, body }: { readonly id: string; readonly now: number; readonly body: Uint8Array },
  signers: readonly Signer[],
): HeaderList {
  const timestamp = String(Math.floor(now / 1000));
  const content = signedContent(id, timestamp, body);
  return [
    [STANDARD_HEADERS.id, id],
    [STANDARD_HEADERS.timestamp, timestamp],
    [STANDARD_HEADERS.signature, signers.map((signer) => signer(content)).join(' ')],
  ];
}

/** A string counts as the UTF-8 it was received as. */
export function toBytes(rawBody: Uint8Array | string): Uint8Array {
  if (typeof rawBody === 'string') return Buffer.from(rawBody, 'utf8');
  if (types.isUint8Array(rawBody)) return rawBody;
  throw new ConfigError(
    'rawBody is not the bytes of the request but something parsed. Keep the raw bytes, e.g. with expressRawBody().',
  );
}
