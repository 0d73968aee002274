import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import {
  describeInBrowser,
  keepScreenshot,
  sharePage,
  waitForState,
  waitUntil,
  type OpenPage,
} from '../../../support/page/browser.js';
import { KEY } from '../../../support/page/docs-variants.js';
import type { FixtureOptions } from '../../../support/page/docs-fixture.js';
import { listen, type Listening } from '../../../support/network/listen.js';
import { sampleAPI } from '../../../support/page/sample-api.js';
import { serveDocs } from '../../../support/page/serve-docs.js';
import { shopDocument } from '../../../support/documents/shop-document.js';

/** Sends the first request that the page offers, and waits for its answer. */
async function tryOut(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /Test Request/ })
    .first()
    .click();
  await page.getByRole('button', { name: /^Send/ }).first().click();
  await page.getByText('Ada Lovelace').first().waitFor();
}

type Shown = OpenPage & { readonly server: Listening };

const SIDEBAR = 'aside:visible, .t-doc__sidebar:visible';
const PROMOTIONS = /Ask AI|Deploy|Share|Powered by|Open API Client|Configure/i;
const heading = (page: Page, name: string): Locator => page.getByRole('heading', { name }).first();

/** How light the page is: 0 to 765. */
const BRIGHTNESS = `(() => {
  const color = getComputedStyle(document.body).backgroundColor + getComputedStyle(document.querySelector('.references-layout, .scalar-app')).backgroundColor;
  const parts = [...color.matchAll(/rgb\\((\\d+), (\\d+), (\\d+)\\)/g)].pop();
  return Number(parts[1]) + Number(parts[2]) + Number(parts[3]);
})()`;

