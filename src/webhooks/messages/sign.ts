import { randomUUID } from 'node:crypto';
import { checkSecret, signBody } from './signature.js';
import { parseSigners, standardHeaders } from './standard-webhooks.js';
import { toBytes } from './verify.js';

/**
 * The value of `X-Signature` for a body: what `verifySignature` accepts. For tests of a receiver.
 * @throws TypeError for an empty secret, or a body that is not bytes
 */
export function signSignature(rawBody: Uint8Array | string, secret: string): string {
  checkSecret(secret, 'secret');
  return signBody(toBytes(rawBody), secret);
}

/** Argument of `signStandardWebhook`. */
export interface SignStandardOptions {
  /** The message's id, without dots. @default a new one */
  readonly id?: string;
  /** Milliseconds since the epoch. @default now */
  readonly now?: number;
}

/**
 * The headers of Standard Webhooks for a body: what `verifyStandardWebhook` accepts. For tests of a receiver.
 * @param secrets `whsec_…` or `whsk_…`; each signs
 * @throws TypeError for a secret that cannot be read, or a body that is not bytes
 */
export function signStandardWebhook(
  rawBody: Uint8Array | string,
  secrets: string | readonly string[],
  { id = `msg_${randomUUID()}`, now = Date.now() }: SignStandardOptions = {},
): Record<string, string> {
  const signers = parseSigners({ secrets: typeof secrets === 'string' ? [secrets] : secrets });
  return Object.fromEntries(standardHeaders({ id, now, body: toBytes(rawBody) }, signers));
}
