import { joinVary } from '../shared/vary.js';
import { utf8 } from '../shared/bytes.js';
import type { DocsResponse } from './docs-server.js';

export type Headers = Readonly<Record<string, string>>;

/** Headers of every response. They forbid referrers, since the key may be in the URL. */
export const BASE_HEADERS: Headers = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

export const NO_BODY = new Uint8Array();

export function textResponse(status: number, text: string, headers: Headers = {}): DocsResponse {
  const body = utf8(text);
  return {
    status,
    headers: {
      ...BASE_HEADERS,
      'content-type': 'text/plain; charset=utf-8',
      'content-length': String(body.length),
      'cache-control': 'no-store',
      ...headers,
    },
    body,
  };
}

export function emptyResponse(status: number, headers: Headers): DocsResponse {
  return { status, headers: { ...BASE_HEADERS, ...headers }, body: NO_BODY };
}

/** Adds the application's own `Vary` to the headers (RFC 9110, 12.5.5). */
export function withVary(headers: Headers, given: number | string | readonly string[] | undefined): Headers {
  if (given === undefined || given === '') return headers;
  const vary = joinVary(given, headers.vary);
  return vary === '' ? headers : { ...headers, vary };
}
