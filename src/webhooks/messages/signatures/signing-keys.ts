import { concatBytes, decodeBase64, utf8 } from '../../../shared/bytes.js';
import { equalBytes, hmacOf } from '../../../shared/digest.js';
import { ConfigError } from '../../../shared/errors.js';
import { kindOf } from '../../../shared/values.js';
import { type Awaitable, isPromise } from '../../notifier/awaitable.js';
import { ed25519Signer, ed25519Verifier } from './ed25519.js';

/** The body of a message, and the text before it. They are apart, since a copy of the body may be large. */
export interface SignedContent {
  readonly prefix: string;
  readonly body: Uint8Array;
}

/** Signs content: at once, but for Ed25519 outside of Node.js. */
export type Signer = (content: SignedContent) => Awaitable<string>;

type Verifier = (content: SignedContent, signature: string) => Awaitable<boolean>;

/**
 * Minimum length of a symmetric secret in bytes (Standard Webhooks,
 * "Signature scheme"). The maximum of 64 is not enforced.
 */
const MIN_KEY_BYTES = 24;

/**
 * Reads a Standard Webhooks secret: `whsec_` (optional) and base64 for HMAC-SHA256, `whsk_` and base64 for an
 * Ed25519 private key.
 * @throws ConfigError, whose message does not contain the secret
 */
export function parseSigner(secret: string): Signer {
  requireText(secret);
  if (secret.startsWith('whsk_')) {
    const sign = ed25519Signer(seedOf(secret));
    return (content) => sign(join(content));
  }
  const key = readSymmetric(secret);
  return (content) => signSymmetric(content, key);
}

/**
 * Reads a secret for verification: `whsec_` (or bare base64), `whpk_` for an Ed25519 public key, or `whsk_`,
 * whose public key it uses.
 * @throws ConfigError, whose message does not contain the secret
 */
export function parseVerifier(secret: string): Verifier {
  requireText(secret);
  if (secret.startsWith('whpk_')) return verifyJoined({ publicKey: publicKeyOf(secret) });
  if (secret.startsWith('whsk_')) return verifyJoined({ seed: seedOf(secret) });
  const key = readSymmetric(secret);
  return (content, signature) => equalText(signSymmetric(content, key), signature);
}

function verifyJoined(key: Parameters<typeof ed25519Verifier>[0]): Verifier {
  const verify = ed25519Verifier(key);
  return (content, signature) => verify(join(content), signature);
}

function join({ prefix, body }: SignedContent): Uint8Array {
  return concatBytes([utf8(prefix), body]);
}

/** A secret may be missing in the environment, as in `process.env.WEBHOOK_SECRET!`. */
function requireText(secret: unknown): void {
  if (typeof secret === 'string') return;
  throw new ConfigError(
    `A Standard Webhooks secret is ${kindOf(secret)}. Write it as "whsec_" and base64. If it comes from an environment variable, set the variable.`,
  );
}

/** @throws ConfigError for a promise, where a function responds at once */
export function atOnce<T>(value: Awaitable<T>, remedy: string): T {
  if (!isPromise(value)) return value;
  value.catch(() => undefined);
  throw new ConfigError(`This runtime has Ed25519 only with promises: ${remedy}.`);
}

export function signSymmetric({ prefix, body }: SignedContent, key: Uint8Array): string {
  return `v1,${hmacOf(key, body, 'base64', prefix)}`;
}

type Bytes = Uint8Array<ArrayBuffer>;

function readSymmetric(secret: string): Bytes {
  const key = readBase64(secret.replace(/^whsec_/, ''), 'whsec_');
  if (key.length < MIN_KEY_BYTES && !secret.startsWith('whsec_'))
    throw new ConfigError(
      `A Standard Webhooks secret is "whsec_" and the base64 of at least ${MIN_KEY_BYTES} random bytes.`,
    );
  if (key.length < MIN_KEY_BYTES) throw wrongLength('whsec_', `at least ${MIN_KEY_BYTES}`, key.length);
  return key;
}

/**
 * Reads the seed of a private key: the seed alone, or
 * followed by the public key, as other libraries store it.
 */
function seedOf(secret: string): Bytes {
  const bytes = readBase64(secret.slice('whsk_'.length), 'whsk_');
  if (bytes.length !== 32 && bytes.length !== 64) throw wrongLength('whsk_', '32 or 64', bytes.length);
  return bytes.subarray(0, 32);
}

function publicKeyOf(secret: string): Bytes {
  const bytes = readBase64(secret.slice('whpk_'.length), 'whpk_');
  if (bytes.length !== 32) throw wrongLength('whpk_', '32', bytes.length);
  return bytes;
}

function readBase64(text: string, prefix: string): Bytes {
  if (text !== '' && /^[A-Za-z0-9+/]+={0,2}$/.test(text)) return decodeBase64(text);
  throw new ConfigError(`A Standard Webhooks secret ${flawOf(text)}. Write it as "${prefix}" and base64.`);
}

/** Names what an environment variable or a file often adds to a secret. */
function flawOf(text: string): string {
  if (text === '') return 'is empty';
  if (/^\s+$/.test(text)) return 'is blank';
  if (/[\r\n]$/.test(text)) return 'ends in a line break, which does not belong to it';
  if (text !== text.trim()) return 'has blanks around it, which do not belong to it';
  if (/^["'`]|["'`]$/.test(text)) return 'is in quotes, which do not belong to it';
  return 'is not base64';
}

function wrongLength(prefix: string, expected: string, actual: number): ConfigError {
  return new ConfigError(
    `A Standard Webhooks key written as "${prefix}" and base64 has ${expected} bytes, this one has ${actual}.`,
  );
}

export function equalText(one: string, other: string): boolean {
  return equalBytes(utf8(one), utf8(other));
}
