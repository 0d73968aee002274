import { timingSafeEqual } from 'node:crypto';
import { checkSecret, signBody } from './signature.js';

/**
 * Checks an `X-Signature` header against the raw body, in constant time (seed 4.3).
 * @param rawBody exactly the bytes that were received; a body that was parsed and written again does not verify
 * @param header the header's value as received; missing or repeated counts as wrong
 * @throws TypeError for an empty secret, or a body that is not bytes
 */
export function verifySignature(
  rawBody: Uint8Array | string,
  header: string | readonly string[] | null | undefined,
  secret: string,
): boolean {
  checkSecret(secret, 'secret');
  const body = toBytes(rawBody);
  return typeof header === 'string' && equalText(header, signBody(body, secret));
}

/** A string counts as the UTF-8 it was received as. */
export function toBytes(rawBody: Uint8Array | string): Uint8Array {
  if (typeof rawBody === 'string') return Buffer.from(rawBody, 'utf8');
  if (rawBody instanceof Uint8Array) return rawBody;
  throw new TypeError(
    'rawBody is not the bytes of the request but something parsed. Keep the raw bytes, e.g. with expressRawBody().',
  );
}

/** Compares without telling by its duration where the difference is. The length is no secret. */
export function equalText(one: string, other: string): boolean {
  const left = Buffer.from(one, 'utf8');
  const right = Buffer.from(other, 'utf8');
  return left.length === right.length && timingSafeEqual(left, right);
}
