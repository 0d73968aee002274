import { FORM, isJson, MULTIPART } from '../../../operations/media-types.js';
import {
  bodyOf,
  headersOf,
  NO_BODY,
  targetOf,
  type Body,
  type HeaderValues,
  type RequestMessage,
  type ResponseMessage,
} from '../message.js';
import type { PlainRequest, PlainResponse } from '../types.js';

/** Whether it is an answer in plain words. */
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

/** A body without a content type has the one that whoever sends it would give it. */
function contentOf(given: unknown, value: unknown): { readonly headers: HeaderValues; readonly body: Body } {
  const headers = headersOf(given);
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
