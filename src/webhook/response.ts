import { inspect } from 'node:util';
import type { ChannelResponse } from '../notifier/types.js';

/** How much of a response's body is kept (design 8). */
export const KEPT_BYTES = 16 * 1024;

/**
 * A receiver's answer. A receiver may echo what it was sent, credentials included, so a log shows the status
 * and the size only; headers and body are there for who asks for them.
 */
export class WebhookResponse implements ChannelResponse {
  readonly #headers: Readonly<Record<string, string>>;
  readonly #body: Uint8Array;

  constructor(
    readonly status: number,
    headers: Readonly<Record<string, string>>,
    body: Uint8Array,
    readonly truncated: boolean,
  ) {
    this.#headers = headers;
    this.#body = body;
  }

  get headers(): Readonly<Record<string, string>> {
    return this.#headers;
  }

  get body(): Uint8Array {
    return this.#body;
  }

  text(): string {
    return new TextDecoder().decode(this.#body);
  }

  toJSON(): object {
    return { status: this.status, bytes: this.#body.length, truncated: this.truncated };
  }

  [inspect.custom](): string {
    return `WebhookResponse ${inspect(this.toJSON())}`;
  }
}

/**
 * Reads the first bytes and lets the rest go. Never rejects: once the status line has arrived, nothing that the
 * body does changes the outcome.
 */
export async function keepBody(
  stream: AsyncIterable<Uint8Array>,
  limit = KEPT_BYTES,
): Promise<{ body: Uint8Array; truncated: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let complete = false;
  try {
    for await (const chunk of stream) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > limit) break; // leaving the loop destroys the stream, and with it the connection
    }
    complete = size <= limit;
  } catch {
    // Dropped, aborted or malformed in the middle: what arrived until then is kept.
  }
  return { body: Uint8Array.from(Buffer.concat(chunks).subarray(0, limit)), truncated: !complete };
}
