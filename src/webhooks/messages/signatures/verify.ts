import { ConfigError } from '../../../shared/errors.js';
import { type Awaitable, isPromise } from '../../notifier/awaitable.js';
import { atOnce, equalText, parseVerifier } from './signing-keys.js';
import { checkSecret, signBody, signedContent, type STANDARD_HEADERS, toBytes } from './sign.js';

/** The value of an `X-Signature` header, as frameworks provide it. */
export type SignatureHeader = string | readonly string[] | null | undefined;

/**
 * Checks an `X-Signature` header against the raw body, in constant time.
 * @param rawBody exactly the received bytes; a body that was parsed and serialized again does not match
 * @param header the received value, or a list of one value; a missing or repeated header is invalid
 * @throws ConfigError for an empty secret, or a body that is not bytes
 */
export function verifySignature(
  rawBody: Uint8Array | string,
  header: SignatureHeader,
  secret: string,
): boolean {
  checkSecret(secret, 'secret');
  const body = toBytes(rawBody);
  const value = onlyValue(header);
  return value !== undefined && equalText(value, signBody(body, secret));
}

/** Options of `verifyStandardWebhook`. */
export interface VerifyStandardOptions {
  /**
   * Maximum difference between timestamp and clock, in
   * seconds, at most a day, to prevent replays. @default 300
   */
  readonly toleranceSeconds?: number;
  /** Current time in milliseconds since the epoch. @default now */
  readonly now?: number;
}

/**
 * Maximum number of signatures to check, since each check reads
 * the whole body. A sender has one for each of its secrets.
 */
const MAX_SIGNATURES = 10;

/** A day, in seconds. A longer tolerance is one in milliseconds. */
export const MAX_TOLERANCE = 86_400;

/**
 * Checks `webhook-id`, `webhook-timestamp` and `webhook-signature` against the raw body, in constant time.
 * Without them it checks the headers of Svix: `svix-id`, `svix-timestamp` and `svix-signature`. One signature
 * by one of the secrets is enough, so you can rotate secrets. Only the first 10 signatures are checked.
 * @param rawBody exactly the received bytes
 * @param secrets `whsec_…`, or `whpk_…` for Ed25519
 * @throws ConfigError for an unreadable secret, a body that is not bytes, or a tolerance of more than a day.
 *   Outside of Node.js, Bun and Deno also for Ed25519, which `receiveWebhooks` checks there
 */
export function verifyStandardWebhook(
  rawBody: Uint8Array | string,
  headers: ReceivedHeaders,
  secrets: string | readonly string[],
  options: VerifyStandardOptions = {},
): boolean {
  return atOnce(
    checkStandard(rawBody, headers, secrets, options),
    'check the message with receiveWebhooks()',
  );
}

/** Does what `verifyStandardWebhook` does, with a promise where the runtime has only promises. */
export function checkStandard(
  rawBody: Uint8Array | string,
  headers: ReceivedHeaders,
  secrets: string | readonly string[],
  options: VerifyStandardOptions = {},
): Awaitable<boolean> {
  const body = toBytes(rawBody);
  // A secret that is undefined reaches `parseVerifier`, whose error names the remedy.
  const verifiers = (Array.isArray(secrets) ? secrets : [secrets]).map(parseVerifier);
  const { id, timestamp, signature } = readStandardHeaders(headers);
  if (!id || !timestamp || !/^\d+$/.test(timestamp)) return false;
  const age = Math.abs(Math.floor((options.now ?? Date.now()) / 1000) - Number(timestamp));
  const { toleranceSeconds = 300 } = options;
  if (toleranceSeconds > MAX_TOLERANCE)
    throw new ConfigError(
      `toleranceSeconds is ${toleranceSeconds}, more than a day. It is in seconds: 300 are five minutes.`,
    );
  if (!(age <= toleranceSeconds)) return false; // also rejects NaN
  const content = signedContent(id, timestamp, body);
  const checks = splitSignatures(signature ?? '').flatMap((one) =>
    verifiers.map((verify) => () => verify(content, one)),
  );
  return someReady(checks);
}

/** Runs the checks one by one, until one returns true. */
function someReady(checks: readonly (() => Awaitable<boolean>)[]): Awaitable<boolean> {
  for (const [index, check] of checks.entries()) {
    const result = check();
    if (isPromise(result)) return result.then((holds) => holds || someReady(checks.slice(index + 1)));
    if (result) return true;
  }
  return false;
}

/** Returns the signatures of a header. Proxies and Node.js join repeated header lines by commas. */
export function splitSignatures(header: string): string[] {
  return header.match(/v1a?,[\w+/=]+/g)?.slice(0, MAX_SIGNATURES) ?? [];
}

/** Headers of a received request: the objects of Node, Express, Fastify and Koa, or fetch's `Headers`. */
export type ReceivedHeaders =
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | {
      /** Returns the value of a header, or null. */
      get(name: string): string | null;
    };

/** Values of the Standard Webhooks headers; undefined for a missing or repeated one. */
export type StandardValues = Readonly<Record<keyof typeof STANDARD_HEADERS, string | undefined>>;

/**
 * Returns the `webhook-*` headers, or the `svix-*` headers if only these are complete. They are never mixed.
 */
export function readStandardHeaders(headers: ReceivedHeaders): StandardValues {
  const own = readValues(headers, 'webhook');
  if (isComplete(own)) return own;
  const ofSvix = readValues(headers, 'svix');
  return isComplete(ofSvix) ? ofSvix : own;
}

function readValues(headers: ReceivedHeaders, prefix: 'webhook' | 'svix'): StandardValues {
  const signatures = valuesOf(headers, `${prefix}-signature`);
  return {
    id: onlyValue(valuesOf(headers, `${prefix}-id`)),
    timestamp: onlyValue(valuesOf(headers, `${prefix}-timestamp`)),
    signature: signatures.length === 0 ? undefined : signatures.join(' '),
  };
}

function isComplete(values: StandardValues): boolean {
  return Object.values(values).every((value) => value !== undefined);
}

/** Returns the only value of a header, or undefined if it is missing or repeated. */
export function onlyValue(header: SignatureHeader): string | undefined {
  if (typeof header === 'string') return header;
  return Array.isArray(header) && header.length === 1 ? onlyValue(header[0] as SignatureHeader) : undefined;
}

/** Returns the values of a header. Gateways and `request.headersDistinct` have lists of values. */
function valuesOf(headers: ReceivedHeaders, name: string): string[] {
  if (isFetchHeaders(headers)) return [headers.get(name) ?? []].flat();
  return Object.entries(headers)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => value ?? []);
}

function isFetchHeaders(headers: ReceivedHeaders): headers is { get(name: string): string | null } {
  return 'get' in headers && typeof headers.get === 'function';
}
