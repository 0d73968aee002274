import { digestBytes, equalBytes } from './digest.js';

/**
 * Compares two secrets in constant time, by their digests. An empty secret equals nothing: it is probably a
 * missing setting.
 * @example sameSecret(key, process.env.API_KEY ?? '')
 */
export function sameSecret(text: string, expected: string): boolean {
  return expected !== '' && equalBytes(digestBytes(text), digestBytes(expected));
}
