import { ConfigError, FORM, isJson, MULTIPART } from 'dtospec/internal';
import {
  type Body,
  bodyOf,
  headersOf,
  type HeaderValues,
  NO_BODY,
  type RequestMessage,
  type ResponseMessage,
  targetOf,
} from '../message.js';
import type { ResponseReader } from './libraries.js';
import type { PlainRequest, PlainResponse } from '../types.js';

/** Reads responses of fetch, of Hono's `app.request`, and of other libraries with the web's Response. */
export const fetchResponse: ResponseReader = {
  recognises: (response) => isBodied(response) && 'status' in response && !('method' in response),
  response: async (response: Response) => ({
    status: response.status,
    headers: headersOf(response.headers),
    body: await read(response, 'answer'),
  }),
  request: () => undefined,
};

export function isRequest(value: object): value is Request {
  return isBodied(value) && 'method' in value && 'url' in value;
}

export async function readRequest(request: Request): Promise<RequestMessage> {
  return {
    method: request.method,
    target: targetOf(request.url),
    headers: headersOf(request.headers),
    body: await read(request, 'request'),
  };
}

/**
 * Returns whether a value is a message, by its methods: test runners and polyfills have their own classes.
 */
function isBodied(value: object): boolean {
  const { arrayBuffer, clone } = value as { arrayBuffer?: unknown; clone?: unknown };
  return typeof arrayBuffer === 'function' && typeof clone === 'function' && 'headers' in value;
}

/** Reads a copy of the message, so that the caller can still read the body. */
async function read(message: Request | Response, what: string): Promise<Body> {
  if (message.bodyUsed)
    throw new ConfigError(
      `The body of the ${what} has been read already. Compare it before you read it, or give checkExchange a clone() that was made before.`,
    );
  return bodyOf(new Uint8Array(await message.clone().arrayBuffer()));
}

export function isPlainResponse(value: object): value is PlainResponse {
  return typeof (value as { status?: unknown }).status === 'number';
}

export function isPlainRequest(value: object): value is PlainRequest {
  const { method, url } = value as Partial<Record<keyof PlainRequest, unknown>>;
  return typeof method === 'string' && typeof url === 'string';
}

export function readPlainResponse({ status, headers, body }: PlainResponse): ResponseMessage {
  return { status, ...contentOf(headers, body) };
}

export function readPlainRequest({ method, url, headers, body }: PlainRequest): RequestMessage {
  return { method, target: targetOf(url), ...contentOf(headers, body) };
}

function contentOf(source: unknown, value: unknown): { readonly headers: HeaderValues; readonly body: Body } {
  const headers = headersOf(source);
  const contentType = headers.get('content-type')?.[0];
  if (value === null && !isJson(contentType ?? '')) return { headers, body: NO_BODY };
  const body = bodyOf(value);
  const usual = contentType ?? usualType(value, body);
  if (usual === undefined) return { headers, body };
  return { headers: new Map([...headers, ['content-type', [usual]]]), body };
}

function usualType(value: unknown, body: Body): string | undefined {
  if (value instanceof URLSearchParams) return FORM;
  if (value instanceof FormData) return MULTIPART;
  return body.kind === 'value' ? 'application/json' : undefined;
}
