import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { NodeBody, NodeOperationRequest } from '../adapters/node-request.js';
import { headersOf, isAnswered } from '../shared/node-http.js';
import { isRecord } from '../shared/values.js';
import { splitTarget } from '../shared/http.js';
import { headersBeside } from './cors.js';
import type { McpAuthInfo } from './types.js';

interface ReadRequest {
  readonly request: Request;
  /** The body as JSON, if a parser of the application has read it. */
  readonly parsedBody: unknown;
}

/** Reads a request of node:http as one of fetch. Returns undefined for a body that is too long. */
export async function webRequest(
  raw: IncomingMessage,
  response: ServerResponse,
  { parsed, limit }: { readonly parsed: unknown; readonly limit: number },
): Promise<ReadRequest | undefined> {
  const { method, target, signal } = new NodeOperationRequest(raw, response, { pathParameters: [] });
  const source = new NodeBody(raw, parsed);
  const canHaveBody = source.present && method !== 'GET' && method !== 'HEAD';
  const isParsed = source.parsed !== undefined;
  const body = canHaveBody && !isParsed ? await source.read(limit) : undefined;
  if (canHaveBody && !isParsed && body === undefined) return undefined;
  const headers = webHeaders(raw);
  const { pathname, query } = splitTarget(target);
  const origin = `http://${headers.get('host') ?? ''}`;
  const url = new URL(`${pathname}?${query}`, URL.canParse(origin) ? origin : 'http://localhost');
  const request = new Request(url, {
    method,
    headers,
    signal,
    ...(body !== undefined && { body: new Uint8Array(body) }),
  });
  return { request, parsedBody: source.parsed };
}

/**
 * Returns the caller that middleware has verified and set as `auth`, if it has the shape of the SDK's
 * `AuthInfo`.
 */
export function authInfoOf(request: object): McpAuthInfo | undefined {
  const { auth } = request as { auth?: unknown };
  if (!isRecord(auth)) return undefined;
  const { token, clientId, scopes } = auth;
  const isAuthInfo = typeof token === 'string' && typeof clientId === 'string' && Array.isArray(scopes);
  return isAuthInfo ? (auth as unknown as McpAuthInfo) : undefined;
}

export function readableBody({ body }: Response): Readable | undefined {
  return body === null ? undefined : Readable.fromWeb(body);
}

export async function writeWebResponse(response: ServerResponse, answer: Response): Promise<void> {
  const body = readableBody(answer);
  if (isAnswered(response)) {
    body?.destroy();
    return;
  }
  response.statusCode = answer.status;
  for (const [name, value] of Object.entries(headersBeside(answer, response.getHeader('vary'))))
    response.setHeader(name, value);
  if (body === undefined) {
    response.end();
    return;
  }
  try {
    await pipeline(body, response);
  } catch (error) {
    // The client has closed the connection.
    if ((error as { code?: unknown } | null)?.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

function webHeaders(raw: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(headersOf(raw)))
    // HTTP/2 has pseudo-headers.
    if (value !== undefined && !name.startsWith(':')) headers.set(name, value);
  return headers;
}
