import { concatBytes } from '../shared/bytes.js';
import { ConfigError } from '../shared/errors.js';
import { MOST_DISCARDED, splitTarget, type OperationRequest, type PathParameters } from '../shared/http.js';
import { bodyConsumed, brokenBody } from '../operations/errors.js';
import type { RoutedOperation } from '../operations/routing.js';
import { essenceOf, MULTIPART } from '../shared/media-types.js';
import type { BodySource } from '../operations/request/read-body.js';
import { BodyStream } from '../operations/response/body-stream.js';
import type { ResponseHeaderOf } from '../operations/response/compare-headers.js';

class FetchOperationRequest implements OperationRequest {
  readonly method: string;
  readonly target: string;
  readonly #request: Request;
  #headers: OperationRequest['headers'] | undefined;

  constructor(
    request: Request,
    readonly pathParameters: PathParameters,
    readonly raw: unknown,
    readonly responseHeader: ResponseHeaderOf | undefined,
  ) {
    const { pathname, query } = splitTarget(request.url);
    this.method = request.method.toUpperCase();
    this.target = query === '' ? pathname : `${pathname}?${query}`;
    this.#request = request;
  }

  get headers(): OperationRequest['headers'] {
    return (this.#headers ??= Object.fromEntries(this.#request.headers));
  }

  /** The host, for a request without a Host header. */
  get host(): string {
    return new URL(this.#request.url).host;
  }

  get signal(): AbortSignal {
    const { signal } = this.#request as { signal?: AbortSignal | null };
    // A Request of node-fetch has none.
    return signal ?? new AbortController().signal;
  }
}

export interface OfFetchFramework {
  readonly raw: unknown;
  readonly reread: (what: 'formData' | 'arrayBuffer') => Promise<unknown>;
  readonly respond: Respond;
  readonly responseHeader: ResponseHeaderOf;
}

type Respond = (
  body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null,
  status: number,
  headers: Readonly<Record<string, string | string[]>>,
) => Response;

export async function answerFetch(
  { bound, pathParameters }: RoutedOperation,
  request: Request,
  framework?: OfFetchFramework,
): Promise<Response> {
  const asked = new FetchOperationRequest(
    request,
    pathParameters,
    framework?.raw ?? request,
    framework?.responseHeader,
  );
  const respond = framework?.respond ?? createResponse;
  const parsed = request.bodyUsed ? await parsedBy(request, framework?.reread) : undefined;
  const { status, headers, body } = await bound.run(asked, fetchBody(request, parsed));
  if (asked.method === 'HEAD') {
    if (body instanceof BodyStream) await body.return();
    return respond(null, status, headers);
  }
  if (body instanceof BodyStream) return respond(webStreamOf(body), status, headers);
  return respond(body instanceof Uint8Array ? new Uint8Array(body) : (body ?? null), status, headers);
}

/** Workers would compress a body whose headers have a content encoding, which it has already. */
const RAW: ResponseInit & { readonly encodeBody: 'manual' } = { encodeBody: 'manual' };

export const createResponse: Respond = (body, status, headers) =>
  new Response(body, { ...RAW, status, headers: headersOf(headers) });

function headersOf(values: Readonly<Record<string, string | string[]>>): Record<string, string> | Headers {
  const isPlain = Object.values(values).every((value) => typeof value === 'string');
  if (isPlain) return { ...values } as Record<string, string>;
  const headers = new Headers();
  for (const [name, value] of Object.entries(values))
    for (const text of [value].flat()) headers.append(name, text);
  return headers;
}

function webStreamOf(body: BodyStream): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      pull: async (controller) => {
        const { done, value } = await body.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => {
        await body.return();
      },
    },
    { highWaterMark: 0 },
  );
}

export function fetchBody(request: Request, parsed: unknown): BodySource {
  return {
    header: (name) => request.headers.get(name) ?? undefined,
    present: hasBody(request),
    parsed,
    read: (limit) => collect(request, limit),
    chunks: () => chunksOf(request),
    discard: () => {
      const body = hasBody(request) ? (request.body as Partial<ReadableStream<Uint8Array>> | null) : null;
      if (body?.locked === false) void discard((body as ReadableStream<Uint8Array>).getReader());
    },
  };
}

/**
 * Returns whether a request has a body. It checks the headers first, since the first access to a body makes
 * servers create a stream.
 */
function hasBody(request: Request): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return false;
  const length = request.headers.get('content-length');
  return length === '0' ? false : length !== null || request.bodyUsed || request.body !== null;
}

async function collect(request: Request, limit: number): Promise<Uint8Array | undefined> {
  if (request.bodyUsed) throw bodyConsumed();
  const length = request.headers.get('content-length');
  // Without an HTTP server, the header may be invalid.
  if (length === null || !/^\d+$/.test(length)) return collectChunks(chunksOf(request), limit);
  if (Number(length) > limit) return undefined;
  try {
    const body = new Uint8Array(await request.arrayBuffer());
    return body.length > limit ? undefined : body;
  } catch (cause) {
    throw brokenBody(cause);
  }
}

async function collectChunks(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<Uint8Array | undefined> {
  const read: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > limit) return undefined;
    read.push(chunk);
  }
  return concatBytes(read);
}

async function parsedBy(
  request: Request,
  reread: ((what: 'formData' | 'arrayBuffer') => Promise<unknown>) | undefined,
): Promise<unknown> {
  const isForm = essenceOf(request.headers.get('content-type') ?? '') === MULTIPART;
  try {
    const found = await reread?.(isForm ? 'formData' : 'arrayBuffer');
    return found instanceof ArrayBuffer ? new Uint8Array(found) : found;
  } catch {
    // The body was not kept. Reading it throws a ConfigError.
    return undefined;
  }
}

async function* chunksOf(request: Request): AsyncGenerator<Uint8Array, void, undefined> {
  if (request.bodyUsed) throw bodyConsumed();
  if (request.body === null) return;
  const body = request.body as Partial<ReadableStream<Uint8Array>>;
  if (body.getReader === undefined)
    throw new ConfigError(
      'The body of the request is no ReadableStream, as in a Request of node-fetch. ' +
        'Pass a Request of the runtime, as in new Request(url, init).',
    );
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  let isOver = false;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
    isOver = true;
  } catch (cause) {
    isOver = true;
    throw brokenBody(cause);
  } finally {
    if (!isOver) void discard(reader);
  }
}

/**
 * Discards the rest of a body, up to a limit. Otherwise
 * servers close the connection, and the response may be lost.
 */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  try {
    let left = MOST_DISCARDED;
    for (let next = await reader.read(); !next.done && left >= 0; next = await reader.read())
      left -= next.value.length;
    await reader.cancel();
  } catch {
    // The client has closed the connection.
  }
}
