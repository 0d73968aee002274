import { createHmac } from 'node:crypto';
import { ConfigError } from '../../shared/errors.js';

/** The header of `signingSecret`: an HMAC-SHA256 of the body, in hex. */
export const SIGNATURE_HEADER = 'X-Signature';

/** `sha256=` and the lower-case hex HMAC-SHA256 of exactly these bytes. */
export function signBody(body: Uint8Array, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/** @throws ConfigError for a secret that would sign nothing */
export function checkSecret(secret: unknown, what: string): asserts secret is string {
  if (typeof secret === 'string' && secret !== '') return;
  throw new ConfigError(
    `${what} is empty. A signature under an empty secret proves nothing: set it or leave it out.`,
  );
}
