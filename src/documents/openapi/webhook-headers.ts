import type { ParameterObject } from './document.js';

/** What a channel with a `signingSecret` sends. */
const X_SIGNATURE: ParameterObject = {
  name: 'X-Signature',
  in: 'header',
  description:
    'HMAC-SHA256 of the raw body bytes under the shared secret: `sha256=` and the digest in lowercase hex. ' +
    'Compute it over the received bytes, before parsing them, and compare in constant time.',
  required: true,
  schema: { type: 'string', pattern: '^sha256=[0-9a-f]{64}$' },
};

/** The Standard Webhooks specification, "Webhook headers". */
const STANDARD_WEBHOOKS: readonly ParameterObject[] = [
  {
    name: 'webhook-id',
    in: 'header',
    description:
      'Identifies the message. Every attempt to deliver it has the same value: use it to ignore repeats.',
    required: true,
    schema: { type: 'string' },
  },
  {
    name: 'webhook-timestamp',
    in: 'header',
    description: 'Time of this attempt, in seconds since 1970-01-01T00:00:00Z. Refuse old messages.',
    required: true,
    schema: { type: 'string', pattern: '^[0-9]+$' },
  },
  {
    name: 'webhook-signature',
    in: 'header',
    description:
      'One or more signatures, separated by spaces: `v1,` and the HMAC-SHA256 (`v1a,` and the Ed25519 signature) in base64 of `{webhook-id}.{webhook-timestamp}.{body}`. ' +
      'One matching signature is enough. Compare in constant time.',
    required: true,
    schema: { type: 'string' },
  },
];

/** What a channel says of the headers that each of its requests has. */
export interface SentHeaders {
  /** Whether there is an `X-Signature`. */
  readonly signature: boolean;
  /** Whether there are the headers of Standard Webhooks. */
  readonly standardWebhooks: boolean;
  /** Names of the others, e.g. of default headers. */
  readonly names: readonly string[];
}

/** The headers that the webhook channel adds, by what it is configured with. */
export function signatureHeaders(options: {
  readonly signature?: boolean;
  readonly standardWebhooks?: boolean;
}): ParameterObject[] {
  return [
    ...(options.signature === true ? [X_SIGNATURE] : []),
    ...(options.standardWebhooks === true ? STANDARD_WEBHOOKS : []),
  ].map((header) => structuredClone(header));
}
