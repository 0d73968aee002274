import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { BrowserContext, Page } from 'playwright-core';
import { DEFAULT_VIEWER_VERSION } from '../../../../src/page/settings.js';
import { findViewer } from '../../../../src/page/viewer-file.js';
import {
  describeInBrowser,
  keepScreenshot,
  openPage,
  sharePage,
  waitForState,
  waitUntil,
  type PageLog,
} from '../../../support/page/browser.js';
import { docsFixture, type FixtureOptions } from '../../../support/page/docs-fixture.js';
import { KEY } from '../../../support/page/docs-variants.js';
import { listening, type Listening } from '../../../support/network/listen.js';
import { serveDocs } from '../../../support/page/serve-docs.js';

const VIEWER = readFileSync(findViewer('scalar')!);
const CDN = `https://cdn.jsdelivr.net/npm/@scalar/api-reference@${DEFAULT_VIEWER_VERSION}/dist/browser/standalone.js`;
const SHA = `sha256-${createHash('sha256').update(VIEWER).digest('base64')}`;

interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly server: Listening;
  readonly log: PageLog;
}

describeInBrowser("the page's states", (browser) => {
  const shared = sharePage(browser);
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const each of open.splice(0).reverse()) await each.close();
  });

  async function visit(
    options: FixtureOptions,
    { browserOptions, server }: { browserOptions?: object; server?: Listening } = {},
  ): Promise<Visit> {
    const at = server ?? (await serveDocs(options));
    open.push(at);
    if (browserOptions === undefined) return shared.open(at);
    const opened = await openPage(browser(), browserOptions);
    open.push(opened.context);
    return { ...opened, server: at };
  }

  /** The CDN as it would answer, without a network. */
  const playCDN = (context: BrowserContext, body: Buffer = VIEWER): Promise<unknown> =>
    context.route(/^https:/, (route) =>
      route.fulfill({
        body,
        contentType: 'application/javascript',
        headers: { 'access-control-allow-origin': '*' },
      }),
    );

  test.each([
    ['without integrity', {}],
    ['with the right integrity', { viewerIntegrity: SHA }],
  ])('from the CDN %s: requests only its one address, without a policy violation', async (_, ui) => {
    const { page, context, server, log } = await visit({ ui });
    await playCDN(context);
    await page.goto(`${server.origin}/docs/`);
    await waitForState(page, 'shown');
    await page.getByRole('heading', { name: 'List users' }).first().waitFor();
    expect(log.requests.filter((url) => url.startsWith('https:'))).toEqual([CDN]);
    expect([log.violations, log.errors]).toEqual([[], []]);
  });

  test.each([false, true])(
    'the CDN is blocked (dark: %s): shows a text, and the raw spec with the key',
    async (darkMode) => {
      const docsAuth = { enabled: true, apiKey: KEY };
      const { page, context, server } = await visit({ ui: { darkMode }, docsAuth, viewerFile: null });
      await context.route(/^https:/, (route) => route.abort());
      await page.goto(`${server.origin}/docs/?key=${encodeURIComponent(KEY)}`);
      await waitForState(page, 'failed');
      const alert = page.getByRole('alert');
      expect(await alert.innerText()).toContain('could not be loaded from cdn.jsdelivr.net');
      await keepScreenshot(page, `viewer-blocked${darkMode ? '-dark' : ''}`);
      await alert.getByRole('link', { name: 'OpenAPI as JSON' }).click();
      await page.waitForURL(/openapi\.json/);
      expect(await page.locator('body').innerText()).toContain('"openapi":"3.1.0"');
    },
  );

  test('blocks a script that is not the pinned one', async () => {
    const { page, context, server } = await visit({ ui: { viewerIntegrity: SHA }, viewerFile: null });
    await playCDN(context, Buffer.from('window.evil = true;'));
    await page.goto(`${server.origin}/docs/`);
    await waitForState(page, 'failed');
    expect(await page.evaluate('window.evil')).toBeUndefined();
  });

  test('reports a script that is not the viewer', async () => {
    const { page, context, server } = await visit({ viewerFile: null });
    await playCDN(context, Buffer.from('/* empty */'));
    await page.goto(`${server.origin}/docs/`);
    await waitForState(page, 'failed');
    expect(await page.getByRole('alert').innerText()).toContain('is not the viewer');
  });

  test('without JavaScript: shows a text, and links to the raw spec', async () => {
    const { page, server } = await visit({}, { browserOptions: { javaScriptEnabled: false } });
    await page.goto(`${server.origin}/docs/`);
    expect(await page.locator('noscript').innerText()).toContain('needs JavaScript');
    expect(await page.locator('.dtospec-loading').isVisible()).toBe(false);
    await keepScreenshot(page, 'noscript');
    await page.getByRole('link', { name: 'OpenAPI as JSON' }).click();
    expect(page.url()).toBe(`${server.origin}/docs/?openapi=json`);
  });

  test('while loading, shows the title in the right colours', async () => {
    const { page, context, server } = await visit({ ui: { darkMode: true } });
    await context.route(/^https:/, () => undefined);
    await page.goto(`${server.origin}/docs/`, { waitUntil: 'commit' });
    await page.getByRole('progressbar').waitFor();
    await keepScreenshot(page, 'loading-dark');
    expect(await page.evaluate('getComputedStyle(document.documentElement).backgroundColor')).toBe(
      'rgb(15, 15, 19)',
    );
  });

  test('shows the status as text if the spec cannot be loaded', async () => {
    const { page, context, server } = await visit({ ui: { viewerSource: 'local' } });
    await context.route(/openapi=page/, (route) => route.fulfill({ status: 503, body: '' }));
    await page.goto(`${server.origin}/docs/`);
    await waitForState(page, 'failed');
    expect(await page.getByRole('alert').innerText()).toContain('with status 503');
    await keepScreenshot(page, 'spec-failed');
  });

  test('loads everything behind a proxy that cuts a prefix off', async () => {
    const docs = docsFixture({ ui: { viewerSource: 'local' } }).server.middleware('/docs');
    const proxy = createServer((request, response) => {
      const inner = /^\/team\/shop(\/.*)$/.exec(request.url ?? '')?.[1];
      if (inner === undefined) response.writeHead(404).end('outside');
      else docs(Object.assign(request, { url: inner }), response);
    });
    const server = await listening(proxy.listen(0, '127.0.0.1'));
    const { page, log } = await visit({}, { server });
    await page.goto(`${server.origin}/team/shop/docs?x=1`);
    await waitForState(page, 'shown');
    expect(page.url()).toMatch(`${server.origin}/team/shop/docs/?x=1`);
    expect(log.errors).toEqual([]);
  });

  test.each([
    ["style-src needs 'unsafe-inline'", "style-src 'unsafe-inline'", "style-src 'self'", 'style-src-attr'],
    ['the inline script needs its hash', /'sha256-[^']+'/, "'sha256-AAAA'", 'script-src-elem'],
    ['the viewer needs its hash', `'${SHA}'`, "'sha256-AAAA'", 'script-src-elem'],
    ['the icon needs data:', / data: blob: https:/, '', 'img-src'],
  ])('the policy is no wider than needed: %s', async (_, part, narrower, violated) => {
    const { page, context, server, log } = await visit({ ui: { viewerSource: 'local' } });
    await context.route(/\/docs\/$/, async (route) => {
      const response = await route.fetch();
      const headers = response.headers();
      const policy = headers['content-security-policy'] ?? '';
      expect(policy.replace(part, narrower)).not.toBe(policy);
      const narrowed = { ...headers, 'content-security-policy': policy.replace(part, narrower) };
      await route.fulfill({ response, headers: narrowed });
    });
    await page.goto(`${server.origin}/docs/`);
    await waitUntil(page, () => log.violations.some((each) => each.startsWith(violated)));
    expect(log.violations.join('\n')).toContain(violated);
  });
});
