import type { Authorize } from '../documents/openapi/config.js';
import { textResponse } from './responses.js';
import { credentialsMatch, hasSession } from './credentials.js';
import type { AuthSettings } from './settings.js';
import { type AskedRequest, type DocsResponse, plainRequest } from './source.js';
import { STATUS_CODES } from 'node:http';
import { isRecord, kindOf } from '../shared/values.js';
import { AuthorizeError } from './errors.js';
import { quoteHeader } from './html/escape.js';

/** Body of the 500 that a protection without credentials answers. */
const NO_CREDENTIALS_CONFIGURED = 'DocsAuth enabled but no credentials configured';

/** What becomes of a request: without a refusal it is admitted. */
export interface Verdict {
  readonly refusal: DocsResponse | undefined;
  /** The reader came in by the form, and may leave again. */
  readonly isSignedIn?: boolean;
}

export interface Guard {
  /** The answer to every request while protection is on and nothing could pass it. */
  readonly misconfigured: DocsResponse | undefined;
  /** Whether any reader is turned away; decides what caches may keep. */
  readonly protects: boolean;
  /** Headers that may carry credentials. */
  readonly headers: readonly string[];
  /** Whether a cookie of ours may be such credentials. */
  readonly hasSessions: boolean;
  /** The answer to a reader without any, to whom nothing else is to be said. */
  readonly usualRefusal: DocsResponse;
  /** @throws AuthorizeError, and what `authorize` throws */
  judge(request: AskedRequest): Verdict | Promise<Verdict>;
}

const ADMITTED: Verdict = { refusal: undefined };
const SIGNED_IN: Verdict = { refusal: undefined, isSignedIn: true };

export function createGuard(auth: AuthSettings, authorize: Authorize | undefined): Guard {
  const { enabled, keys, basic, keyHeader, hasSignIn } = auth;
  const protects = enabled || authorize !== undefined;
  const refusal = refusalOf(auth);
  const refused: Verdict = { refusal };
  return {
    misconfigured:
      enabled && keys.length === 0 && basic === undefined
        ? textResponse(500, NO_CREDENTIALS_CONFIGURED)
        : undefined,
    protects,
    headers: protects ? ['Authorization', ...(enabled && keys.length > 0 ? [keyHeader] : [])] : [],
    hasSessions: hasSignIn,
    usualRefusal: refusal,
    judge: (request) => {
      if (!protects) return ADMITTED;
      if (enabled && credentialsMatch(request, auth)) return ADMITTED;
      if (hasSignIn && hasSession(request, keys)) return SIGNED_IN;
      return authorize === undefined ? refused : ask(authorize, request, refusal);
    },
  };
}

/** Asks the application, after the credentials did not do. */
function ask(authorize: Authorize, request: AskedRequest, usual: DocsResponse): Verdict | Promise<Verdict> {
  const read = (answer: unknown): Verdict => {
    const refusal = readAuthorizeAnswer(answer, usual);
    return refusal === undefined ? ADMITTED : { refusal };
  };
  const answer: unknown = authorize(plainRequest(request, request));
  return isPromiseLike(answer) ? Promise.resolve(answer).then(read) : read(answer);
}

function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}

/** The answer to a reader without credentials. */
function refusalOf(auth: AuthSettings): DocsResponse {
  return auth.enabled ? challenge(auth) : textResponse(403, 'This documentation is not open to you.');
}

/** RFC 9110, 11.6.1: a 401 names a scheme. Basic only where it can succeed, or a browser would ask in vain. */
function challenge({ basic, realm }: AuthSettings): DocsResponse {
  const scheme = basic
    ? `Basic realm=${quoteHeader(realm)}, charset="UTF-8"`
    : `ApiKey realm=${quoteHeader(realm)}, in="query", name="key"`;
  const body = 'This documentation is protected: valid credentials are required.';
  return textResponse(401, body, { 'www-authenticate': scheme });
}

/**
 * The answer that `authorize` gives a reader, or undefined for one whom it admits.
 *
 * @param refusal what it stands for to say no and nothing else
 * @throws AuthorizeError for what is no answer: it admits nobody
 */
function readAuthorizeAnswer(answer: unknown, refusal: DocsResponse): DocsResponse | undefined {
  if (answer === true) return undefined;
  if (answer === false || answer === undefined || answer === null) return refusal;
  if (!isRecord(answer)) throw new AuthorizeError(kindOf(answer));
  if ('redirect' in answer) return redirectTo(answer.redirect);
  if ('status' in answer) return statusResponse(answer.status);
  throw new AuthorizeError('an object with neither of them');
}

function redirectTo(location: unknown): DocsResponse {
  if (typeof location !== 'string' || !/^[!-~]+$/.test(location))
    throw new AuthorizeError('a redirect of another kind');
  return textResponse(302, 'This documentation asks you to sign in elsewhere.', { location });
}

function statusResponse(status: unknown): DocsResponse {
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 400 || status > 599)
    throw new AuthorizeError('another status');
  return textResponse(status, `${STATUS_CODES[status] ?? 'Refused'}.`);
}
