import type { Readable } from 'node:stream';
import { inspect } from 'node:util';
import type { ChannelResponse } from '../../notifier/channel.js';

/** Bytes of a response's body that are kept. */
export const KEPT_BYTES = 16 * 1024;

/** Milliseconds that the body may take after the status line. */
export const BODY_TIME = 1_000;

/**
 * A receiver may echo credentials, so logs show only status and size. Headers and body are available as properties.
 */
export class WebhookResponse implements ChannelResponse {
  readonly #headers: Readonly<Record<string, string>>;
  readonly #body: Uint8Array;
  readonly truncated: boolean;
  readonly stalled: boolean;

  constructor(
    readonly status: number,
    headers: Readonly<Record<string, string>>,
    { body, truncated, stalled }: KeptBody,
  ) {
    this.#headers = headers;
    this.#body = body;
    this.truncated = truncated;
    this.stalled = stalled;
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

interface KeptBody {
  readonly body: Uint8Array;
  /** True when the body was longer, broke off or was given up. */
  readonly truncated: boolean;
  readonly stalled: boolean;
}

/**
 * Reads the first bytes and drops the rest. Never rejects: the body does not change the outcome.
 * @param time milliseconds
 */
export function keepBody(stream: Readable, time: number): Promise<KeptBody> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    const finish = (truncated: boolean, stalled = false): void => {
      clearTimeout(timer);
      if (truncated) stream.destroy(); // and with it the connection
      resolve({ body: join(chunks, Math.min(size, KEPT_BYTES)), truncated, stalled });
    };
    const timer = setTimeout(finish, time, true, true);
    stream.on('data', (chunk: Uint8Array) => {
      if (size > KEPT_BYTES) return;
      chunks.push(chunk);
      size += chunk.length;
      if (size > KEPT_BYTES) finish(true);
    });
    stream.once('end', () => {
      finish(false);
    });
    stream.once('error', () => {
      finish(true);
    });
    stream.once('close', () => {
      finish(true);
    });
  });
}

/** Copies the chunks, which are parts of larger buffers. */
function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const joined = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    const part = chunk.subarray(0, length - at);
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** Lower-cases names, and joins several values of one name by commas. */
export function joinHeaders(headers: object): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers) as [string, string | string[] | undefined | null][]) {
    if (value === undefined || value === null) continue;
    joined[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return joined;
}
