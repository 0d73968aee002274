import type { Guard } from './auth.js';
import { isOneOf, signInCookie, signOutCookie } from './credentials.js';
import { firstOf, hostOf } from './request-servers.js';
import { textResponse } from './responses.js';
import type { AuthSettings } from './settings.js';
import { signInPage, type SignInSettings } from './html/sign-in-page.js';
import { type AskedRequest, type DocsResponse, headerOf } from './source.js';

/** A form for readers with a key, and the session that it begins and ends. */
export interface SignIn {
  /** What a reader gets who asks for the page and is not admitted, where that is a browser. */
  page(request: AskedRequest): DocsResponse | undefined;
  /** Answers what the forms send: to sign in with a key, without one to sign out. */
  receive(request: AskedRequest): Promise<DocsResponse>;
}

/** @returns undefined where there is no form: for basic authentication the browser has its own */
export function createSignIn(
  auth: AuthSettings,
  { usualRefusal }: Pick<Guard, 'usualRefusal'>,
  settings: Omit<SignInSettings, 'realm'>,
): SignIn | undefined {
  if (!auth.hasSignIn) return undefined;
  const challenge = usualRefusal.headers['www-authenticate'] ?? '';
  const page = (request: AskedRequest, isRefused: boolean): DocsResponse =>
    signInPage(request, { ...settings, realm: auth.realm }, { isRefused, challenge });
  return {
    page: (request) =>
      /\btext\/html\b/i.test(headerOf(request, 'accept') ?? '') ? page(request, false) : undefined,
    receive: async (request) => {
      // Nobody else's page signs a reader in or out.
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
  'This form is sent from its own page only. A proxy in between must leave Host as it is, or tell it as X-Forwarded-Host.';

/**
 * Whether another site's page has sent the form. Browsers say so themselves where they trust the connection; by http an
 * older header names the page's host. No page can set any of these.
 */
function comesFromElsewhere(request: AskedRequest): boolean {
  const site = headerOf(request, 'sec-fetch-site');
  if (site !== undefined) return site !== 'same-origin';
  const sender = headerOf(request, 'origin') ?? headerOf(request, 'referer');
  if (sender === undefined) return false; // no browser
  const page = urlOf(sender);
  return (
    page === undefined ||
    !ownHosts(request).some((host) => urlOf(`${page.protocol}//${host}`)?.host === page.host)
  );
}

/** By which this server may be known to a browser: proxies hand its own name on. */
function ownHosts(request: AskedRequest): string[] {
  const given = [hostOf(request), firstOf(headerOf(request, 'x-forwarded-host'))];
  return given.filter((host) => host !== undefined && host !== '') as string[];
}

function urlOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** Back to the page, which is beside the form's address. */
function seeDocs(cookie: string): DocsResponse {
  return textResponse(303, 'The documentation is at ./', { location: './', 'set-cookie': cookie });
}
