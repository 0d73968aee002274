import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest } from 'node:http2';
import type { Readable } from 'node:stream';
import { requireNodeModule } from '../shared/node-modules.js';
import { isBytes } from '../shared/bytes.js';
import { discardRest, type OperationRequest, type PathParameters } from '../shared/http.js';
import { bodyConsumed, brokenBody } from '../operations/errors.js';
import type { BodySource } from '../operations/request/read-body.js';
import type { ResponseHeaderOf } from '../operations/response/compare-headers.js';
import type { OperationResponse } from '../operations/response/reply.js';
import { BodyStream } from '../operations/response/body-stream.js';
import { headersOf, valuesOf } from '../shared/node-http.js';

interface RoutedRequest {
  readonly pathParameters: PathParameters;
  /** Path and query as the router received them. @default those of the request */
  readonly target?: string;
  /** The framework's own request. @default node:http's */
  readonly raw?: unknown;
  /** Returns a header that the response already has. @default asks node:http's response */
  readonly responseHeader?: ResponseHeaderOf;
}

export class NodeOperationRequest implements OperationRequest {
  readonly target: string;
  readonly pathParameters: PathParameters;
  readonly raw: unknown;
  readonly method: string;
  readonly #responseHeader: RoutedRequest['responseHeader'];
  readonly #request: IncomingMessage;
  readonly #response: ServerResponse;
  #headers: OperationRequest['headers'] | undefined;
  #signal: AbortSignal | undefined;

  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    { pathParameters, target = request.url ?? '/', raw = request, responseHeader }: RoutedRequest,
  ) {
    this.target = target;
    this.pathParameters = pathParameters;
    this.raw = raw;
    this.method = (request.method ?? 'GET').toUpperCase();
    this.#responseHeader = responseHeader;
    this.#request = request;
    this.#response = response;
  }

  get headers(): OperationRequest['headers'] {
    return (this.#headers ??= headersOf(this.#request));
  }

  get signal(): AbortSignal {
    return (this.#signal ??= signalOf(this.#response));
  }

  get isAnswered(): boolean {
    return this.#response.headersSent;
  }

  responseHeader(name: string): ReturnType<ResponseHeaderOf> {
    return this.#responseHeader === undefined ? this.#response.getHeader(name) : this.#responseHeader(name);
  }
}

function signalOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const onClose = (): void => {
    if (!response.writableEnded || !response.writableFinished) controller.abort();
  };
  // A response of HTTP/2 has no `closed`, and it is finished when the client resets the stream.
  if (response.closed || response.writableFinished) onClose();
  else response.once('close', onClose);
  return controller.signal;
}

export class NodeBody implements BodySource {
  readonly present: boolean;
  readonly parsed: unknown;

  /** @param parsed the result of the application's body parser, or undefined */
  constructor(
    private readonly request: IncomingMessage,
    parsed: unknown,
  ) {
    // A parser may have found that chunked content is empty.
    const isEmpty = request.readableEnded && !request.readableDidRead;
    this.present = !isEmpty && announcesBody(request);
    // Parsers set an empty object if there is no body, or if it has another content type.
    const isRead = this.present && request.readableDidRead;
    this.parsed = isRead ? (parsed ?? keptBytes(request)) : undefined;
  }

  header(name: string): string | undefined {
    if (name === 'content-type') return contentTypeOf(this.request);
    const value = this.request.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  read(limit: number): Promise<Uint8Array | undefined> {
    return collect(this.request, limit);
  }

  chunks(): AsyncIterable<Uint8Array> {
    return chunksOf(this.request);
  }

  discard(): void {
    if (this.present && !this.request.readableDidRead) discardRest(this.request);
  }
}

/** Returns the bytes that other code has read, where `expressRawBody` and Cloud Functions keep them. */
function keptBytes({ rawBody }: IncomingMessage & { rawBody?: unknown }): Uint8Array | undefined {
  return isBytes(rawBody) ? rawBody : undefined;
}

function announcesBody(request: IncomingMessage | Http2ServerRequest): boolean {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if (coding !== undefined || length !== undefined) return coding !== undefined || Number(length) > 0;
  return 'stream' in request && !request.stream.endAfterHeaders;
}

/** Returns all Content-Type headers, joined as in fetch. node:http keeps only the first one. */
function contentTypeOf({ headers, rawHeaders }: IncomingMessage): string | undefined {
  const types = valuesOf(rawHeaders, 'content-type');
  return types.length > 1 ? types.join(', ') : headers['content-type'];
}

/**
 * Reads a body. It discards a body that is too long: destroying the request would close the connection before
 * the response is sent.
 */
function collect(request: IncomingMessage, limit: number): Promise<Uint8Array | undefined> {
  if (request.readableDidRead) return Promise.reject(bodyConsumed());
  if (Number(request.headers['content-length'] ?? 0) <= limit) return collectChunks(request, limit);
  discardRest(request);
  return Promise.resolve(undefined);
}

/** Reads a body by events. An async iterator takes as much time as the rest of a small request. */
function collectChunks(request: IncomingMessage, limit: number): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    const stop = (): void => {
      request.off('data', onData).off('end', onEnd).off('error', onBreak).off('close', onBreak);
    };
    const onData = (chunk: Uint8Array): void => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= limit) return;
      stop();
      discardRest(request);
      resolve(undefined);
    };
    const onEnd = (): void => {
      stop();
      resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
    };
    const onBreak = (cause?: unknown): void => {
      stop();
      reject(brokenBody(cause));
    };
    if (request.destroyed) onBreak(request.errored);
    else request.on('data', onData).on('end', onEnd).on('error', onBreak).on('close', onBreak);
  });
}

async function* chunksOf(request: IncomingMessage): AsyncGenerator<Uint8Array, void, undefined> {
  if (request.readableDidRead) throw bodyConsumed();
  try {
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  } catch (cause) {
    throw brokenBody(cause);
  } finally {
    discardRest(request);
  }
}

/** Sends a response, and keeps headers that middleware has set. Rejects with errors of a stream. */
export async function writeNodeResponse(response: ServerResponse, answer: OperationResponse): Promise<void> {
  const { body } = answer;
  const isStream = body instanceof BodyStream;
  if (response.headersSent || response.destroyed) {
    if (isStream) await body.return();
    return;
  }
  response.statusCode = answer.status;
  for (const [name, value] of Object.entries(answer.headers))
    // Keeps cookies that middleware has set.
    if (name === 'set-cookie') response.appendHeader(name, value);
    else response.setHeader(name, value);
  if (isStream) return sendStream(response, body);
  // Node.js sends a string together with the headers, but bytes separately.
  if (body !== undefined) response.setHeader('content-length', Buffer.byteLength(body));
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

const SERVER = 'A server of node:http';

async function sendStream(response: ServerResponse, body: BodyStream): Promise<void> {
  if (response.req.method === 'HEAD') {
    await body.return();
    response.end();
    return;
  }
  try {
    await requireNodeModule('stream/promises', SERVER).pipeline(readableOf(body), response);
  } catch (error) {
    // The client has closed the connection.
    if ((error as { code?: unknown } | null)?.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

export function readableOf(body: BodyStream): Readable {
  return requireNodeModule('stream', SERVER).Readable.from(body, { objectMode: false, highWaterMark: 1 });
}

export function bytesOf(body: Exclude<OperationResponse['body'], BodyStream>): Buffer | undefined {
  if (body === undefined) return undefined;
  return typeof body === 'string' ? Buffer.from(body) : bufferOf(body);
}

export function bufferOf(body: Uint8Array): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}
