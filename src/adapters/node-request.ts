import type { IncomingMessage, ServerResponse } from 'node:http';
import { DtospecError } from '../base/errors.js';
import { recogniseAcrossCopies } from '../base/across-copies.js';
import type { BodySource } from '../operation/read-body.js';
import type { OperationResponse } from '../operation/reply.js';
import type { OperationRequest } from '../operation/types.js';
import { joinHeaders } from '../server/node.js';

/** A node:http request, with what frameworks and their middleware put there. */
export type NodeRequest = IncomingMessage & { originalUrl?: string; body?: unknown };

/** The request broke off before its body was complete. Frameworks read `status` and `statusCode`. */
export class RequestAbortedError extends DtospecError {
  override readonly name = 'RequestAbortedError';
  readonly code = 'ERR_REQUEST_ABORTED';
  readonly status = 400;
  readonly statusCode = 400;
}

/** The body was read by somebody who did not leave it where parsers do. */
export class BodyConsumedError extends DtospecError {
  override readonly name = 'BodyConsumedError';
  readonly code = 'ERR_BODY_CONSUMED';
}

export function consumed(): BodyConsumedError {
  return new BodyConsumedError(
    'The body of the request was read before the operation could read it. Take the middleware away that reads it, or have it leave what it read in request.body.',
  );
}

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
  };
}

/** What is too long is let run off: destroyed, the request would take its connection along, and no answer would leave. */
async function collect(request: IncomingMessage, limit: number): Promise<Uint8Array | undefined> {
  if (request.readableDidRead) throw consumed();
  if (Number(request.headers['content-length'] ?? 0) > limit) {
    request.resume();
    return undefined;
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      size += chunk.length;
      if (size > limit) break;
      chunks.push(chunk);
    }
  } catch (cause) {
    throw new RequestAbortedError('The request broke off before its body was complete.', { cause });
  }
  if (size <= limit) return Buffer.concat(chunks);
  request.resume();
  return undefined;
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

recogniseAcrossCopies({ RequestAbortedError, BodyConsumedError });
