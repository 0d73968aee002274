import { ConfigError } from '../../shared/errors.js';
import type { HeaderList } from './headers.js';
import { parseSigner, type Signer } from './signing-keys.js';

/** Header names of the Standard Webhooks specification. */
export const STANDARD_HEADERS = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;

/** Signing as the Standard Webhooks specification says. */
export interface StandardWebhooksOptions {
  /**
   * `whsec_…` (HMAC-SHA256, `v1`) or `whsk_…` (Ed25519 private key, `v1a`). Each signs, so that receivers can change
   * over while a secret is rotated.
   */
  readonly secrets: readonly string[];
}

/** @throws ConfigError without any secret, or for one that cannot be read */
export function parseSigners({ secrets }: StandardWebhooksOptions): readonly Signer[] {
  if (secrets.length > 0) return secrets.map(parseSigner);
  throw new ConfigError(
    'standardWebhooks.secrets is empty: give at least one secret, or leave standardWebhooks out.',
  );
}

/** What is signed: id, timestamp in seconds and the raw body, joined by dots. */
export function signedContent(id: string, timestamp: string, body: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from(`${id}.${timestamp}.`, 'utf8'), body]);
}

/** The three headers of one attempt. The id is the same over all attempts, the timestamp is the attempt's own. */
export function standardHeaders(
  { id, now, body }: { readonly id: string; readonly now: number; readonly body: Uint8Array },
  signers: readonly Signer[],
): HeaderList {
  const timestamp = String(Math.floor(now / 1000));
  const content = signedContent(id, timestamp, body);
  return [
    [STANDARD_HEADERS.id, id],
    [STANDARD_HEADERS.timestamp, timestamp],
    [STANDARD_HEADERS.signature, signers.map((signer) => signer(content)).join(' ')],
  ];
}
