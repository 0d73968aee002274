import { isHeaderValue, isToken } from '../../../shared/http.js';
import { show } from '../../../shared/values.js';
import { invalidHeader } from '../errors.js';

/**
 * Header names as written, with their values. A later header
 * replaces an earlier one of the same name, in any case.
 */
export type HeaderList = readonly (readonly [name: string, value: string])[];

const FRAMING = new Set(
  'connection content-length expect keep-alive proxy-connection te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
);

export function isFraming(name: string): boolean {
  return FRAMING.has(name.toLowerCase());
}

/**
 * Checks a header and trims the value.
 *
 * @throws InvalidMessageError, whose message does not contain the value, which may be secret
 */
export function checkHeader(name: string, value: string): readonly [string, string] {
  if (typeof (name as unknown) !== 'string' || !isToken(name)) {
    throw invalidHeader(show(name), 'has a name that is not an HTTP token');
  }
  if (isFraming(name)) {
    throw invalidHeader(name, 'frames the request and is set by the HTTP client; leave it out');
  }
  if (typeof (value as unknown) !== 'string') {
    throw invalidHeader(name, `has a value that is not a string but ${typeof value}`);
  }
  if (!isHeaderValue(value)) {
    throw invalidHeader(
      name,
      'has a value with a line break, a control character or a character outside Latin-1; encode the value',
    );
  }
  return [name, trimEnd(value, '\t ').replace(/^[\t ]+/, '')];
}

export function mergeHeaders(...lists: readonly HeaderList[]): HeaderList {
  // Two arrays: for a dozen headers, they take a third of the time of a Map.
  const names: string[] = [];
  const merged: HeaderList[number][] = [];
  for (const list of lists)
    for (const header of list) {
      const name = header[0].toLowerCase();
      const known = names.indexOf(name);
      const place = known < 0 ? names.push(name) - 1 : known;
      merged[place] = header;
    }
  return merged;
}

/**
 * Matches `Authorization`, `Cookie`, `X-Api-Key`,
 * `X-Access-Token` and similar names. A false match is harmless.
 */
const CREDENTIAL =
  /auth|cookie|token|secret|pass(word|wd|phrase)|credential|session|signature|jwt|key(s|$|[-_])/i;

function looksLikeCredential(name: string): boolean {
  return CREDENTIAL.test(name);
}

const IDEMPOTENCY_KEY = /^(x-)?idempotency-key$/i;

/** Returns whether a durable engine may store a header of a message. */
export function isStorableHeader(name: string): boolean {
  return !looksLikeCredential(name) || IDEMPOTENCY_KEY.test(name);
}

export function withoutCredentials(headers: HeaderList): HeaderList {
  return headers.filter(([name]) => !looksLikeCredential(name));
}

/**
 * Trims characters at the end. A regular expression such as
 * `/[\r ]+$/` would take a minute for a megabyte of line breaks.
 */
export function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
