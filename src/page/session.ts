import { createHmac } from 'node:crypto';
import { isOneOf } from './credentials.js';
import { headerOf, type AskedRequest } from './source.js';

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
