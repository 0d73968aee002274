import { isBytes, utf8 } from '../../../shared/bytes.js';
import { hmacOf } from '../../../shared/digest.js';
import { ConfigError } from '../../../shared/errors.js';
import { kindOf } from '../../../shared/values.js';
import type { HeaderList } from '../http/headers.js';
import { type Awaitable, isPromise } from '../../notifier/awaitable.js';
import { atOnce, parseSigner, type SignedContent, type Signer } from './signing-keys.js';

/**
 * Returns a valid `X-Signature` header for a body. Use it to test a receiver with `verifySignature`.
 * @throws ConfigError for an empty secret, or a body that is not bytes
 */
export function signSignature(rawBody: Uint8Array | string, secret: string): string {
  checkSecret(secret, 'secret');
  return signBody(toBytes(rawBody), secret);
}

/** Options of `signStandardWebhook`. */
export interface SignStandardOptions {
  /** The message's id, without dots. @default a new one */
  readonly id?: string;
  /** Time in milliseconds since the epoch. @default now */
  readonly now?: number;
}

/**
 * Returns valid Standard Webhooks headers for a body. Use it to test a receiver with `verifyStandardWebhook`.
 * @param secrets `whsec_…` or `whsk_…`; there is one signature for each
 * @throws ConfigError for an unreadable secret, or a body that is not bytes
 */
export function signStandardWebhook(
  rawBody: Uint8Array | string,
  secrets: string | readonly string[],
  { id = `msg_${crypto.randomUUID()}`, now = Date.now() }: SignStandardOptions = {},
): Record<string, string> {
  const signers = parseSigners({ secrets: typeof secrets === 'string' ? [secrets] : secrets });
  const headers = standardHeaders({ id, now, body: toBytes(rawBody) }, signers);
  return Object.fromEntries(atOnce(headers, 'sign with whsec_ secrets'));
}

/** Name of the header for `signingSecret`: an HMAC-SHA256 of the body, in hex. */
export const SIGNATURE_HEADER = 'X-Signature';

export function signBody(body: Uint8Array, secret: string): string {
  return `sha256=${hmacOf(secret, body, 'hex')}`;
}

export function checkSecret(secret: unknown, what: string): asserts secret is string {
  // A template of an unset variable, as in `${process.env.SECRET}`, has the text undefined.
  if (typeof secret === 'string' && secret.trim() !== '' && secret !== 'undefined') return;
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

/** Options of Standard Webhooks signatures. */
export interface StandardWebhooksOptions {
  /**
   * `whsec_…` (HMAC-SHA256, `v1`) or `whsk_…` (Ed25519 private key, `v1a`). A request has a signature for
   * each secret, so you can rotate them.
   */
  readonly secrets: readonly string[];
}

export function parseSigners({ secrets }: StandardWebhooksOptions): readonly Signer[] {
  if (!Array.isArray(secrets))
    throw new ConfigError(
      `secrets needs an array, as in [process.env.WEBHOOK_SECRET], not ${kindOf(secrets)}.`,
    );
  if (secrets.length > 0) return secrets.map(parseSigner);
  throw new ConfigError(
    'standardWebhooks.secrets is empty: give at least one secret, or leave standardWebhooks out.',
  );
}

/**
 * Returns the content that Standard Webhooks signs: id, timestamp in seconds and raw body, joined by dots.
 */
export function signedContent(id: string, timestamp: string, body: Uint8Array): SignedContent {
  return { prefix: `${id}.${timestamp}.`, body };
}

export function standardHeaders(
  { id, now, body }: { readonly id: string; readonly now: number; readonly body: Uint8Array },
  signers: readonly Signer[],
): Awaitable<HeaderList> {
  const timestamp = String(Math.floor(now / 1000));
  const content = signedContent(id, timestamp, body);
  const list = (signatures: readonly string[]): HeaderList => [
    [STANDARD_HEADERS.id, id],
    [STANDARD_HEADERS.timestamp, timestamp],
    [STANDARD_HEADERS.signature, signatures.join(' ')],
  ];
  const signatures = signers.map((signer) => signer(content));
  return signatures.some(isPromise)
    ? Promise.all(signatures.map((one) => Promise.resolve(one))).then(list)
    : list(signatures as string[]);
}

export function toBytes(rawBody: Uint8Array | string): Uint8Array {
  if (typeof rawBody === 'string') return utf8(rawBody);
  if (isBytes(rawBody)) return rawBody;
  throw new ConfigError(
    'rawBody is not the bytes of the request but something parsed. Keep the raw bytes, e.g. with expressRawBody().',
  );
}
