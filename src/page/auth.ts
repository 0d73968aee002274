import type { Authorize } from '../documents/openapi/config.js';
import { credentialsMatch } from './credentials.js';
import { readAuthorizeAnswer, refusalOf } from './refusals.js';
import { textResponse } from './responses.js';
import { hasSession } from './session.js';
import type { AuthSettings } from './settings.js';
import { plainRequest, type AskedRequest, type DocsResponse } from './source.js';

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
