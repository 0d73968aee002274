import type { Page } from 'playwright-core';
import { describeInBrowser, keepScreenshot, sharePage, waitForState } from '../../../support/page/browser.js';
import { KEY } from '../../../support/page/docs-variants.js';
import type { FixtureOptions } from '../../../support/page/docs-fixture.js';
import type { Listening } from '../../../support/network/listen.js';
import { serveDocs } from '../../../support/page/serve-docs.js';
import { findViewer } from '../../../../src/page/viewer-file.js';
import { Docs, response } from '../../../../src/index.js';
import { prepareTools, toolFile } from '../../../support/programs/tools.js';

function untaggedDocument(openapi: '3.0' | '3.1' | '3.2'): object {
  const responses = { 200: response('OK') };
  const tags = [{ name: 'all' }, { name: 'users', parent: 'all' }];
  return new Docs({ info: { title: 'Shop API', version: '1.0.0' }, openapi, tags })
    .addAll(
      { method: 'GET', path: '/users', tags: ['users'], responses },
      { method: 'GET', path: '/health', summary: 'Check the health', responses },
    )
    .addWebhook(Object, { name: 'stock.low', summary: 'Stock is low' })
    .buildSpec();
}

/** The viewers, each with its file and something that it alone shows of the shop's document. */
const VIEWERS = {
  'swagger-ui': {
    file: 'swagger-ui-dist/swagger-ui-bundle.js',
    shown: (page: Page) => page.locator('.opblock-summary-path').first(),
  },
  redoc: {
    file: 'redoc/bundles/redoc.standalone.js',
    shown: (page: Page) => page.getByRole('heading', { name: 'List users' }).first(),
  },
} as const;
type Name = keyof typeof VIEWERS;
const NAMES = Object.keys(VIEWERS) as Name[];

