import { createHash, timingSafeEqual } from 'node:crypto';
import type { Authorize, DocsRequest } from '../spec/config.js';
import { quoteHeader } from './escape.js';
import { textResponse } from './responses.js';
import type { AuthSettings } from './settings.js';
import { plainRequest, type DocsResponse } from './source.js';

/** Body of the 500 that a protection without credentials answers. */
const NO_CREDENTIALS_CONFIGURED = 'DocsAuth enabled but no credentials configured';

export interface Guard {
  /** The answer to every request while protection is on and nothing could pass it. */
  readonly misconfigured: DocsResponse | undefined;
  /** Whether any reader is turned away; decides what caches may keep. */
  readonly protects: boolean;
  admits(request: DocsRequest): boolean | Promise<boolean>;
  /** The answer to a request that is not admitted. */
  readonly refusal: DocsResponse;
}

export function createGuard(auth: AuthSettings, authorize: Authorize | undefined): Guard {
  const open = auth.enabled && auth.apiKey === undefined && auth.basic === undefined;
  return {
    misconfigured: open ? textResponse(500, NO_CREDENTIALS_CONFIGURED) : undefined,
    protects: auth.enabled || authorize !== undefined,
    admits: (request) => admits(request, auth, authorize),
    refusal: auth.enabled ? challenge(auth) : textResponse(403, 'This documentation is not open to you.'),
  };
}

/** Key first, then basic, then the application's own hook. */
function admits(
  request: DocsRequest,
  auth: AuthSettings,
  authorize: Authorize | undefined,
): boolean | Promise<boolean> {
  if (!auth.enabled && authorize === undefined) return true;
  if (auth.enabled && (keyMatches(request, auth) || basicMatches(request, auth))) return true;
  return authorize?.(plainRequest(request, request)) ?? false;
}

function keyMatches(request: DocsRequest, { apiKey }: AuthSettings): boolean {
  const key = new URLSearchParams(request.query).get('key');
  return apiKey !== undefined && key !== null && sameSecret(key, apiKey);
}

function basicMatches(request: DocsRequest, { basic }: AuthSettings): boolean {
  const encoded = /^basic +([A-Za-z0-9+/_-]+=*) *$/i.exec(request.headers.authorization ?? '')?.[1];
  if (basic === undefined || encoded === undefined) return false;
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

/** RFC 9110, 11.6.1: a 401 names a scheme. Basic only where it can succeed, or a browser would ask in vain. */
function challenge({ basic, realm }: AuthSettings): DocsResponse {
  const scheme = basic
    ? `Basic realm=${quoteHeader(realm)}, charset="UTF-8"`
    : `ApiKey realm=${quoteHeader(realm)}, in="query", name="key"`;
  const body = 'This documentation is protected: valid credentials are required.';
  return textResponse(401, body, { 'www-authenticate': scheme });
}
