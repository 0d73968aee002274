import { isBytes } from '../../../shared/bytes.js';
import { hmacOf } from '../../../shared/digest.js';
import { requireNodeModule } from '../../../shared/node-modules.js';
import { equalText, parseVerifier, signSymmetric } from './signing-keys.js';
import {
  onlyValue,
  readStandardHeaders,
  type ReceivedHeaders,
  type SignatureHeader,
  splitSignatures,
  verifySignature,
  verifyStandardWebhook,
} from './verify.js';
import { signBody, signedContent, STANDARD_HEADERS } from './sign.js';
import { BODY_GUESSES, SECRET_GUESSES } from './explain-guesses.js';

/** Reason why a signature does not match. */
export type MismatchCause =
  | 'matches'
  | 'body-not-bytes'
  | 'header-missing'
  | 'header-form'
  | 'body-empty'
  | 'body-changed'
  | 'secret-form'
  | 'timestamp'
  | 'unknown';

/** Result of `explainMismatch`. */
export interface MismatchExplanation {
  /** The kind of mistake. Stable across versions. */
  readonly cause: MismatchCause;
  /** The problem and its remedy. It contains neither the secret nor the body. */
  readonly message: string;
}

/**
 * Explains why a signature does not verify, by trying common mistakes. Use it in development only: do not
 * send the result to a sender. Pass the arguments of `verifySignature`, or all headers and the arguments of
 * `verifyStandardWebhook`.
 */
export function explainMismatch(
  rawBody: Uint8Array | string,
  header: SignatureHeader | ReceivedHeaders,
  secret: string,
): MismatchExplanation {
  if (typeof rawBody !== 'string' && !isBytes(rawBody)) {
    return explain(
      'body-not-bytes',
      'The body was parsed before it was checked. Check the raw bytes, then parse.',
    );
  }
  if (secret.trim() === '')
    return explain(
      'secret-form',
      'The secret is empty. Check that it is loaded, for example from the environment.',
    );
  requireNodeModule('crypto', 'explainMismatch()');
  const body = Buffer.from(rawBody);
  return isHeaders(header) ? explainStandard(body, header, secret) : explainSimple(body, header, secret);
}

function explainSimple(body: Buffer, received: SignatureHeader, secret: string): MismatchExplanation {
  const header = onlyValue(received);
  if (header === undefined) {
    const how = Array.isArray(received) ? 'came more than once' : 'is missing';
    return explain(
      'header-missing',
      `The X-Signature header ${how}. Check that signingSecret is set, and that proxies keep the header.`,
    );
  }
  if (verifySignature(body, header, secret)) return explain('matches', 'The signature is valid.');
  if (body.length === 0) return explainEmpty();
  if (!/^sha256=[0-9a-f]{64}$/.test(header)) return explainForm(body, header, secret);
  return guess(body, secret, (bytes, key) => equalText(signBody(bytes, key), header));
}

function explainForm(body: Buffer, header: string, secret: string): MismatchExplanation {
  const value = header.trim().replace(/^sha256=/, '');
  const fits =
    value.toLowerCase() === hmacOf(secret, body, 'hex') || value === hmacOf(secret, body, 'base64');
  const hint = fits ? 'The digest is correct, but written in another form. ' : '';
  return explain(
    'header-form',
    `${hint}X-Signature is "sha256=" and 64 lower-case hex digits; this one is not.`,
  );
}

function explainStandard(body: Buffer, headers: ReceivedHeaders, secret: string): MismatchExplanation {
  const values = readStandardHeaders(headers);
  const names = Object.entries(STANDARD_HEADERS) as [keyof typeof values, string][];
  const missing = names.filter(([key]) => values[key] === undefined).map(([, name]) => name);
  if (missing.length > 0) {
    return explain(
      'header-missing',
      `Missing or repeated: ${missing.join(', ')}. Check that proxies keep these headers.`,
    );
  }
  const { id = '', timestamp = '', signature = '' } = values;
  if (!/^\d+$/.test(timestamp))
    return explain('timestamp', 'webhook-timestamp is not a whole number of seconds.');
  try {
    if (verifyStandardWebhook(body, headers, secret)) return explain('matches', 'The signature is valid.');
    if (verifyStandardWebhook(body, headers, secret, { now: Number(timestamp) * 1000 })) {
      return explain('timestamp', explainAge(Number(timestamp)));
    }
  } catch {
    // The secret is malformed; the guesses below explain the reason.
  }
  const signatures = splitSignatures(signature);
  if (signatures.length === 0)
    return explain('header-form', 'webhook-signature has no part that begins with "v1," or "v1a,".');
  if (body.length === 0) return explainEmpty();
  const guessed = guess(body, secret, (bytes, key) => {
    const expected = signSymmetric(
      signedContent(id, timestamp, bytes),
      Buffer.from(key.replace(/^whsec_/, ''), 'base64'),
    );
    return signatures.some((part) => equalText(part, expected));
  });
  return guessed.cause === 'unknown' ? (explainSecret(secret) ?? guessed) : guessed;
}

/** @param timestamp seconds since the epoch */
function explainAge(timestamp: number): string {
  const ahead = timestamp - Math.floor(Date.now() / 1000);
  const remedy =
    ahead > 0
      ? 'Check both clocks: this one is slow, or that of the sender is fast.'
      : 'Check both clocks; otherwise this may be a replay.';
  const distance = `${Math.abs(ahead)} seconds ${ahead > 0 ? 'ahead of' : 'behind'}`;
  return `The signature is valid, but its timestamp is ${distance} this clock. ${remedy}`;
}

function explainSecret(secret: string): MismatchExplanation | undefined {
  try {
    parseVerifier(secret);
    return undefined;
  } catch (error) {
    return explain('secret-form', (error as TypeError).message);
  }
}

type Fits = (body: Uint8Array, secret: string) => boolean;

function guess(body: Buffer, secret: string, fits: Fits): MismatchExplanation {
  for (const [mistake, undo] of Object.entries(SECRET_GUESSES))
    if (fits(body, undo(secret))) return explain('secret-form', mistake);
  for (const [mistake, undo] of Object.entries(BODY_GUESSES))
    if ([undo(body) ?? []].flat().some((one) => fits(one, secret))) return explain('body-changed', mistake);
  return explain(
    'unknown',
    'Either this is not the secret that signed it, or the body was changed on the way: hash the raw bytes, ' +
      'before any parser, and compare the length with the Content-Length that was sent.',
  );
}

function explainEmpty(): MismatchExplanation {
  return explain(
    'body-empty',
    'The body is empty. A proxy may strip bodies, e.g. on a retry, or a parser has read it before.',
  );
}

function explain(cause: MismatchCause, message: string): MismatchExplanation {
  return { cause, message };
}

function isHeaders(header: SignatureHeader | ReceivedHeaders): header is ReceivedHeaders {
  return typeof header === 'object' && header !== null && !Array.isArray(header);
}
