import type { BrowserContext } from 'playwright-core';
import { describeInBrowser, keepScreenshot, openPage, waitForState } from '../../support/page/browser.js';
import { docsFixture } from '../../support/page/docs-fixture.js';
import { listen, type Listening } from '../../support/network/listen.js';
import { prepareViewers, VIEWER_VERSIONS, viewerFile, viewerScript } from '../../support/page/viewers.js';

/** The viewer's own themes and layouts. */
const THEMES = [
  'default',
  'alternate',
  'moon',
  'purple',
  'solarized',
  'bluePlanet',
  'deepSpace',
  'saturn',
  'kepler',
  'elysiajs',
  'fastify',
  'mars',
  'laserwave',
  'none',
];
const LAYOUTS = ['modern', 'classic'];
const CDN = 'https://cdn.jsdelivr.net/npm/@scalar/api-reference';

/** Small: what is tried is whether the viewer starts, and that takes long enough. */
const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Shop API', version: '1.0.0' },
  paths: { '/users': { get: { summary: 'List users', responses: { 200: { description: 'All' } } } } },
};

/** One configuration of the viewer. */
interface Look {
  readonly theme: string;
  readonly layout: string;
}

/**
 * Each theme, in the layouts by turns, which the next version takes the other way round: each version with each theme
 * and each layout, each theme in each layout. The low end of the peer range has each layout once. To start a viewer
 * takes more than a second of processor time: without `DTOSPEC_RUNS`, each of the two has four themes of its own.
 */
function looksOf(version: string): Look[] {
  const turn = VIEWER_VERSIONS.indexOf(version);
  const looks = THEMES.map((theme, index) => ({ theme, layout: LAYOUTS[(index + turn) % LAYOUTS.length]! }));
  if (turn === 0) return looks.slice(0, LAYOUTS.length);
  if (process.env.DTOSPEC_RUNS !== undefined) return looks;
  // Pairs of neighbours, so that each version has both layouts.
  return looks.filter((_, index) => (index >> 1) % 4 === (turn % 2) * 2);
}

/** The docs in each theme at `/{theme}`. */
function serveLooks(viewerVersion: string, looks: readonly Look[]): Promise<Listening> {
  const all = looks.map((look) =>
    docsFixture({
      document: DOCUMENT,
      ui: { ...look, viewerVersion },
      viewerFile: null,
    }).server.middleware(`/${look.theme}`),
  );
  return listen((request, response) => {
    for (const serve of all) serve(request, response, () => undefined);
  });
}

/** The CDN as it has one version: with its type, and a long life in caches. */
function playCDN(context: BrowserContext, version: string): Promise<unknown> {
  return context.route(`${CDN}@${version}/dist/browser/standalone.js`, (route) =>
    route.fulfill({
      body: viewerScript(version),
      contentType: 'application/javascript; charset=utf-8',
      headers: { 'access-control-allow-origin': '*', 'cache-control': 'public, max-age=31536000, immutable' },
    }),
  );
}

/** The colours that the theme gives to the whole. */
const COLOURS = `['--scalar-background-1', '--scalar-color-1', '--scalar-color-accent', '--scalar-sidebar-background-1']
  .map((name) => getComputedStyle(document.body).getPropertyValue(name)).join()`;

describeInBrowser('versions of the viewer', (browser) => {
  beforeAll(prepareViewers, 300_000);

  test.each(VIEWER_VERSIONS)(
    'shows %s from the CDN in each theme and layout, without a violation or another request',
    async (version) => {
      const looks = looksOf(version);
      const server = await serveLooks(version, looks);
      const { page, context, log } = await openPage(browser());
      await playCDN(context, version);
      const colours = new Set<string>();
      for (const { theme, layout } of looks) {
        await page.goto(`${server.origin}/${theme}/`);
        await waitForState(page, 'shown');
        await page.getByRole('heading', { name: 'List users' }).first().waitFor();
        expect(await page.locator('.references-classic').count()).toBe(layout === 'classic' ? 1 : 0);
        colours.add(await page.evaluate<string>(COLOURS));
      }
      await keepScreenshot(page, `viewer-${version}-cdn`);
      expect([log.violations, log.errors]).toEqual([[], []]);
      const elsewhere = log.requests.filter(
        (url) => url.startsWith('http') && !url.startsWith(server.origin),
      );
      expect(elsewhere).toEqual(looks.map(() => `${CDN}@${version}/dist/browser/standalone.js`));
      // Some themes differ in less than these colours.
      expect(colours.size).toBeGreaterThan(looks.length / 2);
      await context.close();
      await server.close();
    },
    120_000,
  );

  test.each(VIEWER_VERSIONS)('shows the installed %s without a request to another host', async (version) => {
    const docs = docsFixture({
      document: DOCUMENT,
      ui: { viewerSource: 'local' },
      viewerFile: viewerFile(version),
    });
    const server = await listen(docs.server.middleware('/docs'));
    const { page, context, log } = await openPage(browser());
    await page.goto(`${server.origin}/docs/`);
    await waitForState(page, 'shown');
    await page.getByRole('heading', { name: 'List users' }).first().waitFor();
    await keepScreenshot(page, `viewer-${version}-local`);
    expect([log.violations, log.errors]).toEqual([[], []]);
    expect(log.requests.filter((url) => url.startsWith('http') && !url.startsWith(server.origin))).toEqual(
      [],
    );
    await context.close();
    await server.close();
  });
});
