import type { Guard } from './auth.js';
import { isOneOf } from './credentials.js';
import { textResponse } from './responses.js';
import { signInCookie, signOutCookie } from './session.js';
import type { AuthSettings } from './settings.js';
import { signInPage, type SignInSettings } from './sign-in-page.js';
import { headerOf, type AskedRequest, type DocsResponse } from './source.js';

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
      const site = headerOf(request, 'sec-fetch-site');
      // Nobody else's page signs a reader in or out.
      if (site !== undefined && site !== 'same-origin')
        return textResponse(403, 'This form is sent from its own page only.');
      const form = await request.readForm?.();
      if (form === undefined) return textResponse(400, 'The form could not be read.');
      const given = form.get('key');
      if (given === null) return seeDocs(signOutCookie(request));
      const [key] = auth.keys.filter((each) => isOneOf([given], [each]));
      return key === undefined ? page(request, true) : seeDocs(signInCookie(request, key));
    },
  };
}

/** Back to the page, which is beside the form's address. */
function seeDocs(cookie: string): DocsResponse {
  return textResponse(303, 'The documentation is at ./', { location: './', 'set-cookie': cookie });
}
