import { createHash, timingSafeEqual } from 'node:crypto';
import type { AuthSettings } from './settings.js';
import { headerOf, type AskedRequest } from './source.js';

/** Whether the request carries one of the keys, or the user name and password. */
export function credentialsMatch(request: AskedRequest, auth: AuthSettings): boolean {
  return keyMatches(request, auth) || basicMatches(request, auth);
}

function keyMatches(request: AskedRequest, { keys, keyHeader }: AuthSettings): boolean {
  if (keys.length === 0) return false;
  const bearer = /^bearer +([!-~]+) *$/i.exec(headerOf(request, 'authorization') ?? '')?.[1];
  const given = [...queryKeys(request.query), headerOf(request, keyHeader.toLowerCase()), bearer];
  return isOneOf(
    given.filter((key) => typeof key === 'string'),
    keys,
  );
}

/** Whether one of the secrets is given; each is compared with each, so that the time does not tell which one was. */
export function isOneOf(given: readonly string[], secrets: readonly string[]): boolean {
  return given.flatMap((each) => secrets.map((secret) => sameSecret(each, secret))).includes(true);
}

/**
 * The query's first `key`, as it can be read: forms write a space as `+` (URL standard, 5.1), and in a URI a `+` is one
 * (RFC 3986, 3.4).
 */
function queryKeys(query: string): string[] {
  const asForm = new URLSearchParams(query).get('key');
  if (asForm === null || !query.includes('+')) return asForm === null ? [] : [asForm];
  const asURI = new URLSearchParams(query.replaceAll('+', '%2B')).get('key') ?? '';
  return [...new Set([asForm, asURI])];
}

function basicMatches(request: AskedRequest, { basic }: AuthSettings): boolean {
  if (basic === undefined) return false;
  const given = headerOf(request, 'authorization') ?? '';
  const encoded = /^basic +([A-Za-z0-9+/_-]+=*) *$/i.exec(given)?.[1];
  if (encoded === undefined) return false;
  // One comparison over both parts: a user name has no colon (RFC 7617, 2), so the pair is unambiguous.
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  return sameSecret(pair, `${basic.username}:${basic.password}`);
}

/** Compares digests, so that the time tells neither content nor length. */
function sameSecret(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
