import type { IncomingMessage } from 'node:http';

/** The path and the query of a request target, without the fragment. */
interface TargetParts {
  /** Percent-encoded; at least `/`. */
  readonly pathname: string;
  /** Without the question mark. */
  readonly query: string;
}

/**
 * Splits a request target at the query, as routers do, and drops a fragment. The absolute form, which proxies send, is
 * read as its path for http and https only: in every other scheme the target has no path of ours (RFC 9112, 3.2.2).
 */
export function splitTarget(target: string): TargetParts {
  const relative = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '');
  const end = relative.indexOf('#');
  const whole = end < 0 ? relative : relative.slice(0, end);
  const mark = whole.indexOf('?');
  const pathname = mark < 0 ? whole : whole.slice(0, mark);
  return { pathname: pathname || '/', query: mark < 0 ? '' : whole.slice(mark + 1) };
}

/** A token of HTTP (RFC 9110, 5.6.2): what a method, a header's name and (RFC 6265) a cookie's name may be. */
export function isToken(name: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(name);
}

/** The reason phrases of failures (RFC 9110, 15; RFC 6585; RFC 7725). */
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

/** `Not Found`. */
export function phraseOf(status: number): string {
  return PHRASES[status] ?? `Status ${status}`;
}

/** Bytes of a body too long that are read and thrown away, so that its connection serves the next request. */
export const MOST_DISCARDED = 1024 * 1024;

/** How long a client that sends more has to read its answer, in milliseconds. */
const CLOSE_AFTER = 2_000;

/** Discards what is left of a body, within a bound; a connection with more is closed, after its answer had time to leave. */
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
