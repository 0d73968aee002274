import { type Guard, isOneOf, signInCookie, signOutCookie } from './auth.js';
import { textResponse } from './responses.js';
import type { AuthSettings, UISettings } from './settings.js';
import type { AskedRequest, DocsResponse } from './docs-server.js';
import { digestOf } from '../shared/digest.js';
import { comesFromElsewhere } from '../shared/cross-site.js';
import { escapeHTML } from './html/escape.js';
import { PAGE_STYLE, themeAttribute } from './html/page-assets.js';
import { SESSION } from './paths.js';
import type { DocsRequest } from '../documents/openapi/config/page-options.js';

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
      // Pages of other sites must not sign a reader in or out.
      if (comesFromElsewhere(request)) return textResponse(403, ELSEWHERE);
      const form = await request.readForm?.();
      if (form === undefined) return textResponse(400, 'The form could not be read.');
      const submitted = form.get('key');
      if (submitted === null) return seeDocs(signOutCookie(request));
      const [key] = auth.keys.filter((each) => isOneOf([submitted], [each]));
      return key === undefined ? page(request, true) : seeDocs(signInCookie(request, key));
    },
  };
}

const ELSEWHERE =
  'Forms of other sites are refused. A proxy must keep the Host header, or send X-Forwarded-Host.';

function seeDocs(cookie: string): DocsResponse {
  return textResponse(303, 'The documentation is at ./', { location: './', 'set-cookie': cookie });
}

const STYLE = `${PAGE_STYLE}
.dtospec-front form{display:grid;gap:10px;text-align:left}
.dtospec-front label{font-weight:500}
.dtospec-front input,.dtospec-front button{box-sizing:border-box;width:100%;padding:10px 14px;border:1px solid var(--line);border-radius:8px;background:var(--card);color:inherit;font:inherit}
.dtospec-front button{border-color:var(--accent);background:var(--accent);color:var(--back);font-weight:600;cursor:pointer}
.dtospec-front [role=alert]{margin:0;color:var(--ink);font-weight:600}`;

interface SignInState {
  /** The heading. It is not the title of the docs, which readers without access must not see. */
  readonly realm: string;
  readonly challenge: string;
  readonly isRefused: boolean;
}

/** Returns the sign-in form: plain HTML without scripts, with status 401. */
function signInPage(
  request: AskedRequest,
  { texts, language, darkMode, policy }: UISettings,
  { realm, challenge, isRefused }: SignInState,
): DocsResponse {
  // Browsers omit a strict cookie when the reader follows a
  // link of another site; reloading the page sends it.
  const isFollowed = request.headers['sec-fetch-site'] === 'cross-site';
  const html = `<!doctype html>
<html lang="${escapeHTML(language)}"${themeAttribute(darkMode)}>
<head>
<meta charset="utf-8">
<title>${escapeHTML(realm)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${isFollowed ? '<meta http-equiv="refresh" content="0">\n' : ''}<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<div class="dtospec-front"><main>
<h1>${escapeHTML(realm)}</h1>
<p>${escapeHTML(texts.signInHint)}</p>
<form method="post" action="${escapeHTML(formAction(request))}">
<label for="key">${escapeHTML(texts.keyLabel)}</label>
<input id="key" name="key" type="password" autocomplete="current-password" required autofocus>
${isRefused ? `<p role="alert">${escapeHTML(texts.keyRefused)}</p>\n` : ''}<button>${escapeHTML(texts.signIn)}</button>
</form>
</main></div>
</body>
</html>
`;
  return textResponse(401, html, {
    'content-type': 'text/html; charset=utf-8',
    'www-authenticate': challenge,
    // The form's Origin contains the scheme. The key in a link's URL is not sent.
    'referrer-policy': 'strict-origin',
    'content-security-policy': [
      "default-src 'none'",
      `style-src 'sha256-${digestOf(STYLE, 'base64')}'`,
      'img-src data:',
      "form-action 'self'",
      "base-uri 'none'",
      ['frame-ancestors', ...(policy['frame-ancestors'] ?? ["'self'"])].join(' '),
    ].join('; '),
  });
}

/** Returns a URL relative to the page, whose own URL may lack the final slash. */
function formAction({ base, path }: DocsRequest): string {
  const folder = path === '' ? `${base.slice(base.lastIndexOf('/') + 1)}/` : '';
  return `./${folder}${SESSION}`;
}
