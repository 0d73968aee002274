import { encodeBytes, utf8 } from '../../../shared/bytes.js';
import { invalidURL } from '../errors.js';

/**
 * @throws InvalidMessageError, whose message does not contain the URL, since its path or query may be a
 * credential
 */
export function parseURL(value: string | URL): URL {
  let url: URL;
  try {
    url = new URL(value);
  } catch {
    throw invalidURL('cannot be parsed');
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw invalidURL(`has the scheme ${JSON.stringify(url.protocol)}`);
  }
  return url;
}

/** Where a request goes. Its parts are read once, since a URL computes them at each access. */
export interface RequestTarget {
  /** The URL without credentials and fragment. */
  readonly url: URL;
  readonly origin: string;
  /** Path and query. */
  readonly path: string;
  /** Value of the header for the credentials in the URL. */
  readonly authorization: string | undefined;
}

/** Reads a URL. Its credentials become a header, since some clients would let them override another one. */
export function targetOf(url: URL): RequestTarget {
  const { username, password, origin, pathname, search } = url;
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  bare.hash = '';
  const pair = utf8(`${decode(username)}:${decode(password)}`);
  const hasCredentials = username !== '' || password !== '';
  const authorization = hasCredentials ? `Basic ${encodeBytes(pair, 'base64')}` : undefined;
  return { url: bare, origin, path: pathname + search, authorization };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
