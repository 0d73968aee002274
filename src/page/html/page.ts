import { escapeHTML, escapeScriptJSON, escapeStyle } from './escape.js';
import type { DocsTexts } from '../../documents/openapi/config/page-options.js';
import type { OpenApiDocument } from '../../documents/openapi/types/document.js';
import { unixLines } from './head.js';
import { CONTRAST, PAGE_SCRIPT, PAGE_STYLE, themeAttribute } from './page-assets.js';
import { BY_QUERY, type PageUrls, SESSION } from '../paths.js';
import type { UISettings } from '../settings.js';
import type { DocumentLink } from '../docs-server.js';
import { VIEWER_KINDS, viewerConfig } from '../viewers.js';
import type { ViewerScript } from '../viewer-file.js';

const ICON =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#5b3fd6"/>' +
      '<path d="M13 8c-4 0-1 7-5 8 4 1 1 8 5 8M19 8c4 0 1 7 5 8-4 1-1 8-5 8" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round"/></svg>',
  );

interface PageContent {
  readonly title: string;
  readonly ui: UISettings;
  /** The scripts to try, in their order. */
  readonly viewers: readonly ViewerScript[];
  readonly urls: PageUrls;
  readonly document: OpenApiDocument;
  /** The documents among which readers choose. */
  readonly documents?: readonly DocumentLink[];
  readonly isSignedIn?: boolean;
}

/** Returns the docs page. It is static, so that it is hashed and compressed once. */
export function renderPage({
  title,
  ui,
  viewers,
  urls,
  document,
  documents = [],
  isSignedIn = false,
}: PageContent): string {
  const name = escapeHTML(title);
  const { texts } = ui;
  const text = (key: keyof DocsTexts): string => escapeHTML(texts[key]);
  const linked = (key: keyof DocsTexts): string =>
    text(key)
      .replaceAll('{json}', () => rawLink('json', texts.asJSON))
      .replaceAll('{yaml}', () => rawLink('yaml', texts.asYAML));
  const config = pageConfig(ui, urls, viewers, document);
  return `<!doctype html>
<html lang="${escapeHTML(ui.language)}"${themeAttribute(VIEWER_KINDS[ui.viewer].isLight ? false : ui.darkMode)}>
<head>
<meta charset="utf-8">
<title>${name}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="${isSignedIn ? 'same-origin' : 'no-referrer'}">
<link rel="icon" href="${escapeHTML(ui.favicon ?? ICON)}">
<link rel="alternate" type="text/plain" href="${BY_QUERY.markdown}" title="${text('asMarkdown')}">
<style id="dtospec-style">${PAGE_STYLE}${ui.theme === 'purple' ? CONTRAST : ''}</style>
${ui.head.html}
<script type="application/json" id="dtospec-config">${escapeScriptJSON(JSON.stringify(config))}</script>
${customScript(ui)
  .map((script) => `<script>${script}</script>\n`)
  .join('')}<script>${PAGE_SCRIPT}</script>
</head>
<body>
${renderBar(ui, documents, isSignedIn)}<div id="dtospec-viewer"></div>
<div class="dtospec-front">
<noscript><main>
<h1>${name}</h1>
<p>${linked('needsScript')}</p>
<style>.dtospec-loading{display:none}</style>
</main></noscript>
<main class="dtospec-loading" aria-busy="true">
<h1>${name}</h1>
<div class="dtospec-progress" role="progressbar" aria-label="${text('loading')}"></div>
<p class="dtospec-slow">${linked('stillLoading')}</p>
</main>
<main class="dtospec-failed" role="alert">
<p class="dtospec-name">${name}</p>
<h1>${text('failed')}</h1>
<p id="dtospec-problem"></p>
<p>${text('documentIsHere')}</p>
<ul><li>${rawLink('json', texts.asJSON)}</li><li>${rawLink('yaml', texts.asYAML)}</li><li>${rawLink('markdown', texts.asMarkdown)}</li></ul>
</main>
</div>
<style id="dtospec-custom">${escapeStyle(ui.customCSS)}</style>
</body>
</html>
`;
}

function renderBar(
  { logo, texts }: UISettings,
  documents: readonly DocumentLink[],
  isSignedIn: boolean,
): string {
  const parts = [
    ...(logo === undefined ? [] : [renderLogo(logo)]),
    ...(documents.length < 2 ? [] : [renderDocuments(documents, texts)]),
    ...(isSignedIn ? [renderSignOut(texts)] : []),
  ];
  return parts.length === 0 ? '' : `<div class="dtospec-bar">${parts.join('')}</div>\n`;
}

function renderLogo({ src, alt, href }: NonNullable<UISettings['logo']>): string {
  const picture = `<img class="dtospec-logo" src="${escapeHTML(src)}" alt="${escapeHTML(alt)}">`;
  return href === undefined ? picture : `<a href="${escapeHTML(href)}">${picture}</a>`;
}

function renderDocuments(documents: readonly DocumentLink[], texts: DocsTexts): string {
  const links = documents.map(({ label, href, isCurrent }) => {
    const current = isCurrent ? ' aria-current="page"' : '';
    return `<a data-document href="${escapeHTML(href)}"${current}>${escapeHTML(label)}</a>`;
  });
  return `<nav class="dtospec-documents" aria-label="${escapeHTML(texts.documents)}">${links.join('')}</nav>`;
}

/**
 * Returns the sign-out form. Its URL is relative to the page,
 * whose URL ends with a slash: the page's script adds one.
 */
function renderSignOut(texts: DocsTexts): string {
  return `<form class="dtospec-sign-out" method="post" action="./${SESSION}"><button>${escapeHTML(texts.signOut)}</button></form>`;
}

function pageConfig(
  ui: UISettings,
  { json, yaml, markdown, shown, isFolder }: PageUrls,
  viewers: readonly ViewerScript[],
  document: OpenApiDocument,
): object {
  return {
    isFolder,
    spec: shown,
    links: { json, yaml, markdown },
    viewer: ui.viewer,
    package: installedPackage(ui),
    viewers,
    options: viewerConfig(ui, document),
    hasScript: ui.viewerScript !== '',
    texts: Object.fromEntries(SCRIPT_TEXTS.map((name) => [name, ui.texts[name]])),
  };
}

/** Returns the package to install, with the version that the CDN has. */
function installedPackage({ viewer, viewerVersion }: UISettings): string {
  const { package: name, installed, cdn } = VIEWER_KINDS[viewer];
  return installed ?? (cdn === undefined ? name : `${name}@${viewerVersion}`);
}

const SCRIPT_TEXTS = [
  'documentRefused',
  'documentUnreachable',
  'viewerBlocked',
  'viewerSilent',
  'viewerRemedy',
  'notTheViewer',
  'viewerScriptFailed',
] as const;

export function customScript({ viewerScript }: UISettings): string[] {
  if (viewerScript === '') return [];
  return [`window.dtospecViewerScript = function (options) {\n${unixLines(viewerScript)}\n};`];
}

function rawLink(format: 'json' | 'yaml' | 'markdown', text: string): string {
  return `<a data-raw="${format}" href="${BY_QUERY[format]}">${escapeHTML(text)}</a>`;
}
