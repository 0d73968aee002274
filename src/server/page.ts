import { escapeHTML, escapeScriptJSON, escapeStyle } from './escape.js';
import { PAGE_SCRIPT } from './page-script.js';
import { PAGE_STYLE } from './page-style.js';
import { BY_QUERY, SESSION, type PagePlaces } from './places.js';
import type { UISettings } from './settings.js';
import { themeAttribute } from './sign-in-page.js';
import type { DocumentLink } from './source.js';
import { ENGLISH } from './texts.js';
import { viewerConfig } from './viewer-config.js';
import type { ViewerScript } from './viewer-script.js';

/** Two braces: the sign of a specification, without a request for it. */
const ICON =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#5b3fd6"/>' +
      '<path d="M13 8c-4 0-1 7-5 8 4 1 1 8 5 8M19 8c4 0 1 7 5 8-4 1-1 8-5 8" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/></svg>',
  );

export interface PageContent {
  readonly title: string;
  readonly ui: UISettings;
  /** The viewers to try, the first one first. */
  readonly viewers: readonly ViewerScript[];
  readonly places: PagePlaces;
  /** Those that the reader may choose from. @default none */
  readonly documents?: readonly DocumentLink[];
  /** The reader has come in by the form. @default false */
  readonly isSignedIn?: boolean;
}

/** The docs page: static, so that it is made, hashed and compressed once. */
export function renderPage({
  title,
  ui,
  viewers,
  places,
  documents = [],
  isSignedIn = false,
}: PageContent): string {
  const name = escapeHTML(title);
  const { json, yaml, isFolder } = places;
  const config = { isFolder, spec: json, links: { json, yaml }, viewers, options: viewerConfig(ui) };
  return `<!doctype html>
<html lang="en"${themeAttribute(ui.darkMode)}>
<head>
<meta charset="utf-8">
<title>${name}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="${escapeHTML(ICON)}">
<style>${PAGE_STYLE}</style>
<script type="application/json" id="dtospec-config">${escapeScriptJSON(JSON.stringify(config))}</script>
<script>${PAGE_SCRIPT}</script>
</head>
<body>
${renderBar(documents, isSignedIn)}<div id="dtospec-viewer"></div>
<div class="dtospec-front">
<noscript><main>
<h1>${name}</h1>
<p>The interactive documentation needs JavaScript. The API description itself does not:
${rawLink('json', 'OpenAPI as JSON')} or ${rawLink('yaml', 'as YAML')}.</p>
<style>.dtospec-loading{display:none}</style>
</main></noscript>
<main class="dtospec-loading" aria-busy="true">
<h1>${name}</h1>
<div class="dtospec-progress" role="progressbar" aria-label="Loading the documentation"></div>
<p class="dtospec-slow">Still loading. The raw description is at hand: ${rawLink('json', 'openapi.json')}.</p>
</main>
<main class="dtospec-failed" role="alert">
<p class="dtospec-name">${name}</p>
<h1>The documentation could not be shown</h1>
<p id="dtospec-problem"></p>
<p>The API description itself is here:</p>
<ul><li>${rawLink('json', 'OpenAPI as JSON')}</li><li>${rawLink('yaml', 'OpenAPI as YAML')}</li></ul>
</main>
</div>
<style id="dtospec-custom">${escapeStyle(ui.customCSS)}</style>
</body>
</html>
`;
}

/** Where there is a choice, the page that is open among the others; and the way out for whom there was a way in. */
function renderBar(documents: readonly DocumentLink[], isSignedIn: boolean): string {
  const parts = [
    ...(documents.length < 2 ? [] : [renderDocuments(documents)]),
    ...(isSignedIn ? [renderSignOut()] : []),
  ];
  return parts.length === 0 ? '' : `<div class="dtospec-bar">${parts.join('')}</div>\n`;
}

function renderDocuments(documents: readonly DocumentLink[]): string {
  const links = documents.map(({ label, href, isCurrent }) => {
    const current = isCurrent ? ' aria-current="page"' : '';
    return `<a data-document href="${escapeHTML(href)}"${current}>${escapeHTML(label)}</a>`;
  });
  return `<nav class="dtospec-documents" aria-label="Documents">${links.join('')}</nav>`;
}

/** The script has put the slash at the address's end. */
function renderSignOut(): string {
  return `<form class="dtospec-sign-out" method="post" action="./${SESSION}"><button>${escapeHTML(ENGLISH.signOut)}</button></form>`;
}

/** Without scripts the query is what finds the document; they put its proper address in. */
function rawLink(format: 'json' | 'yaml', text: string): string {
  return `<a data-raw="${format}" href="${BY_QUERY[format]}">${escapeHTML(text)}</a>`;
}
