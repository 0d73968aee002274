import type { webcrypto } from 'node:crypto';
import { concatBytes, decodeBase64, encodeBytes } from '../../../shared/bytes.js';
import { nodeModule } from '../../../shared/node-modules.js';
import type { Awaitable } from '../../notifier/awaitable.js';

// Node.js signs and checks at once. Other runtimes do it by Web Crypto, with promises.

type Bytes = Uint8Array<ArrayBuffer>;

const PREFIX = 'v1a,';

/** DER prefix (PKCS #8) of an Ed25519 private key before its 32-byte seed (RFC 8410, section 7). */
const PKCS8_PREFIX = 'MC4CAQAwBQYDK2VwBCIEIA==';

/** Returns a function that signs with a private key, given as its seed. */
export function ed25519Signer(seed: Bytes): (content: Uint8Array) => Awaitable<string> {
  const native = nodeModule('crypto');
  if (native === undefined) {
    const key = importPrivate(seed);
    return async (content) => {
      const signature = await crypto.subtle.sign('Ed25519', await key(), content);
      return PREFIX + encodeBytes(new Uint8Array(signature), 'base64');
    };
  }
  const key = native.createPrivateKey(privateKeyOf(seed));
  return (content) => PREFIX + native.sign(null, content, key).toString('base64');
}

/** Returns a function that checks signatures by a public key, or by that of a private key's seed. */
export function ed25519Verifier(
  keyOrSeed: { readonly publicKey: Bytes } | { readonly seed: Bytes },
): (content: Uint8Array, signature: string) => Awaitable<boolean> {
  const native = nodeModule('crypto');
  if (native === undefined) {
    const key = importPublic(keyOrSeed);
    return async (content, signature) => {
      if (!signature.startsWith(PREFIX)) return false;
      const bytes = decodeBase64(signature.slice(PREFIX.length));
      return crypto.subtle.verify('Ed25519', await key(), bytes, content);
    };
  }
  const key = native.createPublicKey(
    'seed' in keyOrSeed
      ? native.createPrivateKey(privateKeyOf(keyOrSeed.seed))
      : { key: publicKeyOf(keyOrSeed.publicKey), format: 'jwk' },
  );
  return (content, signature) =>
    signature.startsWith(PREFIX) &&
    native.verify(null, content, key, decodeBase64(signature.slice(PREFIX.length)));
}

function privateKeyOf(seed: Bytes): { key: Buffer; format: 'der'; type: 'pkcs8' } {
  return { key: pkcs8(seed) as Buffer, format: 'der', type: 'pkcs8' };
}

function pkcs8(seed: Bytes): Bytes {
  return concatBytes([decodeBase64(PKCS8_PREFIX), seed]);
}

function publicKeyOf(bytes: Bytes): { kty: string; crv: string; x: string } {
  return { kty: 'OKP', crv: 'Ed25519', x: encodeBytes(bytes, 'base64url') };
}

/** Imports a key with its first use: Workers do no asynchronous work while they load. */
function importPrivate(seed: Bytes): () => Promise<webcrypto.CryptoKey> {
  let key: Promise<webcrypto.CryptoKey> | undefined;
  return () => (key ??= crypto.subtle.importKey('pkcs8', pkcs8(seed), 'Ed25519', false, ['sign']));
}

function importPublic(
  keyOrSeed: { readonly publicKey: Bytes } | { readonly seed: Bytes },
): () => Promise<webcrypto.CryptoKey> {
  let key: Promise<webcrypto.CryptoKey> | undefined;
  const load = async (): Promise<webcrypto.CryptoKey> => {
    const { x } = 'seed' in keyOrSeed ? await publicPartOf(keyOrSeed.seed) : publicKeyOf(keyOrSeed.publicKey);
    const jwk = { kty: 'OKP', crv: 'Ed25519', ...(x !== undefined && { x }) };
    return crypto.subtle.importKey('jwk', jwk, 'Ed25519', false, ['verify']);
  };
  return () => (key ??= load());
}

async function publicPartOf(seed: Bytes): Promise<{ x?: string | undefined }> {
  const key = await crypto.subtle.importKey('pkcs8', pkcs8(seed), 'Ed25519', true, ['sign']);
  return crypto.subtle.exportKey('jwk', key);
}
