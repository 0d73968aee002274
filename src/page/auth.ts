import type { Authorize } from '../documents/openapi/config/page-options.js';
import { ConfigError } from '../shared/errors.js';
import { credentialsMatch, hasSession } from './credentials.js';
import type { AuthSettings } from './settings.js';
import { textResponse } from './responses.js';
import { type AskedRequest, type DocsResponse, plainRequest } from './source.js';
import { STATUS_CODES } from 'node:http';
import { isRecord, kindOf } from '../shared/values.js';
import { quoteHeader } from './html/escape.js';

const NO_CREDENTIALS_CONFIGURED =
  'docsAuth is enabled without credentials. Set apiKey, or username and password.';

export interface Verdict {
  readonly refusal: DocsResponse | undefined;
  /** True if the reader signed in by the form, and can therefore sign out. */
  readonly isSignedIn?: boolean;
}

export interface Guard {
  /** The response to every request if protection is enabled without credentials. */
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
 * Creates a response with status 401, which must name a scheme (RFC 9110, 11.6.1). It names Basic only if a password is
 * configured, since browsers would ask for one.
 */
function challenge({ basic, realm }: AuthSettings): DocsResponse {
  const scheme = basic
    ? `Basic realm=${quoteHeader(realm)}, charset="UTF-8"`
    : `ApiKey realm=${quoteHeader(realm)}, in="query", name="key"`;
  const body = 'This documentation is protected: valid credentials are required.';
  return textResponse(401, body, { 'www-authenticate': scheme });
}

function readAuthorizeAnswer(answer: unknown, refusal: DocsResponse): DocsResponse | undefined {
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
  if (typeof status !== 'number' || !Number.isInteger(status) || status < 400 || status > 599)
    throw invalidAnswer('an invalid status');
  return textResponse(status, `${STATUS_CODES[status] ?? 'Refused'}.`);
}

function invalidAnswer(wrong: string): ConfigError {
  return new ConfigError(
    `authorize must return true, false, { redirect } with a path or URL in visible ASCII characters, or { status } ` +
      `from 400 to 599, not ${wrong}.`,
    { code: 'ERR_AUTHORIZE' },
  );
}
