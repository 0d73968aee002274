import { type Headers as HeaderFields, withVary } from '../page/responses.js';

const METHODS = 'GET, POST, DELETE';

/** The challenge leads to a token; the id is a session's in earlier versions of the protocol. */
const EXPOSED = 'WWW-Authenticate, Mcp-Session-Id';

/** Maximum lifetime of a preflight in Chromium, in seconds. */
const MAX_AGE = '7200';

/** Returns the response to a preflight of an allowed origin, or undefined for another request. */
export function preflightAnswer({ method, headers }: Request): Response | undefined {
  if (method !== 'OPTIONS' || !headers.has('access-control-request-method')) return undefined;
  const fields = headers.get('access-control-request-headers');
  return new Response(null, {
    status: 204,
    headers: {
      'access-control-allow-methods': METHODS,
      ...(fields !== null && { 'access-control-allow-headers': fields }),
      'access-control-max-age': MAX_AGE,
    },
  });
}

/**
 * Lets a page of an allowed origin read a response. It gets no `Allow-Credentials`: tokens are in a header.
 */
export function readableBy(origin: string, answer: Response): Response {
  const vary = answer.headers.get('vary') ?? undefined;
  const headers = new Headers(answer.headers);
  for (const [name, value] of Object.entries(withVary({ vary: 'Origin' }, vary))) headers.set(name, value);
  headers.set('access-control-allow-origin', origin);
  headers.set('access-control-expose-headers', EXPOSED);
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}

/** Returns the headers of a response, with the `Vary` that the application has set. */
export function headersBeside(
  answer: Response,
  vary: number | string | readonly string[] | undefined,
): HeaderFields {
  return withVary(Object.fromEntries(answer.headers), vary);
}
