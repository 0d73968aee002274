import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright-core';
import { findViewer } from '../../../../src/page/viewer-file.js';
import {
  describeInBrowser,
  keepScreenshot,
  sharePage,
  waitForState,
  type PageLog,
} from '../../../support/page/browser.js';
import type { FixtureOptions } from '../../../support/page/docs-fixture.js';
import { KEY } from '../../../support/page/docs-variants.js';
import type { Listening } from '../../../support/network/listen.js';
import { serveDocs } from '../../../support/page/serve-docs.js';

type CDN = (context: BrowserContext) => Promise<unknown>;

const VIEWER = readFileSync(findViewer('scalar')!);
const ELSEWHERE = /^https:/;
/** What the page waits for, it waits for a tenth of the time. */
const HURRY = `const wait = setTimeout; window.setTimeout = (run, time, ...rest) =>
  wait(run, time >= 5000 ? time / 10 : time, ...rest);`;
const cors = { 'access-control-allow-origin': '*' };

/** What a CDN does that does not have the viewer for us. */
const FAILURES: readonly [how: string, play: CDN][] = [
  [
    'has no such version',
    (context) =>
      context.route(ELSEWHERE, (route) => route.fulfill({ status: 404, headers: cors, body: 'not found' })),
  ],
  ['cannot be reached', (context) => context.route(ELSEWHERE, (route) => route.abort('connectionrefused'))],
  ['does not answer', (context) => context.route(ELSEWHERE, () => undefined)],
  [
    'gives something else',
    (context) =>
      context.route(ELSEWHERE, (route) =>
        route.fulfill({ headers: cors, contentType: 'text/javascript', body: '/* a portal */' }),
      ),
  ],
];

describeInBrowser('where the CDN fails', (browser) => {
  const shared = sharePage(browser);
  const hurried = sharePage(browser, HURRY);
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const each of open.splice(0).reverse()) await each.close();
  });

  async function visit(
    options: FixtureOptions,
    play: CDN,
    { query = '', isSilent = false } = {},
  ): Promise<{ page: Page; server: Listening; log: PageLog }> {
    const server = await serveDocs(options);
    open.push(server);
    const opened = await (isSilent ? hurried : shared).open(server);
    await play(opened.context);
    await opened.page.goto(`${opened.server.origin}/docs/${query}`, { waitUntil: 'commit' });
    return opened;
  }

  test.each(FAILURES)('the CDN %s: the page uses the installed viewer', async (how, play) => {
    const docsAuth = { enabled: true, apiKey: KEY };
    const { page, server, log } = await visit({ docsAuth }, play, {
      query: `?key=${encodeURIComponent(KEY)}`,
      isSilent: how === 'does not answer',
    });
    await waitForState(page, 'shown');
    await page.getByRole('heading', { name: 'List users' }).first().waitFor();
    expect(log.violations).toEqual([]);
    expect(log.requests.filter((url) => url.startsWith(`${server.origin}/docs/viewer/`))).toHaveLength(1);
  });

  test.each(FAILURES.filter(([how]) => how !== 'does not answer'))(
    'the CDN %s and no viewer is installed: shows a text, and a link to the document',
    async (how, play) => {
      const { page, server } = await visit({ viewerFile: null }, play);
      await waitForState(page, 'failed');
      const alert = page.getByRole('alert');
      expect(await alert.innerText()).toMatch(
        /cdn\.jsdelivr\.net.*npm install @scalar\/api-reference@1\.75\.0.*swagger-ui-dist/,
      );
      await keepScreenshot(page, `cdn-${how.replaceAll(' ', '-')}`);
      await alert.getByRole('link', { name: 'OpenAPI as JSON' }).click();
      await page.waitForURL(`${server.origin}/docs/openapi.json`);
    },
  );

  test('the CDN never responds: shows a text after a while, and the document if it arrives later', async () => {
    let answer = (): void => undefined;
    const late: CDN = (context) =>
      context.route(ELSEWHERE, async (route) => {
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        await route.fulfill({ headers: cors, contentType: 'text/javascript', body: VIEWER });
      });
    const { page } = await visit({ viewerFile: null }, late, { isSilent: true });
    await waitForState(page, 'failed');
    expect(await page.getByRole('alert').innerText()).toContain('does not respond');
    answer();
    await waitForState(page, 'shown');
  });

  test('shows each reason if the installed viewer fails, too', async () => {
    const { page } = await visit({}, async (context) => {
      await context.route(ELSEWHERE, (route) => route.abort());
      await context.route(/\/docs\/viewer\//, (route) => route.fulfill({ status: 502, body: '' }));
    });
    await waitForState(page, 'failed');
    const words = await page.getByRole('alert').innerText();
    expect(words).toContain('cdn.jsdelivr.net');
    expect(words).toContain('127.0.0.1');
    expect(words).not.toContain('npm install');
  });
});
