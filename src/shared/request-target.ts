/** The path and the query of a request target, without the fragment. */
export interface TargetParts {
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
