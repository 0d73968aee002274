import { INSPECT, type Inspect } from '../../../shared/inspect.js';
import type { ChannelResponse } from '../../notifier/channel.js';
import { after } from '../../notifier/runtime.js';
import type { ClientTLS } from '../endpoint.js';
import { TimeoutError } from '../errors.js';
import type { HeaderList } from './headers.js';
import type { RequestTarget } from './url.js';

export interface HttpRequest {
  readonly method: string;
  readonly target: RequestTarget;
  readonly headers: HeaderList;
  readonly body: Uint8Array;
  /** Settings of the endpoint. */
  readonly tls?: ClientTLS | undefined;
}

export interface ResponseSink {
  /** Receives status and headers, first and once. */
  head(status: number, headers: Readonly<Record<string, string>>): void;
  /** Receives a part of the body. The client does not change it afterwards. */
  data(chunk: Uint8Array): void;
  /** Called after the last part of the body. */
  end(): void;
  /** Called instead of `end`, or before `head`. */
  fail(error: unknown): void;
}

/** Makes a request. Returns a function that aborts it and closes its connection. */
export type HttpClient = (request: HttpRequest, sink: ResponseSink) => () => void;

export class RequestError extends Error {
  constructor(readonly code: string) {
    super(code);
  }
}

/** Maximum number of bytes of a response's body to keep. */
export const KEPT_BYTES = 16 * 1024;

/** Milliseconds to wait for the body after the status. */
const BODY_TIME = 1_000;

/**
 * A response. Logs show only status and size, since a receiver
 * may echo credentials; headers and body are properties.
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

  [INSPECT](_depth: number, _options: object, inspect: Inspect): string {
    return `WebhookResponse ${inspect(this.toJSON())}`;
  }
}

interface KeptBody {
  /** The first bytes. */
  readonly body: Uint8Array;
  /** True if the body was longer, was aborted or took too long. */
  readonly truncated: boolean;
  /** True if its end did not arrive in time. */
  readonly stalled: boolean;
}

/** @param response undefined if there was an error instead */
type OnEnd = (response: WebhookResponse | undefined, error?: unknown) => void;

export class ResponseReader implements ResponseSink {
  readonly #began = performance.now();
  readonly #chunks: Uint8Array[] = [];
  #size = 0;
  #head: Pick<WebhookResponse, 'status' | 'headers'> | undefined;
  #isOver = false;
  #timer: NodeJS.Timeout;

  constructor(
    origin: string,
    readonly timeout: number,
    readonly onEnd: OnEnd,
  ) {
    this.#timer = after(timeout, () => {
      this.fail(new TimeoutError(origin, timeout));
    });
  }

  head(status: number, headers: Readonly<Record<string, string>>): void {
    if (this.#isOver) return;
    this.#head = { status, headers };
    if (hasNoBody(status, headers)) return; // its end follows at once
    clearTimeout(this.#timer);
    const left = this.timeout - (performance.now() - this.#began);
    this.#timer = after(Math.min(BODY_TIME, left), () => {
      this.#end({ truncated: true, stalled: true });
    });
  }

  data(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size > KEPT_BYTES) this.#end({ truncated: true, stalled: false });
  }

  end(): void {
    this.#end({ truncated: false, stalled: false });
  }

  fail(error: unknown): void {
    if (this.#head) this.#end({ truncated: true, stalled: false });
    else if (this.#close()) this.onEnd(undefined, error);
  }

  #end(how: Omit<KeptBody, 'body'>): void {
    if (!this.#head || !this.#close()) return;
    const { status, headers } = this.#head;
    const body = join(this.#chunks, Math.min(this.#size, KEPT_BYTES));
    this.onEnd(new WebhookResponse(status, headers, { body, ...how }));
  }

  #close(): boolean {
    if (this.#isOver) return false;
    this.#isOver = true;
    clearTimeout(this.#timer);
    return true;
  }
}

function hasNoBody(status: number, headers: Readonly<Record<string, string>>): boolean {
  return status === 204 || headers['content-length'] === '0';
}

const EMPTY = new Uint8Array(0);

/** Joins chunks by copying them, since they are parts of larger buffers. */
function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  if (length === 0) return EMPTY;
  const joined = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    const part = chunk.subarray(0, length - offset);
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

export function joinHeaders(headers: object): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers) as [string, string | string[] | undefined | null][]) {
    if (value === undefined || value === null) continue;
    joined[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return joined;
}
