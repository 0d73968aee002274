import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import { ConfigError } from '../../../shared/errors.js';

export type Signer = (content: Uint8Array) => string;

type Verifier = (content: Uint8Array, signature: string) => boolean;

/** DER prefix (PKCS #8) of an Ed25519 private key before its 32-byte seed (RFC 8410, section 7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Minimum length of a symmetric secret in bytes (Standard Webhooks, "Signature scheme"). The maximum of 64 is not
 * enforced.
 */
const LEAST_BYTES = 24;

/**
 * Reads a Standard Webhooks secret: `whsec_` (optional) and base64 for HMAC-SHA256, `whsk_` and base64 for an Ed25519
 * private key.
 * @throws ConfigError, whose message does not contain the secret
 */
export function parseSigner(secret: string): Signer {
  if (!secret.startsWith('whsk_')) {
    const key = decodeSymmetric(secret);
    return (content) => signSymmetric(content, key);
  }
  const key = privateKeyOf(secret);
  return (content) => `v1a,${sign(null, content, key).toString('base64')}`;
}

/**
 * Reads a secret for verification: `whsec_` (or bare base64), `whpk_` for an Ed25519 public key, or `whsk_`,
 * whose public key it uses.
 * @throws ConfigError, whose message does not contain the secret
 */
export function parseVerifier(secret: string): Verifier {
  if (secret.startsWith('whpk_')) return verifierOf(publicKeyOf(secret));
  if (secret.startsWith('whsk_')) return verifierOf(createPublicKey(privateKeyOf(secret)));
  const key = decodeSymmetric(secret);
  return (content, signature) => equalText(signSymmetric(content, key), signature);
}

export function signSymmetric(content: Uint8Array, key: Uint8Array): string {
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

function verifierOf(key: KeyObject): Verifier {
  return (content, signature) =>
    signature.startsWith('v1a,') && verify(null, content, key, Buffer.from(signature.slice(4), 'base64'));
}

function decodeSymmetric(secret: string): Buffer {
  const key = decodeBase64(secret.replace(/^whsec_/, ''), 'whsec_');
  if (key.length < LEAST_BYTES) throw wrongLength('whsec_', `at least ${LEAST_BYTES}`, key.length);
  return key;
}

/** Reads a private key: the seed alone, or followed by the public key, as other libraries store it. */
function privateKeyOf(secret: string): KeyObject {
  const bytes = decodeBase64(secret.slice('whsk_'.length), 'whsk_');
  if (bytes.length !== 32 && bytes.length !== 64) throw wrongLength('whsk_', '32 or 64', bytes.length);
  const key = Buffer.concat([PKCS8_PREFIX, bytes.subarray(0, 32)]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}

function publicKeyOf(secret: string): KeyObject {
  const bytes = decodeBase64(secret.slice('whpk_'.length), 'whpk_');
  if (bytes.length !== 32) throw wrongLength('whpk_', '32', bytes.length);
  const key = { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') };
  return createPublicKey({ key, format: 'jwk' });
}

function decodeBase64(text: string, prefix: string): Buffer {
  if (text !== '' && /^[A-Za-z0-9+/]+={0,2}$/.test(text)) return Buffer.from(text, 'base64');
  throw new ConfigError(
    `A Standard Webhooks secret is ${text === '' ? 'empty' : 'not base64'}. Write it as "${prefix}" and base64.`,
  );
}

function wrongLength(prefix: string, expected: string, actual: number): ConfigError {
  return new ConfigError(
    `A Standard Webhooks key written as "${prefix}" and base64 has ${expected} bytes, this one has ${actual}.`,
  );
}

export function equalText(one: string, other: string): boolean {
  const left = Buffer.from(one, 'utf8');
  const right = Buffer.from(other, 'utf8');
  return left.length === right.length && timingSafeEqual(left, right);
}
