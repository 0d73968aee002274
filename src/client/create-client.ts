import type { ClientApi } from '../operations/contract/client-api.js';
import type { Client } from './client-types.js';
import { ClientError } from './client-error.js';
import { fetchFollowing } from './follow-redirects.js';
import { readResponse, type ReadAs } from './read-response.js';
import { createRequest, type CallInput } from './create-request.js';

/** Options of a client. */
export interface ClientOptions {
  /** Headers of every request, or a function that returns them for each one. */
  readonly headers?: HeaderSource | (() => HeaderSource | Promise<HeaderSource>) | undefined;
  /** The `fetch` to call. @default globalThis.fetch */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Controls when the browser sends cookies. @default 'same-origin' */
  readonly credentials?: 'omit' | 'same-origin' | 'include' | undefined;
  /** Time limit in milliseconds for the whole response, or for the first byte of a stream. @default none */
  readonly timeout?: number | undefined;
  /**
   * Number of retries for GET, HEAD, PUT, DELETE and OPTIONS, after a network error, a timeout or status 429,
   * 502, 503 or 504. The first retry waits 0.2 seconds and each further one twice as long, or as long as
   * `Retry-After` sets.
   * @default 0
   */
  readonly retries?: number | undefined;
  /** Maximum number of characters in a line of JSON lines, and in a server-sent event. @default 16777216 */
  readonly maxLineLength?: number | undefined;
}

type HeaderSource = Readonly<Record<string, string | undefined>>;

interface Call extends CallInput {
  readonly as?: ReadAs;
  readonly signal?: AbortSignal;
  readonly timeout?: number;
  readonly retries?: number;
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const IDEMPOTENT = ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'QUERY'];
const TEMPORARY = [429, 502, 503, 504];

/**
 * Creates a typed client of operations. It needs only their types.
 *
 * @param origin the URL of the server, with the prefix of its routes
 * @example
 * const api = createClient<Api>('https://shop.example');
 * const { status, data } = await api['/orders/{id}'].get({ params: { id: '7' } });
 */
export function createClient<A extends ClientApi>(origin: string, options: ClientOptions = {}): Client<A> {
  if (typeof origin !== 'string')
    throw new TypeError(
      `createClient(origin, options) needs the address of the server as a string, as in createClient<Api>('https://api.example.com'), not ${typeof origin}.`,
    );
  if (/^[\w.-]+:\d/.test(origin))
    throw new TypeError(
      `createClient(${JSON.stringify(origin)}) lacks a scheme. Write "http://${origin}" or "https://…".`,
    );
  const base = origin.replace(/\/+$/, '');
  const methodsOf = (path: string): object =>
    Object.fromEntries(
      METHODS.map((method) => [
        method,
        async (call: Call = {}) => {
          const { headers } = options;
          const place = `${method.toUpperCase()} ${path}`;
          const common = (typeof headers === 'function' ? await headers() : headers) ?? {};
          const { url, init } = createRequest(base, path, call, common);
          const request = { url, init, method: method.toUpperCase(), signal: call.signal };
          return send(call, request, options, (response) =>
            readResponse(response, {
              as: call.as,
              place,
              maxLineLength: options.maxLineLength ?? 2 ** 24,
            }),
          );
        },
      ]),
    );
  return new Proxy(Object.freeze({}), {
    // A client that is awaited must not look like a promise.
    get: (_, path) => (typeof path === 'string' && path.startsWith('/') ? methodsOf(path) : undefined),
  }) as Client<A>;
}

interface PreparedRequest {
  readonly url: string;
  readonly method: string;
  readonly signal: AbortSignal | undefined;
  readonly init: RequestInit;
}

type Read = (response: Response) => Promise<unknown>;

async function send(
  call: Call,
  request: PreparedRequest,
  options: ClientOptions,
  read: Read,
): Promise<unknown> {
  const { signal } = request;
  const { timeout = options.timeout, retries = options.retries } = call;
  const mostRetries = IDEMPOTENT.includes(request.method) ? (retries ?? 0) : 0;
  for (let attempt = 0; ; attempt++) {
    const isLast = attempt >= mostRetries;
    try {
      const response = await fetchOnce(request, timeout, options, read);
      if (isLast || !TEMPORARY.includes(response.status)) return response;
      await pause(attempt, response.response, signal);
    } catch (error) {
      if (isLast || !isTemporary(error) || signal?.aborted === true) throw error;
      await pause(attempt, responseOf(error), signal);
    }
  }
}

function responseOf(error: unknown): Response | undefined {
  return error instanceof ClientError ? error.response : undefined;
}

/** Returns true also for errors of `fetch`, such as a lost connection. */
function isTemporary(error: unknown): boolean {
  return !(error instanceof ClientError) || TEMPORARY.includes(error.status);
}

/** Sends one request. The time limit ends when the body was read, or for a stream when it starts. */
async function fetchOnce(
  { url, method, signal, init }: PreparedRequest,
  timeout: number | undefined,
  { fetch = globalThis.fetch, credentials }: ClientOptions,
  read: Read,
): Promise<{
  readonly status: number;
  readonly ok: boolean;
  readonly data: unknown;
  readonly headers: Headers;
  readonly response: Response;
}> {
  const controller = new AbortController();
  const expire = (): void => {
    controller.abort(
      new DOMException(`${method} ${url} had no response in ${timeout ?? 0} ms.`, 'TimeoutError'),
    );
  };
  const timer = timeout === undefined ? undefined : setTimeout(expire, Math.min(timeout, 2 ** 31 - 1));
  try {
    const response = await fetchFollowing(fetch, url, {
      ...init,
      ...(credentials && { credentials }),
      method,
      signal: AbortSignal.any([controller.signal, ...(signal ? [signal] : [])]),
    });
    const data = await read(response);
    return { status: response.status, ok: response.ok, data, headers: response.headers, response };
  } finally {
    clearTimeout(timer);
  }
}

/** Waits before the next attempt. It rejects as soon as the call is aborted. */
function pause(
  attempt: number,
  response: Response | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  const seconds = Number(response?.headers.get('retry-after') ?? NaN);
  const delay = Number.isFinite(seconds) ? seconds * 1000 : 200 * 2 ** attempt;
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', abort);
        resolve();
      },
      Math.min(delay, 2 ** 31 - 1),
    );
    if (signal?.aborted === true) abort();
    else signal?.addEventListener('abort', abort);
  });
}
