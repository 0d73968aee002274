import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Compares two secrets in constant time, by their digests. An empty secret equals nothing: it is probably a missing setting.
 * @example sameSecret(key, process.env.API_KEY ?? '')
 */
export function sameSecret(given: string, expected: string): boolean {
  return expected !== '' && timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
