import { equalText, parseVerifier } from './signing-keys.js';
import { checkSecret, signBody, signedContent, STANDARD_HEADERS, toBytes } from './sign.js';

/** The value of an `X-Signature` header, as frameworks provide it. */
export type SignatureHeader = string | readonly string[] | null | undefined;

/**
 * Checks an `X-Signature` header against the raw body, in constant time.
 * @param rawBody exactly the received bytes; a body that was parsed and serialized again does not match
 * @param header the received value; a missing or repeated header is invalid
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

/** Options of `verifyStandardWebhook`. */
export interface VerifyStandardOptions {
  /** Maximum difference between timestamp and clock, in seconds, to prevent replays. @default 300 */
  readonly toleranceSeconds?: number;
  /** Current time in milliseconds since the epoch. @default now */
  readonly now?: number;
}

/**
 * Maximum number of signatures to check, since each check reads the whole body. A sender has one for each of its
 * secrets.
 */
const MOST_SIGNATURES = 10;

/**
 * Checks `webhook-id`, `webhook-timestamp` and `webhook-signature` against the raw body, in constant time. One
 * signature by one of the secrets is enough, so you can rotate secrets. Only the first 10 signatures are checked.
 * @param rawBody exactly the received bytes
 * @param secrets `whsec_…`, or `whpk_…` for Ed25519
 * @throws ConfigError for an unreadable secret, or a body that is not bytes
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
  if (!(age <= (options.toleranceSeconds ?? 300))) return false; // also rejects NaN
  const content = signedContent(id, timestamp, body);
  return signatures.some((signature) => verifiers.some((verify) => verify(content, signature)));
}

/** Headers of a received request: the objects of Node, Express, Fastify and Koa, or fetch's `Headers`. */
export type ReceivedHeaders =
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | {
      /** Returns the value of a header, or null. */
      get(name: string): string | null;
    };

/** Returns a header's value, or undefined for a missing or repeated header. */
export function readHeader(headers: ReceivedHeaders, name: string): string | undefined {
  if (isFetchHeaders(headers)) return headers.get(name) ?? undefined;
  const values = Object.entries(headers).filter(([key]) => key.toLowerCase() === name);
  const value = values.length === 1 ? values[0]?.[1] : undefined;
  return typeof value === 'string' ? value : undefined;
}

function isFetchHeaders(headers: ReceivedHeaders): headers is { get(name: string): string | null } {
  return 'get' in headers && typeof headers.get === 'function';
}
