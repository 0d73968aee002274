import type { RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { verifySignature } from 'dtospec/webhook';

/** A webhook as the receiver saw it. */
export interface Arrival {
  readonly method: string;
  readonly signature: string;
  readonly body: string;
  /** Whether the signature is the right one of exactly these bytes. */
  readonly verified: boolean;
}

/** Somebody else's service that the shop sends its news to. */
export function receiverOf(secret: string, arrived: (arrival: Arrival) => void): RequestListener {
  return (request, response) => {
    void buffer(request).then((body) => {
      const signature = String(request.headers['x-signature'] ?? '');
      const verified = verifySignature(body, signature, secret);
      response.writeHead(verified ? 204 : 401).end();
      arrived({ method: request.method ?? '', signature, body: body.toString(), verified });
    });
  };
}
