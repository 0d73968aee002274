import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { UIConfig } from '../../../src/spec/config.js';
import {
  describeInBrowser,
  keepScreenshot,
  openPage,
  waitForState,
  waitUntil,
  type PageLog,
} from '../../support/browser.js';
import { KEY } from '../../support/docs-variants.js';
import type { FixtureOptions } from '../../support/docs-fixture.js';
import { listen, type Listening } from '../../support/listen.js';
import { sampleAPI } from '../../support/sample-api.js';
import { serveDocs } from '../../support/serve-docs.js';
import { shopDocument } from '../../support/shop-document.js';

/** Sends the first request that the page offers, and waits for its answer. */
async function tryOut(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /Test Request/ })
    .first()
    .click();
  await page.getByRole('button', { name: /^Send/ }).first().click();
  await page.getByText('Ada Lovelace').first().waitFor();
}

describeInBrowser('issue 5.3: the page', (browser) => {
  /** Opens the docs of a configuration with the local viewer, and checks that nothing was violated. */
  async function show(
    options: FixtureOptions,
    visit: (page: Page, server: Listening, log: PageLog) => Promise<void>,
    path = '/docs/',
  ): Promise<void> {
    const server = await serveDocs({ ...options, ui: { viewerSource: 'local', ...options.ui } });
    const { page, context, log } = await openPage(browser());
    try {
      await page.goto(`${server.origin}${path}`);
      await waitForState(page, 'shown');
      await visit(page, server, log);
      expect([log.violations, log.errors]).toEqual([[], []]);
      expect(
        log.requests.filter((url) => !/^(data|blob):/.test(url) && !url.startsWith(server.origin)),
      ).toEqual([]);
    } finally {
      await context.close();
      await server.close();
    }
  }

  const background = (page: Page): Promise<number> =>
    page.evaluate(`(() => {
      const color = getComputedStyle(document.body).backgroundColor + getComputedStyle(document.querySelector('.references-layout, .scalar-app')).backgroundColor;
      const parts = [...color.matchAll(/rgb\\((\\d+), (\\d+), (\\d+)\\)/g)].pop();
      return Number(parts[1]) + Number(parts[2]) + Number(parts[3]);
    })()`);

  test.each([
    ['light', false],
    ['dark', true],
  ])('seed 2.7: %s', async (name, darkMode) => {
    await show({ ui: { darkMode } }, async (page) => {
      await page.getByRole('heading', { name: 'List users' }).first().waitFor();
      expect(await page.evaluate('document.body.classList.contains("dark-mode")')).toBe(darkMode);
      expect((await background(page)) < 300).toBe(darkMode);
      await keepScreenshot(page, name);
    });
  });

  test.each([true, false])('seed 2.7: sidebar %s', async (showSidebar) => {
    await show({ ui: { showSidebar } }, async (page) => {
      await page.getByRole('heading', { name: 'List users' }).first().waitFor();
      expect(await page.locator('aside:visible, .t-doc__sidebar:visible').count()).toBe(showSidebar ? 1 : 0);
      await keepScreenshot(page, `sidebar-${showSidebar ? 'on' : 'off'}`);
    });
  });

  test('seed 2.7: layout and theme reach the viewer unchanged', async () => {
    await show({ ui: { layout: 'classic', theme: 'moon' } }, async (page) => {
      await page.locator('.references-classic').first().waitFor();
      await page.getByRole('heading', { name: 'Shop API' }).first().waitFor();
      await keepScreenshot(page, 'classic-moon');
    });
  });

  test('seed 2.7: custom CSS is applied', async () => {
    const customCSS = 'h1, h2 { color: rgb(1, 2, 3) !important }';
    await show({ ui: { customCSS } }, async (page) => {
      await page.getByRole('heading', { name: 'Shop API' }).first().waitFor();
      expect(await page.evaluate('getComputedStyle(document.querySelector("h1")).color')).toBe(
        'rgb(1, 2, 3)',
      );
    });
  });

  test('webhooks and models are seen', async () => {
    await show({}, async (page) => {
      for (const name of ['Models', 'Orders'])
        await page.locator('aside').getByText(name, { exact: true }).first().click();
      await page.locator('aside').getByText('Order shipped').first().click();
      await page.getByRole('heading', { name: 'Order shipped' }).first().waitFor();
      await keepScreenshot(page, 'webhook');
      await page.locator('aside').getByText('OrderLine', { exact: true }).first().click();
      await page.getByRole('heading', { name: 'OrderLine' }).first().waitFor();
      await keepScreenshot(page, 'models');
    });
  });

  test('try-it sends a request to the API and shows the answer', async () => {
    await show({}, async (page, server, log) => {
      await page
        .getByRole('button', { name: /Test Request/ })
        .first()
        .click();
      await keepScreenshot(page, 'try-it-before');
      await page.getByRole('button', { name: /^Send/ }).first().click();
      await page.getByText('Ada Lovelace').first().waitFor();
      await keepScreenshot(page, 'try-it');
      expect(log.requests).toContainEqual(expect.stringContaining(`${server.origin}/api/users`));
    });
  });

  test('try-it reaches a server on another origin that the document names', async () => {
    const api = await listen((request, response) => {
      response.setHeader('access-control-allow-origin', '*');
      response.setHeader('access-control-allow-headers', 'authorization');
      sampleAPI(request, response);
    });
    const document = shopDocument(`${api.origin}/api`);
    const server = await serveDocs({ document, ui: { viewerSource: 'local' } });
    const { page, context, log } = await openPage(browser());
    await page.goto(`${server.origin}/docs/`);
    await tryOut(page);
    expect(log.violations).toEqual([]);
    void page.evaluate('fetch("http://127.0.0.1:9/").catch(() => undefined)');
    await waitUntil(page, () => log.violations.length > 0);
    expect(log.violations.join()).toContain('connect-src http://127.0.0.1:9/');
    await context.close();
    await server.close();
    await api.close();
  });

  test('the document can be downloaded from the page', async () => {
    await show({}, async (page) => {
      const download = page.waitForEvent('download');
      await page.getByText('Download OpenAPI Document').first().click();
      const path = await (await download).path();
      expect(readFileSync(path, 'utf8')).toContain('Shop API');
    });
  });

  test('on a small screen', async () => {
    await show({}, async (page) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole('heading', { name: 'Shop API' }).first().waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
      await keepScreenshot(page, 'small-screen');
    });
  });

  test('seed 5: the key goes on to the spec and the viewer, and into no referrer', async () => {
    const docsAuth = { enabled: true, apiKey: KEY };
    const headers: Record<string, string>[] = [];
    await show(
      { docsAuth },
      async (page, _server, log) => {
        page.on('request', (request) => headers.push(request.headers()));
        await tryOut(page);
        expect(log.requests.filter((url) => new URL(url).searchParams.get('key') === KEY).length).toBe(3);
      },
      `/docs/?key=${encodeURIComponent(KEY)}`,
    );
    expect(headers.length).toBeGreaterThan(0);
    expect(headers.filter(({ referer }) => referer)).toEqual([]);
  });

  test.each<[string, UIConfig, RegExp[]]>([
    ['off', {}, []],
    ['on', { viewerOptions: { withDefaultFonts: true } }, [/^https:\/\/fonts\.scalar\.com\//]],
  ])('third-party fonts are %s', async (_, ui, expected) => {
    const server = await serveDocs({ ui: { viewerSource: 'local', ...ui } });
    const { page, context, log } = await openPage(browser());
    await page.route(/^https:/, (route) => route.fulfill({ status: 200, body: '' }));
    await page.goto(`${server.origin}/docs/`);
    await waitForState(page, 'shown');
    await page.evaluate('document.fonts.ready.then(() => undefined)');
    const foreign = log.requests.filter((url) => url.startsWith('https:'));
    expect(foreign.length > 0).toBe(expected.length > 0);
    for (const pattern of expected) expect(foreign.every((url) => pattern.test(url))).toBe(true);
    expect(log.violations).toEqual([]);
    await context.close();
    await server.close();
  });

  test('nothing promotes another service', async () => {
    await show({}, async (page) => {
      await page.getByRole('heading', { name: 'List users' }).first().waitFor();
      expect(await page.locator('a[href*="scalar.com"]:visible').count()).toBe(0);
      expect(
        await page
          .getByText(/Ask AI|Deploy|Share|Powered by|Open API Client|Configure/i)
          .locator('visible=true')
          .count(),
      ).toBe(0);
    });
  });
});
