import { decodeBase64 } from '../../shared/bytes.js';
import { splitTarget, type OperationRequest } from '../../shared/http.js';
import type { BasicCredentials } from '../../documents/openapi/config/config.js';
import { ConfigError } from '../../shared/errors.js';
import { comesFromElsewhere } from '../../shared/cross-site.js';
import { kindOf } from '../../shared/values.js';
import { RequestAbortedError } from '../errors.js';
import { isReply } from '../make-reply.js';
import { Refusal } from '../problem.js';
import { cookiePairs, decodeForm, formPairs } from '../request/parameter-sources.js';
import type { Alternative, VerifiedScheme } from './resolve-security.js';
import { isForbidden } from './security-types.js';

const MALFORMED = Symbol('malformed');

type Credential = string | BasicCredentials | typeof MALFORMED | undefined;

type Outcome = 'missing' | 'invalid' | 'forbidden' | 'other-site' | { readonly granted: unknown };

/**
 * Checks the credentials of a request, one alternative after the other, and returns the `auth` of the first
 * that grants access.
 *
 * @throws Refusal with 401 or 403, RequestAbortedError if the client has disconnected, and errors of `verify`
 */
export async function authorize(
  request: OperationRequest,
  alternatives: readonly Alternative[],
): Promise<unknown> {
  const { signal } = request;
  const failed: (readonly [VerifiedScheme, Outcome])[] = [];
  for (const { schemes, isList } of alternatives) {
    const granted: unknown[] = [];
    for (const scheme of schemes) {
      if (scheme === undefined) {
        granted.push(undefined);
        continue;
      }
      const outcome = await outcomeOf(request, scheme);
      if (signal.aborted) throw new RequestAbortedError(signal.reason);
      if (typeof outcome === 'string') {
        failed.push([scheme, outcome]);
        break;
      }
      granted.push(outcome.granted);
    }
    if (granted.length === schemes.length) return isList ? granted : granted[0];
  }
  throw refusalOf(failed);
}

async function outcomeOf(
  request: OperationRequest,
  { scheme, verify, scopes, allowedOrigins }: VerifiedScheme,
): Promise<Outcome> {
  const credential = credentialOf(request, scheme);
  if (credential === undefined) return 'missing';
  if (allowedOrigins !== undefined && comesFromOtherSite(request, allowedOrigins)) return 'other-site';
  if (credential === MALFORMED) return 'invalid';
  const granted: unknown = await verify(credential, { request, scopes });
  if (isForbidden(granted)) return 'forbidden';
  if (isEmpty(granted)) return 'invalid';
  if (granted === true || isGrant(granted)) return { granted };
  throw new ConfigError(
    `verify of the security scheme ${scheme.name} returned ${describeKind(granted)}, which grants nothing. To grant access, return true or an object, as in { id }. To refuse it, return undefined or forbidden(), or throw an error.`,
  );
}

/**
 * Returns whether a page of another site has sent the request. Browsers add cookies to such requests, so the
 * cookie does not show that the user wants it. `none` is the user's own action, such as sharing to an
 * installed page.
 */
function comesFromOtherSite(request: OperationRequest, allowedOrigins: readonly string[]): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site === 'none' || (origin !== undefined && allowedOrigins.includes(origin))) return false;
  return comesFromElsewhere(request);
}

/** Returns whether a look-up found nobody. */
export function isEmpty(value: unknown): boolean {
  return !value || (Array.isArray(value) && value.length === 0);
}

/**
 * Returns whether an object grants access. Rows, cursors, errors and responses are results of a mistaken
 * `verify`.
 */
function isGrant(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  if (isReply(value) || mistakeOf(value) !== undefined) return false;
  return !(Symbol.iterator in value || Symbol.asyncIterator in value);
}

/** Returns the kind of a value, which may be a secret. */
function describeKind(value: unknown): string {
  if (isReply(value)) return 'a Reply';
  const isCollection = typeof value === 'object' && !Array.isArray(value);
  return mistakeOf(value) ?? (isCollection ? 'a collection' : kindOf(value));
}

/** Recognizes errors and responses, also those of another realm or library. */
function mistakeOf(value: unknown): 'an Error' | 'a Response' | undefined {
  const tag = Object.prototype.toString.call(value);
  if (value instanceof Error || tag === '[object Error]') return 'an Error';
  return tag === '[object Response]' ? 'a Response' : undefined;
}

