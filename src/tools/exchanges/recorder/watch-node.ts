import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { headersOf, targetOf, type MessageExchange, KeptBytes } from '../message.js';

export function watchNode(
  request: IncomingMessage,
  response: ServerResponse,
  limit: number,
  done: (exchange: MessageExchange) => void,
): void {
  const target = targetOf((request as { originalUrl?: string }).originalUrl ?? request.url ?? '/');
  const sent = watchRequest(request, limit);
  const answered = watchResponse(response, limit);
  let isDone = false;
  const finish = (isWhole: boolean): void => {
    if (isDone) return;
    isDone = true;
    if (!isWhole) answered.kept.lose();
    if (!request.complete && hasBody(request)) sent.lose();
    const headers = headersOf(request.headers);
    const answerHeaders = answered.headers();
    done({
      request: { method: request.method ?? 'GET', target, headers, body: sent.body(headers) },
      response: {
        status: response.statusCode,
        headers: answerHeaders,
        body: answered.kept.body(answerHeaders),
      },
    });
  };
  response.once('finish', () => {
    finish(true);
  });
  response.once('close', () => {
    finish(false);
  });
}

function watchRequest(request: IncomingMessage, limit: number): KeptBytes {
  const kept = new KeptBytes(limit);
  // A part of the body was already read, because the recorder follows middleware that waited.
  if (request.readableLength > 0 || request.readableDidRead || request.complete) {
    if (hasBody(request)) kept.lose();
    return kept;
  }
  const push = request.push.bind(request);
  request.push = (chunk: unknown, encoding?: BufferEncoding): boolean => {
    const bytes = bytesOf(chunk, encoding);
    if (bytes !== undefined) kept.add(bytes);
    return push(chunk, encoding);
  };
  return kept;
}

/**
 * Returns whether a request has a body, which is "signaled by
 * a Content-Length or Transfer-Encoding" header (RFC 9112, 6).
 */
function hasBody({ headers }: IncomingMessage): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

interface WatchedResponse {
  readonly kept: KeptBytes;
  readonly headers: () => ReturnType<typeof headersOf>;
}

type AnyCall = (...args: unknown[]) => unknown;

function watchResponse(response: ServerResponse, limit: number): WatchedResponse {
  const kept = new KeptBytes(limit);
  // Headers that are passed to writeHead are sent but not stored.
  let passedHeaders: OutgoingHttpHeaders = {};
  before(response, 'writeHead', (_status, second, third) => {
    const passed = typeof second === 'string' ? third : second;
    if (passed !== undefined && passed !== null) passedHeaders = fromPassed(passed);
  });
  const keep = (chunk: unknown, encoding: unknown): void => {
    const bytes = bytesOf(chunk, encoding);
    if (bytes !== undefined) kept.add(bytes);
  };
  let isEnding = false;
  // Some implementations of `end` call `write`.
  before(response, 'write', (chunk, encoding) => {
    if (!isEnding) keep(chunk, encoding);
  });
  before(response, 'end', (chunk, encoding) => {
    if (!isEnding && typeof chunk !== 'function') keep(chunk, encoding);
    isEnding = true;
  });
  return { kept, headers: () => headersOf({ ...response.getHeaders(), ...passedHeaders }) };
}

function before(
  response: ServerResponse,
  name: 'write' | 'end' | 'writeHead',
  look: (...args: unknown[]) => void,
): void {
  const original = Reflect.get(response, name) as AnyCall;
  (response as unknown as Record<string, AnyCall>)[name] = function (this: unknown, ...args) {
    look(...args);
    return original.apply(this, args);
  };
}

function fromPassed(passed: object): OutgoingHttpHeaders {
  if (!Array.isArray(passed))
    return Object.fromEntries(
      Object.entries(passed as OutgoingHttpHeaders).map(([name, value]) => [name.toLowerCase(), value]),
    );
  const list = passed.flat() as string[];
  const headers: Record<string, string[]> = {};
  for (let index = 0; index + 1 < list.length; index += 2)
    (headers[String(list[index]).toLowerCase()] ??= []).push(String(list[index + 1]));
  return headers;
}

function bytesOf(chunk: unknown, encoding: unknown): Uint8Array | undefined {
  if (chunk instanceof Uint8Array) return chunk;
  if (typeof chunk !== 'string') return undefined;
  return Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8');
}
