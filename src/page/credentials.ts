import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { AuthSettings } from './settings.js';
import { type AskedRequest, headerOf } from './source.js';

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

const COOKIE = 'dtospec-docs';

/** Seconds for which a reader stays signed in. */
const LIFETIME = 7 * 24 * 60 * 60;

/** How many cookies of the name are looked at: below one another, docs may each have theirs. */
const COOKIES = 8;

/** Headers of an answer that signs a reader in. */
export function signInCookie(request: AskedRequest, key: string): string {
  const expires = Math.floor(Date.now() / 1000) + LIFETIME;
  return cookie(request, `${expires}.${signatureOf(key, String(expires))}`, LIFETIME);
}

export function signOutCookie(request: AskedRequest): string {
  return cookie(request, '', 0);
}

/**
 * Without a path of its own a cookie goes to the folder of the address that set it (RFC 6265, 5.1.4): the docs, as the
 * browser sees them behind any proxy. The browser tells by its `Origin` too whether it came by https.
 */
function cookie(request: AskedRequest, value: string, age: number): string {
  const isSecure = request.isSecure === true || /^https:/i.test(headerOf(request, 'origin') ?? '');
  return `${COOKIE}=${value}; Max-Age=${age}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
}

/** Whether the request carries a cookie that one of the keys has signed, and that is not over. */
export function hasSession(request: AskedRequest, keys: readonly string[]): boolean {
  const now = Date.now() / 1000;
  const cookies = (headerOf(request, 'cookie') ?? '').split(/; */);
  const given = cookies.filter((each) => each.startsWith(`${COOKIE}=`)).slice(0, COOKIES);
  return given.some((each) => {
    const [, expires = '', signature = ''] = /^[^=]+=(\d{1,12})\.([\w-]{43})$/.exec(each) ?? [];
    if (signature === '' || Number(expires) <= now) return false;
    return isOneOf(
      [signature],
      keys.map((key) => signatureOf(key, expires)),
    );
  });
}

/** Nothing is kept: a cookie is good as long as the key is that signed it. */
function signatureOf(key: string, expires: string): string {
  return createHmac('sha256', key).update(`dtospec docs session until ${expires}`).digest('base64url');
}
