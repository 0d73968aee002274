import { decodeBase64 } from '../shared/bytes.js';
import { hmacOf } from '../shared/digest.js';
import { phraseOf } from '../shared/http.js';
import { sameSecret } from '../shared/same-secret.js';
import type { Authorize } from '../documents/openapi/config/page-options.js';
import { ConfigError } from '../shared/errors.js';
import type { AuthSettings } from './settings.js';
import { textResponse } from './responses.js';
import { type AskedRequest, type DocsResponse, plainRequest } from './docs-server.js';
import { isRecord, kindOf } from '../shared/values.js';
import { quoteHeader } from './html/escape.js';

/** Part of the public behaviour: monitoring may search for it (`test/seed`). */
const NO_CREDENTIALS_CONFIGURED = 'DocsAuth enabled but no credentials configured';

export interface Verdict {
  readonly refusal: DocsResponse | undefined;
  readonly isSignedIn?: boolean;
}

export interface Guard {
  readonly misconfigured: DocsResponse | undefined;
  readonly protects: boolean;
  readonly headers: readonly string[];
  readonly hasSessions: boolean;
  readonly usualRefusal: DocsResponse;
  judge(request: AskedRequest): Promise<Verdict>;
}

const ADMITTED: Verdict = { refusal: undefined };
const SIGNED_IN: Verdict = { refusal: undefined, isSignedIn: true };

export function createGuard(auth: AuthSettings, authorize: Authorize | undefined): Guard {
  const { enabled, keys, basic, keyHeader, hasSignIn } = auth;
  const protects = enabled || authorize !== undefined;
  const refusal = refusalOf(auth);
  return {
    misconfigured:
      enabled && keys.length === 0 && basic === undefined
        ? textResponse(500, NO_CREDENTIALS_CONFIGURED)
        : undefined,
    protects,
    headers: protects ? ['Authorization', ...(enabled && keys.length > 0 ? [keyHeader] : [])] : [],
    hasSessions: hasSignIn,
    usualRefusal: refusal,
    judge: async (request) => {
      if (!protects) return ADMITTED;
      if (enabled && credentialsMatch(request, auth)) return ADMITTED;
      if (hasSignIn && hasSession(request, keys)) return SIGNED_IN;
      if (authorize === undefined) return { refusal };
      return { refusal: readAuthorizeAnswer(await authorize(plainRequest(request, request)), refusal) };
    },
  };
}

function refusalOf(auth: AuthSettings): DocsResponse {
  return auth.enabled ? challenge(auth) : textResponse(403, 'You do not have access to this documentation.');
}

/**
 * Creates a response with status 401, which must name a scheme (RFC 9110, 11.6.1). It names Basic only if a
 * password is configured, since browsers would ask for one.
 */
function challenge({ basic, realm }: AuthSettings): DocsResponse {
  const scheme = basic
    ? `Basic realm=${quoteHeader(realm)}, charset="UTF-8"`
    : `ApiKey realm=${quoteHeader(realm)}, in="query", name="key"`;
  const body = 'This documentation is protected: valid credentials are required.';
  return textResponse(401, body, { 'www-authenticate': scheme });
}

export function readAuthorizeAnswer(answer: unknown, refusal: DocsResponse): DocsResponse | undefined {
  if (answer === true) return undefined;
  if (answer === false || answer === undefined || answer === null) return refusal;
  if (!isRecord(answer)) throw invalidAnswer(kindOf(answer));
  if ('redirect' in answer) return redirectTo(answer.redirect);
  if ('status' in answer) return statusResponse(answer.status);
  throw invalidAnswer('an object without redirect and status');
}

function redirectTo(location: unknown): DocsResponse {
  if (typeof location !== 'string' || !/^[!-~]+$/.test(location)) throw invalidAnswer('an invalid redirect');
  return textResponse(302, 'Sign in to read this documentation.', { location });
}

function statusResponse(status: unknown): DocsResponse {
  const isStatus = typeof status === 'number' && Number.isInteger(status);
  if (!isStatus || status < 400 || status > 599) throw invalidAnswer('an invalid status');
  return textResponse(status, `${phraseOf(status)}.`);
}

function invalidAnswer(wrong: string): ConfigError {
  return new ConfigError(
    `authorize must return true, false, { redirect } with a path or URL in visible ASCII characters, or { status } ` +
      `from 400 to 599, not ${wrong}.`,
    { code: 'ERR_AUTHORIZE' },
  );
}

function credentialsMatch(request: AskedRequest, auth: AuthSettings): boolean {
  return keyMatches(request, auth) || basicMatches(request, auth);
}

function keyMatches(request: AskedRequest, { keys, keyHeader }: AuthSettings): boolean {
  if (keys.length === 0) return false;
  const bearer = /^bearer +([!-~]+) *$/i.exec(request.headers.authorization ?? '')?.[1];
  const candidates = [...queryKeys(request.query), request.headers[keyHeader.toLowerCase()], bearer];
  return isOneOf(
    candidates.filter((key) => typeof key === 'string'),
    keys,
  );
}

/** Compares every given secret with every known one, so that the time does not reveal which one matches. */
export function isOneOf(texts: readonly string[], secrets: readonly string[]): boolean {
  return texts.flatMap((each) => secrets.map((secret) => sameSecret(each, secret))).includes(true);
}

/**
 * Returns the first `key` of the query in two forms, since `+` is a space in forms (URL Standard, 5.1) and a
 * plus in URIs (RFC 3986, 3.4).
 */
function queryKeys(query: string): string[] {
  const asForm = new URLSearchParams(query).get('key');
  if (asForm === null || !query.includes('+')) return asForm === null ? [] : [asForm];
  const asURI = new URLSearchParams(query.replaceAll('+', '%2B')).get('key') ?? '';
  return [...new Set([asForm, asURI])];
}

function basicMatches(request: AskedRequest, { basic }: AuthSettings): boolean {
  if (basic === undefined) return false;
  const authorization = request.headers.authorization ?? '';
  const encoded = /^basic +([A-Za-z0-9+/_-]+=*) *$/i.exec(authorization)?.[1];
  if (encoded === undefined) return false;
  // One comparison covers both parts: a user name has no colon (RFC 7617, 2), so the pair is unambiguous.
  const pair = new TextDecoder('utf-8', { ignoreBOM: true }).decode(decodeBase64(encoded));
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
 * Returns a cookie without a path. Its path is then the folder of the URL that set it (RFC 6265, 5.1.4),
 * which is correct behind any proxy. The header `Origin` shows whether the browser uses HTTPS.
 */
function cookie(request: AskedRequest, value: string, age: number): string {
  const isSecure = request.isSecure === true || /^https:/i.test(request.headers.origin ?? '');
  return `${COOKIE}=${value}; Max-Age=${age}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
}

function hasSession(request: AskedRequest, keys: readonly string[]): boolean {
  const now = Date.now() / 1000;
  const cookies = (request.headers.cookie ?? '').split(/; */);
  const sessions = cookies.filter((each) => each.startsWith(`${COOKIE}=`)).slice(0, COOKIES);
  return sessions.some((each) => {
    const [, expires = '', signature = ''] = /^[^=]+=(\d{1,12})\.([\w-]{43})$/.exec(each) ?? [];
    if (signature === '' || Number(expires) <= now) return false;
    return isOneOf(
      [signature],
      keys.map((key) => signatureOf(key, expires)),
    );
  });
}

/**
 * Returns the signature of a session. The server stores no
 * sessions, so a session is valid as long as its key.
 */
function signatureOf(key: string, expires: string): string {
  return hmacOf(key, `dtospec docs session until ${expires}`, 'base64url');
}
