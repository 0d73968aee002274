import type { IncomingMessage } from 'node:http';
import { isRecord } from './values.js';

interface TargetParts {
  readonly pathname: string;
  readonly query: string;
}

/**
 * Splits a request target at the query, and drops a fragment. A proxy sends the absolute form; its path is
 * used only for http and https (RFC 9112, 3.2.2).
 */
export function splitTarget(target: string): TargetParts {
  const relative = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '');
  const end = relative.indexOf('#');
  const whole = end < 0 ? relative : relative.slice(0, end);
  const mark = whole.indexOf('?');
  const pathname = mark < 0 ? whole : whole.slice(0, mark);
  return { pathname: pathname || '/', query: mark < 0 ? '' : whole.slice(mark + 1) };
}

/** Percent-encodes the characters of a path that a request target cannot contain. */
export function encodeTarget(path: string): string {
  return path.replace(/[^!-~]+/g, encodeURIComponent);
}

/** Returns true for a token (RFC 9110, 5.6.2): a method, a header's name or (RFC 6265) a cookie's name. */
export function isToken(name: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name);
}

/**
 * Returns true for a header's value (RFC 9110, 5.5): visible
 * ASCII, blank, tab and obs-text; no CR, LF or NUL.
 */
export function isHeaderValue(value: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

/** Returns true for the error of a body that is longer than the server's own limit, as in srvx and SvelteKit. */
export function isOverLimit(cause: unknown): boolean {
  return isRecord(cause) && (cause.status === 413 || cause.statusCode === 413);
}

/** Reason phrases of errors (RFC 9110, 15; RFC 6585; RFC 7725). */
const PHRASES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  407: 'Proxy Authentication Required',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  411: 'Length Required',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  417: 'Expectation Failed',
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
  423: 'Locked',
  424: 'Failed Dependency',
  425: 'Too Early',
  426: 'Upgrade Required',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  451: 'Unavailable For Legal Reasons',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  507: 'Insufficient Storage',
};

export function phraseOf(status: number): string {
  return PHRASES[status] ?? `Status ${status}`;
}

/**
 * Maximum number of bytes to discard of a body that is refused: more than the buffers of both sockets hold. A
 * client whose body fits into them has sent it whole, and sends its next request on the connection. The client
 * of a longer body is still sending it when the response arrives.
 */
export const MOST_DISCARDED = 16 * 1024 * 1024;

/** Time in milliseconds that a client has to read the response before its connection is closed. */
const CLOSE_AFTER = 2_000;

/**
 * Discards the rest of a body, up to a limit. If the body is
 * longer, it closes the connection shortly after the response.
 */
export function discardRest(request: IncomingMessage): void {
  let left = MOST_DISCARDED;
  const onData = (chunk: Uint8Array): void => {
    left -= chunk.length;
    if (left >= 0) return;
    request.off('data', onData).pause();
    setTimeout(() => request.destroy(), CLOSE_AFTER).unref();
  };
  request.on('data', onData).on('error', () => undefined);
  request.resume();
}

export type PathParameters = readonly (readonly [name: string, value: string])[];

/** A request to an operation, the same in every framework. */
export interface OperationRequest {
  /** The method, in upper case. */
  readonly method: string;
  /** Path and query as the router received them, percent-encoded. */
  readonly target: string;
  /** The path parameters of the matched route, with the names in the template and percent-encoded values. */
  readonly pathParameters: PathParameters;
  /** Headers by name in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Aborted when the client disconnects before the response is sent, so that a handler can stop waiting. */
  readonly signal: AbortSignal;
  /** The framework's own request: Express's and node:http's, Fastify's, Koa's context, a fetch `Request`. */
  readonly raw: unknown;
}
