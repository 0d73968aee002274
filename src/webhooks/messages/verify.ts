import { types } from 'node:util';
import { ConfigError } from '../../shared/errors.js';
import { equalText } from './equal-text.js';
import { readHeader, type ReceivedHeaders } from './received-headers.js';
import { checkSecret, signBody } from './signature.js';
import { parseVerifier } from './signing-keys.js';
import { signedContent, STANDARD_HEADERS } from './standard-webhooks.js';

/** An `X-Signature` header as frameworks hand it over. */
export type SignatureHeader = string | readonly string[] | null | undefined;

/**
 * Checks an `X-Signature` header against the raw body, in constant time.
 * @param rawBody exactly the bytes that were received; a body that was parsed and written again does not verify
 * @param header the header's value as received; missing or repeated counts as wrong
 * @throws ConfigError for an empty secret, or a body that is not bytes
 */
export function verifySignature(
  rawBody: Uint8Array | string,
  header: SignatureHeader,
  secret: string,
): boolean {
  checkSecret(secret, 'secret');
  const body = toBytes(rawBody);
  return typeof header === 'string' && equalText(header, signBody(body, secret));
}

/** Argument of `verifyStandardWebhook`. */
export interface VerifyStandardOptions {
  /** How far the timestamp may be from now, in seconds, against replays. @default 300 */
  readonly toleranceSeconds?: number;
  /** Milliseconds since the epoch. @default now */
  readonly now?: number;
}

/** Signatures that are tried. A sender has one for each of its secrets; each costs a pass over the body. */
const MOST_SIGNATURES = 10;

/**
 * Checks `webhook-id`, `webhook-timestamp` and `webhook-signature` against the raw body, in constant time.
 * One signature that fits one of the secrets is enough, which is how secrets are rotated. Only the first 10 are tried.
 * @param rawBody exactly the bytes that were received
 * @param secrets `whsec_…`, or `whpk_…` for Ed25519
 * @throws ConfigError for a secret that cannot be read, or a body that is not bytes
 */
export function verifyStandardWebhook(
  rawBody: Uint8Array | string,
  headers: ReceivedHeaders,
  secrets: string | readonly string[],
  options: VerifyStandardOptions = {},
): boolean {
  const body = toBytes(rawBody);
  const verifiers = (typeof secrets === 'string' ? [secrets] : secrets).map(parseVerifier);
  const id = readHeader(headers, STANDARD_HEADERS.id);
  const timestamp = readHeader(headers, STANDARD_HEADERS.timestamp);
  const signatures = readHeader(headers, STANDARD_HEADERS.signature)?.split(' ', MOST_SIGNATURES) ?? [];
  if (!id || !timestamp || !/^\d+$/.test(timestamp)) return false;
  const age = Math.abs(Math.floor((options.now ?? Date.now()) / 1000) - Number(timestamp));
  if (!(age <= (options.toleranceSeconds ?? 300))) return false; // so that NaN, as clock or as tolerance, accepts nothing
  const content = signedContent(id, timestamp, body);
  return signatures.some((signature) => verifiers.some((verify) => verify(content, signature)));
}

/** A string counts as the UTF-8 it was received as. */
export function toBytes(rawBody: Uint8Array | string): Uint8Array {
  if (typeof rawBody === 'string') return Buffer.from(rawBody, 'utf8');
  if (types.isUint8Array(rawBody)) return rawBody;
  throw new ConfigError(
    'rawBody is not the bytes of the request but something parsed. Keep the raw bytes, e.g. with expressRawBody().',
  );
}
