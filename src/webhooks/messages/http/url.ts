import { invalidURL } from '../errors.js';

/** @throws InvalidMessageError, whose message does not contain the URL, since its path or query may be a credential */
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

interface RequestTarget {
  readonly bare: URL;
  readonly authorization: string | undefined;
}

/** Removes the credentials from the URL. Some clients would let them override an Authorization header. */
export function splitCredentials(url: URL): RequestTarget {
  if (url.username === '' && url.password === '' && url.hash === '')
    return { bare: url, authorization: undefined };
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  bare.hash = '';
  if (url.username === '' && url.password === '') return { bare, authorization: undefined };
  const pair = Buffer.from(`${decode(url.username)}:${decode(url.password)}`, 'utf8');
  return { bare, authorization: `Basic ${pair.toString('base64')}` };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
