import { matchesTag, matchesTagStrongly } from '../../shared/etag.js';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Returns whether the client already has a response with these headers (RFC 9110, 13.2.2). `If-None-Match`
 * decides; `If-Modified-Since` only without it.
 */
export function isNotModified(request: Headers, response: Headers): boolean {
  const { 'if-none-match': tags, 'if-modified-since': since } = request;
  const { etag, 'last-modified': modified } = response;
  if (typeof tags === 'string') return typeof etag === 'string' && matchesTag(tags, etag);
  if (typeof since !== 'string' || typeof modified !== 'string') return false;
  return Date.parse(modified) <= Date.parse(since);
}

/**
 * Returns whether the client asks for another version than this one (RFC 9110, 13.2.2). `If-Match` decides,
 * by strong comparison; `If-Unmodified-Since` only without it.
 */
export function isOtherVersion(request: Headers, response: Headers): boolean {
  const { 'if-match': tags, 'if-unmodified-since': since } = request;
  const { etag, 'last-modified': modified } = response;
  if (typeof tags === 'string') return !matchesTagStrongly(tags, typeof etag === 'string' ? etag : undefined);
  if (typeof since !== 'string' || typeof modified !== 'string') return false;
  return Date.parse(modified) > Date.parse(since);
}

/** Returns the headers without those of the body that a 304 response lacks. */
export function withoutContent<V>(headers: Readonly<Record<string, V>>): Record<string, V> {
  const kept = Object.entries(headers).filter(
    ([name]) => !name.startsWith('content-') || name === 'content-location',
  );
  return Object.fromEntries(kept);
}