describeInBrowser('the page', (browser) => {
  const shared = sharePage(browser);
  const servers: Listening[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });

  async function start(options: FixtureOptions): Promise<Listening> {
    const server = await serveDocs({ ...options, ui: { viewerSource: 'local', ...options.ui } });
    servers.push(server);
    return server;
  }

  /** Opens the docs of a configuration with the local viewer. */
  async function show(options: FixtureOptions, path = '/docs/'): Promise<Shown> {
    const shown = await shared.open(await start(options));
    await shown.page.goto(`${shown.server.origin}${path}`);
    await waitForState(shown.page, 'shown');
    await heading(shown.page, 'Shop API').waitFor();
    return shown;
  }

  /** Nothing was violated, nothing failed, and nobody else was asked. */
  function expectClean({ log, server }: Shown): void {
    expect([log.violations, log.errors]).toEqual([[], []]);
    expect(
      log.requests.filter((url) => !/^(data|blob):/.test(url) && !url.startsWith(server.origin)),
    ).toEqual([]);
  }

  // Each of these takes the page as the one before left it.
  describe('by default', () => {
    let server: Listening;
    let shown: Shown;
    beforeAll(async () => {
      server = await serveDocs({ ui: { viewerSource: 'local' } });
      shown = await shared.open(server);
      await shown.page.goto(`${shown.server.origin}/docs/`);
      await waitForState(shown.page, 'shown');
      await heading(shown.page, 'List users').waitFor();
    });
    afterEach(() => {
      expectClean(shown);
    });
    afterAll(() => server.close());

    test('is light and has a sidebar', async () => {
      const { page } = shown;
      expect(await page.evaluate('document.body.classList.contains("dark-mode")')).toBe(false);
      expect(await page.evaluate(BRIGHTNESS)).toBeGreaterThan(300);
      expect(await page.locator(SIDEBAR).count()).toBe(1);
      await keepScreenshot(page, 'light');
    });

    test('the page promotes no other service and requests no third-party font', async () => {
      const { page } = shown;
      expect(await page.locator('a[href*="scalar.com"]:visible').count()).toBe(0);
      expect(await page.getByText(PROMOTIONS).locator('visible=true').count()).toBe(0);
      await page.evaluate('document.fonts.ready.then(() => undefined)');
    });

    test('the document can be downloaded from the page', async () => {
      const download = shown.page.waitForEvent('download');
      await shown.page.getByText('Download OpenAPI Document').first().click();
      const path = await (await download).path();
      expect(readFileSync(path, 'utf8')).toContain('Shop API');
    });

    test('shows webhooks and models', async () => {
      const { page } = shown;
      for (const name of ['Models', 'Orders'])
        await page.locator('aside').getByText(name, { exact: true }).first().click();
      await page.locator('aside').getByText('Order shipped').first().click();
      await heading(page, 'Order shipped').waitFor();
      await keepScreenshot(page, 'webhook');
      await page.locator('aside').getByText('OrderLine', { exact: true }).first().click();
      await heading(page, 'OrderLine').waitFor();
      await keepScreenshot(page, 'models');
    });

    test('fits a small screen', async () => {
      const { page } = shown;
      await page.setViewportSize({ width: 390, height: 844 });
      await heading(page, 'Shop API').waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
      await keepScreenshot(page, 'small-screen');
    });
  });

  test('applies dark mode, a hidden sidebar and custom CSS', async () => {
    const customCSS = 'h1, h2 { color: rgb(1, 2, 3) !important }';
    const shown = await show({ ui: { darkMode: true, showSidebar: false, customCSS } });
    const { page } = shown;
    await heading(page, 'List users').waitFor();
    expect(await page.evaluate('document.body.classList.contains("dark-mode")')).toBe(true);
    expect(await page.evaluate(BRIGHTNESS)).toBeLessThan(300);
    expect(await page.locator(SIDEBAR).count()).toBe(0);
    expect(await page.evaluate('getComputedStyle(document.querySelector("h1")).color')).toBe('rgb(1, 2, 3)');
    await keepScreenshot(page, 'dark');
    expectClean(shown);
  });

  test('layout and theme reach the viewer unchanged', async () => {
    const shown = await show({ ui: { layout: 'classic', theme: 'moon' } });
    await shown.page.locator('.references-classic').first().waitFor();
    await keepScreenshot(shown.page, 'classic-moon');
    expectClean(shown);
  });

  test('try-it reaches a documented server on another origin, and no other one', async () => {
    const api = await listen((request, response) => {
      response.setHeader('access-control-allow-origin', '*');
      response.setHeader('access-control-allow-headers', 'authorization');
      sampleAPI(request, response);
    });
    servers.push(api);
    const { page, log } = await show({ document: shopDocument(`${api.origin}/api`) });
    await tryOut(page);
    expect(log.violations).toEqual([]);
    void page.evaluate('fetch("http://127.0.0.1:9/").catch(() => undefined)');
    await waitUntil(page, () => log.violations.length > 0);
    expect(log.violations.join()).toContain('connect-src http://127.0.0.1:9/');
  });

  test('the key goes on to the spec and the viewer, and into no referrer; try-it shows the answer', async () => {
    const headers: Record<string, string>[] = [];
    const server = await start({ docsAuth: { enabled: true, apiKey: KEY } });
    const shown = await shared.open(server);
    const { page, log } = shown;
    page.on('request', (request) => headers.push(request.headers()));
    await page.goto(`${shown.server.origin}/docs/?key=${encodeURIComponent(KEY)}`);
    await tryOut(page);
    await keepScreenshot(page, 'try-it');
    expect(log.requests.filter((url) => new URL(url).searchParams.get('key') === KEY).length).toBe(3);
    expect(log.requests).toContainEqual(expect.stringContaining(`${shown.server.origin}/api/users`));
    expect(headers.length).toBeGreaterThan(3);
    expect(headers.filter(({ referer }) => referer)).toEqual([]);
    expectClean(shown);
  });

  test('loads third-party fonts if the application requests them', async () => {
    const { page, server, log } = await shared.open(
      await start({ ui: { viewerOptions: { withDefaultFonts: true } } }),
    );
    await page.route(/^https:/, (route) => route.fulfill({ status: 200, body: '' }));
    await page.goto(`${server.origin}/docs/`);
    await waitForState(page, 'shown');
    await page.evaluate('document.fonts.ready.then(() => undefined)');
    const foreign = log.requests.filter((url) => url.startsWith('https:'));
    expect(foreign.length).toBeGreaterThan(0);
    expect(foreign.filter((url) => !url.startsWith('https://fonts.scalar.com/'))).toEqual([]);
    expect(log.violations).toEqual([]);
  });
});
