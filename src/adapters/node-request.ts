import type { IncomingMessage, ServerResponse } from 'node:http';
import { BodyConsumedError, RequestAbortedError } from '../operation/body-errors.js';
import type { BodySource } from '../operation/read-body.js';
import type { OperationResponse } from '../operation/reply.js';
import type { OperationRequest } from '../operation/types.js';
import { joinHeaders } from '../server/node.js';

/** A node:http request, with what frameworks and their middleware put there. */
export type NodeRequest = IncomingMessage & { originalUrl?: string; body?: unknown };

export function readNodeRequest(request: NodeRequest, raw: unknown = request): OperationRequest {
  return {
    method: (request.method ?? 'GET').toUpperCase(),
    target: request.originalUrl ?? request.url ?? '/',
    headers: joinHeaders(request.headers),
    raw,
  };
}

/** @param parsed what a body parser of the application left; undefined if none read it */
export function nodeBody(request: IncomingMessage, parsed: unknown): BodySource {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  const present = coding !== undefined || (length !== undefined && Number(length) > 0);
  return {
    present,
    // Parsers leave an empty object where there was no body, and where it was not theirs to read.
    parsed: present && request.readableDidRead ? parsed : undefined,
    read: (limit) => collect(request, limit),
    chunks: () => chunksOf(request),
  };
}

/** What is too long is let run off: destroyed, the request would take its connection along, and no answer would leave. */
async function collect(request: IncomingMessage, limit: number): Promise<Uint8Array | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > limit) {
    if (request.readableDidRead) throw new BodyConsumedError();
    request.resume();
    return undefined;
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunksOf(request)) {
    size += chunk.length;
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

async function* chunksOf(request: IncomingMessage): AsyncGenerator<Uint8Array, void, undefined> {
  if (request.readableDidRead) throw new BodyConsumedError();
  try {
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  } catch (cause) {
    throw new RequestAbortedError(cause);
  } finally {
    request.resume();
  }
}

/** Headers that middleware has set stay. */
export function writeNodeResponse(response: ServerResponse, answer: OperationResponse): void {
  if (response.headersSent || response.destroyed) return;
  const bytes = bytesOf(answer);
  response.statusCode = answer.status;
  for (const [name, value] of Object.entries(answer.headers)) response.setHeader(name, value);
  if (bytes !== undefined) response.setHeader('content-length', bytes.byteLength);
  response.end(response.req.method === 'HEAD' ? undefined : bytes);
}

export function bytesOf({ body }: OperationResponse): Buffer | undefined {
  if (body === undefined) return undefined;
  return typeof body === 'string'
    ? Buffer.from(body)
    : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}