function refusalOf(failed: readonly (readonly [VerifiedScheme, Outcome])[]): Refusal {
  const isForbidden = failed.some(([, outcome]) => outcome === 'forbidden');
  const challenged = isForbidden ? failed.filter(([, outcome]) => outcome === 'forbidden') : failed;
  const headers = { 'www-authenticate': [...new Set(challenged.map(challengeOf))].join(', ') };
  if (!isForbidden && failed.some(([, outcome]) => outcome === 'other-site'))
    return new Refusal(403, 'Pages of other sites cannot send this request with the cookie of the user.');
  return isForbidden
    ? new Refusal(403, 'The credentials do not grant access.', headers)
    : new Refusal(401, 'Valid credentials are required.', headers);
}

/** Returns a challenge (RFC 9110, 11.6.1); for bearer tokens with the errors of RFC 6750, 3. */
function challengeOf([{ scheme, scopes }, outcome]: readonly [VerifiedScheme, Outcome]): string {
  if (scheme.type === 'apiKey') return `ApiKey realm=${quoted(scheme.name)}`;
  if (scheme.type === 'http' && scheme.scheme.toLowerCase() !== 'bearer')
    return `${canonical(scheme.scheme)} realm=${quoted(scheme.name)}${scheme.scheme.toLowerCase() === 'basic' ? ', charset="UTF-8"' : ''}`;
  const error = { invalid: 'invalid_token', forbidden: 'insufficient_scope' }[outcome as string];
  const scope =
    error === 'insufficient_scope' && scopes.length > 0 ? `, scope=${quoted(scopes.join(' '))}` : '';
  return `Bearer realm=${quoted(scheme.name)}${error === undefined ? '' : `, error="${error}"`}${scope}`;
}

function quoted(text: string): string {
  return `"${text.replace(/[^ -~]/g, '').replace(/["\\]/g, '\\$&')}"`;
}

function canonical(scheme: string): string {
  return scheme.charAt(0).toUpperCase() + scheme.slice(1);
}

function credentialOf(request: OperationRequest, scheme: VerifiedScheme['scheme']): Credential {
  if (scheme.type !== 'apiKey')
    return httpCredential(request, scheme.type === 'http' ? scheme.scheme : 'bearer');
  const { in: place, paramName } = scheme;
  if (place === 'header') return only([request.headers[paramName.toLowerCase()]?.trim() ?? '']);
  if (place === 'query')
    return only(
      formPairs(splitTarget(request.target).query).flatMap(([name, value]) =>
        name === paramName ? [decodeForm(value)] : [],
      ),
    );
  return cookieOf(request, paramName);
}

function cookieOf({ headers }: OperationRequest, name: string): Credential {
  const value = only(
    cookiePairs(headers.cookie ?? '').flatMap(([key, text]) => (key === name ? [text] : [])),
  );
  try {
    return typeof value === 'string' ? decodeURIComponent(value) : value;
  } catch {
    return MALFORMED;
  }
}

/** Returns the only credential. It rejects several, because another server may use a different one. */
function only(values: readonly string[]): Credential {
  const [value] = values;
  if (values.length > 1) return MALFORMED;
  return value === '' ? undefined : value;
}

/** Returns the credential of an HTTP scheme, whose name ignores case (RFC 9110, 11.1). */
function httpCredential({ headers }: OperationRequest, wanted: string): Credential {
  const header = headers.authorization?.trim() ?? '';
  const [, scheme, rest = ''] = /^([^ ]+)(?: +(.*))?$/.exec(header) ?? [];
  if (scheme?.toLowerCase() !== wanted.toLowerCase()) return undefined;
  if (wanted.toLowerCase() === 'basic') return basicOf(rest);
  if (wanted.toLowerCase() !== 'bearer') return rest === '' ? MALFORMED : rest;
  // Two headers are joined by a comma, which a valid credential does not contain.
  return /^[!#-+\--~]+$/.test(rest) ? rest : MALFORMED;
}

/** Decodes basic credentials. RFC 7617, 2 forbids control characters, and a colon in the user name. */
function basicOf(encoded: string): Credential {
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(encoded)) return MALFORMED;
  let pair: string;
  try {
    pair = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(decodeBase64(encoded));
  } catch {
    return MALFORMED;
  }
  const at = pair.indexOf(':');
  // oxlint-disable-next-line no-control-regex -- they are what is refused
  if (at === -1 || /[\u0000-\u001f\u007f]/.test(pair)) return MALFORMED;
  return { username: pair.slice(0, at), password: pair.slice(at + 1) };
}
