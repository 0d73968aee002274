import type { DocsResponse } from './source.js';

export type Headers = Readonly<Record<string, string>>;

/** On everything that the docs answer. The key travels in the URL, so no referrer may carry it. */
export const BASE_HEADERS: Headers = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

export const NO_BODY = new Uint8Array();

/** A short answer in words; never kept by a cache. */
export function textResponse(status: number, text: string, headers: Headers = {}): DocsResponse {
  const body = Buffer.from(text);
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

/** An answer that is its headers only. */
export function emptyResponse(status: number, headers: Headers): DocsResponse {
  return { status, headers: { ...BASE_HEADERS, ...headers }, body: NO_BODY };
}

/** The headers with what the application has said in `Vary` of its own answers (RFC 9110, 12.5.5). */
export function withVary(headers: Headers, given: number | string | readonly string[] | undefined): Headers {
  return given === undefined || given === '' ? headers : { ...headers, ...joinVary(headers, given) };
}

function joinVary(headers: Headers, given: number | string | readonly string[]): Headers {
  const fields = [given, headers.vary ?? ''].flat().flatMap((value) => `${value}`.split(','));
  const named = new Map(fields.map((field) => [field.trim().toLowerCase(), field.trim()]));
  named.delete('');
  return named.size === 0 ? {} : { vary: [...named.values()].join(', ') };
}
