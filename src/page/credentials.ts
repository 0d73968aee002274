import { createHmac } from 'node:crypto';
import { sameSecret } from '../shared/same-secret.js';
import type { AuthSettings } from './settings.js';
import type { AskedRequest } from './source.js';

export function credentialsMatch(request: AskedRequest, auth: AuthSettings): boolean {
  return keyMatches(request, auth) || basicMatches(request, auth);
}

function keyMatches(request: AskedRequest, { keys, keyHeader }: AuthSettings): boolean {
  if (keys.length === 0) return false;
  const bearer = /^bearer +([!-~]+) *$/i.exec(request.headers.authorization ?? '')?.[1];
  const given = [...queryKeys(request.query), request.headers[keyHeader.toLowerCase()], bearer];
  return isOneOf(
    given.filter((key) => typeof key === 'string'),
    keys,
  );
}

/** Compares every given secret with every known one, so that the time does not reveal which one matches. */
export function isOneOf(given: readonly string[], secrets: readonly string[]): boolean {
  return given.flatMap((each) => secrets.map((secret) => sameSecret(each, secret))).includes(true);
}

/**
 * Returns the first `key` of the query in two forms, since `+` is a space in forms (URL Standard, 5.1) and a plus in
 * URIs (RFC 3986, 3.4).
 */
function queryKeys(query: string): string[] {
  const asForm = new URLSearchParams(query).get('key');
  if (asForm === null || !query.includes('+')) return asForm === null ? [] : [asForm];
  const asURI = new URLSearchParams(query.replaceAll('+', '%2B')).get('key') ?? '';
  return [...new Set([asForm, asURI])];
}

function basicMatches(request: AskedRequest, { basic }: AuthSettings): boolean {
  if (basic === undefined) return false;
  const given = request.headers.authorization ?? '';
  const encoded = /^basic +([A-Za-z0-9+/_-]+=*) *$/i.exec(given)?.[1];
  if (encoded === undefined) return false;
  // One comparison over both parts: a user name has no colon (RFC 7617, 2), so the pair is unambiguous.
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  return sameSecret(pair, `${basic.username}:${basic.password}`);
}

const COOKIE = 'dtospec-docs';

/** Lifetime of a session, in seconds. */
const LIFETIME = 7 * 24 * 60 * 60;

/** Maximum number of session cookies to check. Nested docs pages may each set one. */
const COOKIES = 8;

export function signInCookie(request: AskedRequest, key: string): string {
  const expires = Math.floor(Date.now() / 1000) + LIFETIME;
  return cookie(request, `${expires}.${signatureOf(key, String(expires))}`, LIFETIME);
}

export function signOutCookie(request: AskedRequest): string {
  return cookie(request, '', 0);
}

/**
 * Returns a cookie without a path. Its path is then the folder of the URL that set it (RFC 6265, 5.1.4), which is
 * correct behind any proxy. The header `Origin` shows whether the browser uses HTTPS.
 */
function cookie(request: AskedRequest, value: string, age: number): string {
  const isSecure = request.isSecure === true || /^https:/i.test(request.headers.origin ?? '');
  return `${COOKIE}=${value}; Max-Age=${age}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
}

export function hasSession(request: AskedRequest, keys: readonly string[]): boolean {
  const now = Date.now() / 1000;
  const cookies = (request.headers.cookie ?? '').split(/; */);
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

/** Returns the signature of a session. The server stores no sessions, so a session is valid as long as its key. */
function signatureOf(key: string, expires: string): string {
  return createHmac('sha256', key).update(`dtospec docs session until ${expires}`).digest('base64url');
}
