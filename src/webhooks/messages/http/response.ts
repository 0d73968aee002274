import type { Readable } from 'node:stream';
import { inspect } from 'node:util';
import type { ChannelResponse } from '../../notifier/channel.js';

/** How much of a response's body is kept. */
export const KEPT_BYTES = 16 * 1024;

/** How long the body may take after the status line, in milliseconds: it decides nothing. */
export const BODY_TIME = 1_000;

/**
 * A receiver's answer. A receiver may echo what it was sent, credentials included, so a log shows the status
 * and the size only; headers and body are there for who asks for them.
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

/** What was kept of a response's body. */
interface KeptBody {
  readonly body: Uint8Array;
  /** True when it was longer, broke off or was given up. */
  readonly truncated: boolean;
  /** True when it was given up because its end did not come in time. */
  readonly stalled: boolean;
}

/**
 * Reads the first bytes and lets the rest go. Never rejects: once the status line has arrived, nothing that the
 * body does changes the outcome.
 * @param time how long it may take, in milliseconds
 */
export function keepBody(stream: Readable, time: number): Promise<KeptBody> {
  return takeWhole(stream) ?? readFirst(stream, time);
}

/** A short body arrives together with the status line, as a rule: then it needs no timer. */
function takeWhole(stream: Readable & { readonly complete?: boolean }): Promise<KeptBody> | undefined {
  // Only node:http says `complete`.
  if (stream.complete !== true || stream.destroyed || stream.readableLength > KEPT_BYTES) return undefined;
  const whole = stream.read() as Uint8Array | null;
  const kept = { body: join(whole ? [whole] : [], whole?.length ?? 0), truncated: false, stalled: false };
  // At its end the connection is free for the next request.
  return new Promise((resolve) => {
    const finish = (): void => {
      resolve(kept);
    };
    stream.on('end', finish);
    stream.on('close', finish);
  });
}

function readFirst(stream: Readable, time: number): Promise<KeptBody> {
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

/** Into memory of its own: the chunks are parts of larger buffers. */
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

/** Names in lower case; several values of one name as one, joined by commas. */
export function joinHeaders(headers: object): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers) as [string, string | string[] | undefined | null][]) {
    if (value === undefined || value === null) continue;
    joined[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return joined;
}