describeInBrowser('other viewers', (browser) => {
  beforeAll(prepareTools, 300_000);
  const shared = sharePage(browser);
  const servers: Listening[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });

  async function serve(viewer: Name, options: FixtureOptions = {}): Promise<Listening> {
    const viewerFile = toolFile(VIEWERS[viewer].file);
    const server = await serveDocs({ viewerFile, ...options, ui: { viewer, ...options.ui } });
    servers.push(server);
    return server;
  }

  test.each(NAMES)(
    '%s shows the document from this process alone, without a policy violation',
    async (name) => {
      const docsAuth = { enabled: true, apiKey: KEY };
      const { page, log, server } = await shared.open(await serve(name, { docsAuth }));
      await page.goto(`${server.origin}/docs/?key=${encodeURIComponent(KEY)}`);
      await waitForState(page, 'shown');
      await VIEWERS[name].shown(page).waitFor();
      await keepScreenshot(page, `viewer-${name}`);
      await page.setViewportSize({ width: 390, height: 844 });
      await keepScreenshot(page, `viewer-${name}-small`);
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.reload();
      await VIEWERS[name].shown(page).waitFor();
      await keepScreenshot(page, `viewer-${name}-small-dark`);
      await page.emulateMedia({ colorScheme: null });
      expect([log.violations, log.errors]).toEqual([[], []]);
      const elsewhere = log.requests.filter(
        (url) => url.startsWith('http') && !url.startsWith(server.origin),
      );
      expect(elsewhere).toEqual([]);
    },
  );

  test('an installed swagger-ui of the oldest supported version sends try-it requests', async () => {
    const viewerFile = findViewer('swagger-ui')!;
    const { page, log, server } = await shared.open(await serve('swagger-ui', { viewerFile }));
    await page.goto(`${server.origin}/docs/`);
    await page.getByText('/users', { exact: true }).first().click();
    await page.getByRole('button', { name: 'Try it out' }).click();
    await page.getByRole('button', { name: 'Execute' }).click();
    await page.getByText('Ada Lovelace').first().waitFor();
    expect(log.violations).toEqual([]);
  });

  // Redoc hides what is in no group of x-tagGroups.
  test.each(['scalar', ...NAMES] as const)(
    '%s shows operations and webhooks without a tag, beside tags with a parent',
    async (viewer) => {
      for (const openapi of ['3.0', '3.1', '3.2'] as const) {
        const document = untaggedDocument(openapi) as unknown as Record<string, unknown>;
        const own = await (viewer === 'scalar' ? serveDocs({ document }) : serve(viewer, { document }));
        const { page, server } = await shared.open(own);
        await page.goto(`${server.origin}/docs/`);
        await waitForState(page, 'shown');
        await page.getByText('Check the health').first().waitFor();
        // Swagger UI shows no x-webhooks.
        if (openapi !== '3.0' && viewer === 'redoc') await page.getByText('Stock is low').first().waitFor();
      }
    },
  );

  // `newMethods` of src/page/viewers.ts, and serving.md.
  test.each([
    ['scalar', ['QUERY', 'LOCK']],
    ['swagger-ui', ['QUERY', 'LOCK']],
    ['redoc', []],
  ] as const)('%s shows methods that are new in OpenAPI 3.2: %j', async (viewer, methods) => {
    const responses = { 200: response('OK') };
    const endpoints = ['GET', 'QUERY', 'LOCK'].map((method) => ({
      method,
      path: '/stock',
      operationId: method.toLowerCase(),
      summary: `Stock by ${method}`,
      responses,
    }));
    const info = { title: 'Shop API', version: '1.0.0' };
    const docs = new Docs({ info, openapi: '3.2' }).addAll(...endpoints);
    const document = docs.buildSpec() as unknown as Record<string, unknown>;
    const own = await (viewer === 'scalar' ? serveDocs({ document }) : serve(viewer, { document }));
    const { page, server } = await shared.open(own);
    await page.goto(`${server.origin}/docs/`);
    await waitForState(page, 'shown');
    await page.getByText('Stock by GET').first().waitFor();
    const text = await page.innerText('body');
    expect(['QUERY', 'LOCK'].filter((method) => text.includes(`Stock by ${method}`))).toEqual(methods);
    if (viewer !== 'swagger-ui') return;
    await page.getByText('Stock by LOCK').click();
    await page.getByText('No parameters').waitFor();
    expect(await page.getByRole('button', { name: 'Try it out' }).count()).toBe(0);
  });

  test('names the version of redoc that it needs for the module of redoc 3', async () => {
    const viewerFile = toolFile('redoc/package.json');
    const { page, server } = await shared.open(await serve('redoc', { viewerFile }));
    await page.goto(`${server.origin}/docs/`);
    await waitForState(page, 'failed');
    expect(await page.getByRole('alert').innerText()).toContain('This page needs redoc@2.');
  });

  test("redoc's search works", async () => {
    const { page, log, server } = await shared.open(await serve('redoc'));
    await page.goto(`${server.origin}/docs/`);
    await page.getByPlaceholder('Search...').fill('users');
    await page.getByRole('search').getByText('List users').first().waitFor();
    expect(log.violations).toEqual([]);
  });

  test.each<[Name, string]>([
    [
      'swagger-ui',
      "options.onComplete = () => { document.documentElement.dataset.asked = 'yes'; };\r\n// a comment at the end",
    ],
    [
      'redoc',
      "document.documentElement.dataset.asked = 'yes'; return { ...options, hideDownloadButton: true };",
    ],
  ])('%s accepts functions from viewerScript, whose hash the policy contains', async (name, viewerScript) => {
    const { page, log, server } = await shared.open(await serve(name, { ui: { viewerScript } }));
    await page.goto(`${server.origin}/docs/`);
    await waitForState(page, 'shown');
    await page.waitForSelector('html[data-asked=yes]', { state: 'attached' });
    expect(log.violations).toEqual([]);
  });

  test.each(['throw new Error("no luck")', 'this is no JavaScript'])(
    'reports a viewerScript that fails: %s',
    async (viewerScript) => {
      const ui = { viewerScript, texts: { viewerScriptFailed: 'Skript: {reason}' } };
      const { page, server } = await shared.open(await serve('swagger-ui', { ui }));
      await page.goto(`${server.origin}/docs/`);
      await waitForState(page, 'failed');
      expect(await page.getByRole('alert').innerText()).toContain('Skript: ');
    },
  );

  test('shows language, texts, icon, logo and head elements, and the policy allows only these', async () => {
    const ui = {
      title: 'Der Laden',
      favicon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
      logo: {
        src: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="90" height="28"><rect width="90" height="28" fill="teal"/></svg>',
        alt: 'Logo',
        href: '/',
      },
      language: 'de',
      texts: { asJSON: 'OpenAPI als JSON' },
      head: [
        { tag: 'meta', attributes: { name: 'robots', content: 'noindex' } },
        { tag: 'script', text: 'window.mine =\r\n "yes";' },
        { tag: 'style', text: 'body { --mine: 1px }' },
      ],
    } as const;
    const { page, log, server } = await shared.open(await serve('swagger-ui', { ui }));
    await page.goto(`${server.origin}/docs/`);
    await waitForState(page, 'shown');
    await page.getByRole('img', { name: 'Logo' }).waitFor();
    await keepScreenshot(page, 'logo');
    expect(await page.title()).toBe('Der Laden');
    expect(await page.evaluate('[document.documentElement.lang, window.mine]')).toEqual(['de', 'yes']);
    expect(await page.locator('a[data-raw=json]').first().textContent()).toBe('OpenAPI als JSON');
    expect([log.violations, log.errors]).toEqual([[], []]);
    await page.evaluate(
      `document.head.append(Object.assign(document.createElement('script'), { text: 'window.other = 1' }))`,
    );
    expect(await page.evaluate('window.other')).toBeUndefined();
  });
});
