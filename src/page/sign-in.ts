import type { Guard } from './auth.js';
import { isOneOf, signInCookie, signOutCookie } from './credentials.js';
import { firstOf, hostOf } from './request-servers.js';
import { textResponse } from './responses.js';
import type { AuthSettings, UISettings } from './settings.js';
import { signInPage } from './html/sign-in-page.js';
import type { AskedRequest, DocsResponse } from './source.js';

export interface SignIn {
  page(request: AskedRequest): DocsResponse | undefined;
  receive(request: AskedRequest): Promise<DocsResponse>;
}

/** Returns undefined if the docs have no form: for basic authentication, browsers show their own. */
export function createSignIn(
  auth: AuthSettings,
  { usualRefusal }: Pick<Guard, 'usualRefusal'>,
  ui: UISettings,
): SignIn | undefined {
  if (!auth.hasSignIn) return undefined;
  const challenge = usualRefusal.headers['www-authenticate'] ?? '';
  const page = (request: AskedRequest, isRefused: boolean): DocsResponse =>
    signInPage(request, ui, { realm: auth.realm, challenge, isRefused });
  return {
    page: (request) =>
      /\btext\/html\b/i.test(request.headers.accept ?? '') ? page(request, false) : undefined,
    receive: async (request) => {
      // No other page may sign a reader in or out.
      if (comesFromElsewhere(request)) return textResponse(403, ELSEWHERE);
      const form = await request.readForm?.();
      if (form === undefined) return textResponse(400, 'The form could not be read.');
      const given = form.get('key');
      if (given === null) return seeDocs(signOutCookie(request));
      const [key] = auth.keys.filter((each) => isOneOf([given], [each]));
      return key === undefined ? page(request, true) : seeDocs(signInCookie(request, key));
    },
  };
}

const ELSEWHERE =
  'Forms of other sites are refused. A proxy must keep the Host header, or send X-Forwarded-Host.';

/**
 * Returns whether another site's page has sent the form, by headers that pages cannot set: `sec-fetch-site` for HTTPS,
 * `Origin` or `Referer` for HTTP.
 */
function comesFromElsewhere(request: AskedRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site !== 'same-origin';
  const sender = request.headers.origin ?? request.headers.referer;
  if (sender === undefined) return false; // not a browser
  const page = urlOf(sender);
  return (
    page === undefined ||
    !ownHosts(request).some((host) => urlOf(`${page.protocol}//${host}`)?.host === page.host)
  );
}

/** Returns the hosts under which browsers may know this server. Proxies send their own name in a header. */
function ownHosts(request: AskedRequest): string[] {
  const given = [hostOf(request), firstOf(request.headers['x-forwarded-host'])];
  return given.filter((host) => host !== undefined && host !== '') as string[];
}

function urlOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function seeDocs(cookie: string): DocsResponse {
  return textResponse(303, 'The documentation is at ./', { location: './', 'set-cookie': cookie });
}
