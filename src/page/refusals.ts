import { STATUS_CODES } from 'node:http';
import { isRecord, kindOf } from '../shared/values.js';
import { AuthorizeError } from './errors.js';
import { quoteHeader } from './escape.js';
import { textResponse } from './responses.js';
import type { AuthSettings } from './settings.js';
import type { DocsResponse } from './source.js';

/** The answer to a reader without credentials. */
export function refusalOf(auth: AuthSettings): DocsResponse {
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
export function readAuthorizeAnswer(answer: unknown, refusal: DocsResponse): DocsResponse | undefined {
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
