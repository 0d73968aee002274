import { concatBytes, type Encoding, encodeBytes, utf8 } from './bytes.js';
import { nodeModule } from './node-modules.js';
import { once } from './once.js';
import { sha256 } from './sha256.js';

// Digests at once, in every runtime. Web Crypto has only promises
// of them, so it would make every signature asynchronous.

// At the first digest: Node.js takes three milliseconds to load it.
const nativeCrypto = once(() => nodeModule('crypto'));

const BLOCK = 64;

/** Returns the SHA-256 digest of bytes or of a text. */
export function digestBytes(data: Uint8Array | string): Uint8Array {
  const native = nativeCrypto();
  return native === undefined ? sha256(bytesOf(data)) : native.createHash('sha256').update(data).digest();
}

/** Returns the SHA-256 digest of bytes or of a text, as text. */
export function digestOf(data: Uint8Array | string, encoding: Encoding): string {
  const native = nativeCrypto();
  if (native !== undefined) return native.createHash('sha256').update(data).digest(encoding);
  return encodeBytes(sha256(bytesOf(data)), encoding);
}

/**
 * Returns the HMAC-SHA256 of bytes or of a text.
 * @param prefix a text before the data, which is not copied for it
 */
export function hmacOf(
  key: Uint8Array | string,
  data: Uint8Array | string,
  encoding: Encoding,
  prefix = '',
): string {
  const native = nativeCrypto();
  if (native !== undefined)
    return native.createHmac('sha256', key).update(prefix).update(data).digest(encoding);
  const bytes = bytesOf(key);
  const block = new Uint8Array(BLOCK);
  block.set(bytes.length > BLOCK ? sha256(bytes) : bytes);
  const innerHash = sha256(concatBytes([block.map((byte) => byte ^ 0x36), utf8(prefix), bytesOf(data)]));
  return encodeBytes(sha256(concatBytes([block.map((byte) => byte ^ 0x5c), innerHash])), encoding);
}

/** Compares bytes in a time that depends on their number only. */
export function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  const native = nativeCrypto();
  if (native !== undefined) return native.timingSafeEqual(one, other);
  let difference = 0;
  for (const [index, byte] of one.entries()) difference |= byte ^ (other[index] ?? 0);
  return difference === 0;
}

function bytesOf(data: Uint8Array | string): Uint8Array {
  return typeof data === 'string' ? utf8(data) : data;
}
