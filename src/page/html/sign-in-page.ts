import { createHash } from 'node:crypto';
import { escapeHTML } from './escape.js';
import { PAGE_STYLE } from './page-style.js';
import { SESSION } from '../paths.js';
import { textResponse } from '../responses.js';
import type { DocsRequest } from '../../documents/openapi/config/page-options.js';
import type { UISettings } from '../settings.js';
import type { AskedRequest, DocsResponse } from '../source.js';

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
export function signInPage(
  request: AskedRequest,
  { texts, language, darkMode, policy }: UISettings,
  { realm, challenge, isRefused }: SignInState,
): DocsResponse {
  const html = `<!doctype html>
<html lang="${escapeHTML(language)}"${themeAttribute(darkMode)}>
<head>
<meta charset="utf-8">
<title>${escapeHTML(realm)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${comesFromElsewhere(request) ? '<meta http-equiv="refresh" content="0">\n' : ''}<link rel="icon" href="data:,">
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
    // The form's Origin shows the scheme; the key of a link is not sent.
    'referrer-policy': 'strict-origin',
    'content-security-policy': [
      "default-src 'none'",
      `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
      'img-src data:',
      "form-action 'self'",
      "base-uri 'none'",
      ['frame-ancestors', ...(policy['frame-ancestors'] ?? ["'self'"])].join(' '),
    ].join('; '),
  });
}

export function themeAttribute(isDark: boolean | undefined): string {
  return isDark === undefined ? '' : ` data-theme="${isDark ? 'dark' : 'light'}"`;
}

/**
 * Returns whether the reader followed a link of another site. Browsers omit a strict cookie then; reloading the page
 * sends it.
 */
function comesFromElsewhere(request: AskedRequest): boolean {
  return request.headers['sec-fetch-site'] === 'cross-site';
}

/** Returns a URL relative to the page, whose own URL may lack the final slash. */
function formAction({ base, path }: DocsRequest): string {
  const folder = path === '' ? `${base.slice(base.lastIndexOf('/') + 1)}/` : '';
  return `./${folder}${SESSION}`;
}
