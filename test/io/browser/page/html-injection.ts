import fc from 'fast-check';
import type { UIConfig } from '../../../../src/documents/openapi/config/page-options.js';
import type { OpenApiDocument } from '../../../../src/documents/openapi/types/document.js';
import { renderPage } from '../../../../src/page/html/page.js';
import { PAGE_URLS } from '../../../../src/page/paths.js';
import { resolveUI } from '../../../../src/page/settings.js';
import { viewerConfig } from '../../../../src/page/viewers.js';
import { describeInBrowser, openPage, waitForState } from '../../../support/page/browser.js';
import { serveDocs } from '../../../support/page/serve-docs.js';
import { shopDocument } from '../../../support/documents/shop-document.js';

/** Pieces that end or open something in HTML, in attributes, in scripts, in JSON, in CSS. */
const PIECES = [
  '<',
  '>',
  '"',
  "'",
  '&',
  '`',
  '\\',
  '/',
  '--',
  '=',
  ' ',
  '\n',
  '\r',
  '\u2028',
  '\u0000',
  '\ufeff',
  '😀',
  '\ud800',
  '</title>',
  '</TITLE >',
  '</style>',
  '</STYLE\t>',
  '</script>',
  '</ScRiPt/x>',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<script>',
  '<img src=x onerror=window.pwned=1>',
  '<svg onload=window.pwned=1>',
  '</noscript>',
  '&lt;',
  '&quot;',
  '{{x}}',
  '${x}',
  '%3C',
  'javascript:window.pwned=1',
  '*/',
  '/*',
  '@import "x";',
  '}',
  '{',
  'x',
  '\\3c',
  '<\\/style>',
  '"}</script>',
];
const hostile = fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }).map((pieces) => pieces.join(''));
const hostileUI: fc.Arbitrary<UIConfig> = fc.record({
  theme: hostile,
  layout: hostile,
  customCSS: hostile,
  viewerVersion: hostile,
  viewerIntegrity: hostile,
  viewerOptions: fc.dictionary(hostile, hostile, { maxKeys: 3 }),
});

interface Parsed {
  readonly title: string;
  readonly elements: string;
  readonly config: unknown;
  readonly css: string;
}

/** Parses pages as the browser does, and gives what became of each part. */
const PARSE = `(pages) => pages.map((html) => {
  const parsed = new DOMParser().parseFromString(html, 'text/html');
  return {
    title: parsed.title,
    elements: [...parsed.querySelectorAll('*')].map((node) => node.localName + [...node.attributes].map((a) => a.name)).join(),
    config: JSON.parse(parsed.getElementById('dtospec-config').textContent),
    css: parsed.getElementById('dtospec-custom').textContent,
  };
})`;

/** What HTML itself does to text: line ends, NUL, lone surrogates; and how \`document.title\` folds blanks. */
const asHTML = (text: string): string =>
  Buffer.from(text.replace(/\r\n?/g, '\n').replace(/\0/g, '\ufffd')).toString();
const asTitle = (text: string): string =>
  asHTML(text)
    .replace(/[\t\n\f\r ]+/g, ' ')
    .replace(/^ | $/g, '');
const viewers = [{ url: './viewer/x', source: 'local', integrity: '' }] as const;
const urls = PAGE_URLS.page;
const document = shopDocument() as unknown as OpenApiDocument;

describeInBrowser('nothing breaks out of its place', (browser) => {
  test('Chromium parses titles, config and CSS as text', async () => {
    const { page, context } = await openPage(browser());
    const samples = fc.sample(fc.tuple(hostile, hostileUI), {
      numRuns: Number(process.env.DTOSPEC_RUNS ?? 400),
      seed: 5,
    });
    const pages = samples.map(([title, ui]) =>
      Buffer.from(renderPage({ title, ui: resolveUI(ui), viewers, urls, document })).toString(),
    );
    const plain = renderPage({ title: 'x', ui: resolveUI({}), viewers, urls, document });
    const [expected, ...parsed] = await page.evaluate<Parsed[]>(
      `(${PARSE})(${JSON.stringify([plain, ...pages])})`,
    );
    samples.forEach(([title, ui], index) => {
      const { title: shown, elements, config, css } = parsed[index]!;
      expect(elements).toBe(expected?.elements);
      expect(shown).toBe(asTitle(title));
      const options: unknown = JSON.parse(JSON.stringify(viewerConfig(resolveUI(ui), document)));
      const links = { json: './openapi.json', yaml: './openapi.yaml' };
      expect(config).toMatchObject({ isFolder: true, spec: './?openapi=page', links, viewers, options });
      expect(css).toBe(asHTML(ui.customCSS ?? '').replace(/<\/(?=style)/gi, '<\\/'));
    });
    await context.close();
  });

  test('writes CSS verbatim unless it would end its element', async () => {
    const css = 'a::before { content: "</styl\\65>" } /* < / & " \u2028 */ b > c { color: red }';
    const { page, context } = await openPage(browser());
    const html = renderPage({ title: 'x', ui: resolveUI({ customCSS: css }), viewers, urls, document });
    const [parsed] = await page.evaluate<Parsed[]>(`(${PARSE})(${JSON.stringify([html])})`);
    expect(parsed?.css).toBe(css);
    await context.close();
  });

  test('the page shows a hostile specification without running its code', async () => {
    const attack = [
      '<img src=x onerror="window.pwned=1">',
      '<script>window.pwned=1</script>',
      '<svg/onload=window.pwned=1>',
      '[link](javascript:window.pwned=1)',
      '<a href="javascript:window.pwned=1">link</a>',
      '</script><script>window.pwned=1</script>',
      '<iframe srcdoc="<script>parent.pwned=1</script>"></iframe>',
      '<style>*{display:none!important}</style>',
      '<form action="https://evil.example"><button>link</button></form>',
      '<math><mtext></form><form><mglyph><style></math><img src onerror=window.pwned=1>',
      '<base href="https://evil.example/">',
      '"><details open ontoggle=window.pwned=1>',
      '{{constructor.constructor("window.pwned=1")()}}',
    ].join('\n\n');
    const document = JSON.parse(
      JSON.stringify(shopDocument()).replace(
        /"(title|summary|description)":"[^"]*"/g,
        (_, name: string) => `"${name}":${JSON.stringify(attack)}`,
      ),
    ) as Record<string, unknown>;
    const server = await serveDocs({ title: attack, document, ui: { viewerSource: 'local' } });
    const { page, context, log } = await openPage(browser());
    await page.goto(`${server.origin}/docs/`);
    await waitForState(page, 'shown');
    await page.getByText('/users/{id}').first().waitFor();
    for (const link of await page.getByText('link', { exact: true }).all())
      await link.click({ timeout: 500, force: true }).catch(() => undefined);
    expect(await page.evaluate('window.pwned')).toBeUndefined();
    expect(page.url()).toMatch(`${server.origin}/docs/`);
    expect(log.requests.filter((url) => url.includes('evil'))).toEqual([]);
    expect(await page.evaluate('document.title')).toContain('onerror');
    await context.close();
    await server.close();
  });
});
