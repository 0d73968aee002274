import type { DocsRequest } from '../documents/openapi/config.js';
import type { Headers } from './responses.js';

/** Seconds for which a browser may remember a preflight. */
const PREFLIGHT_AGE = 600;

/** On every answer about the spec, refusals too, so that the asking page can read why. */
export function corsHeaders(origin: string | undefined): Headers {
  return origin === undefined
    ? {}
    : { 'access-control-allow-origin': origin, 'access-control-expose-headers': 'ETag' };
}

/** What a preflight wants to know beyond the origin (Fetch standard, CORS protocol). */
/** @param credentials headers that may carry credentials */
export function preflightHeaders(
  request: DocsRequest,
  methods: string,
  credentials: readonly string[],
): Headers {
  if (request.headers['access-control-request-method'] === undefined) return {};
  return {
    'access-control-allow-methods': methods,
    // Named, because `*` does not cover Authorization.
    'access-control-allow-headers': [...new Set(['Authorization', 'If-None-Match', ...credentials])].join(
      ', ',
    ),
    'access-control-max-age': String(PREFLIGHT_AGE),
  };
}
