import type { Page } from 'playwright-core';
import { describeInBrowser, openPage, waitForState, type PageLog } from '../../support/page/browser.js';
import type { Listening } from '../../support/network/listen.js';
import { SAMPLE_DOCUMENTS, SAMPLE_NAMES } from '../../support/documents/sample-documents.js';
import { prepareTools } from '../../support/programs/tools.js';
import { prepareViewers } from '../../support/page/viewers.js';
import { serveViewers, VIEWERS } from './serve.js';

/** What viewers fetch from their makers on every page. */
const ORNAMENTS = /^https:\/\/cdn\.redoc\.ly\/redoc\/logo-mini\.svg$/;

beforeAll(() => {
  prepareTools();
  prepareViewers();
}, 300_000);

describeInBrowser("viewers draw the samples' documents", (browser) => {
  let served: Listening;
  beforeAll(async () => {
    served = await serveViewers(SAMPLE_DOCUMENTS);
  });
  afterAll(() => served.close());

  describe.each(Object.keys(VIEWERS))('%s', (viewer) => {
    let page: Page;
    let log: PageLog;
    beforeAll(async () => {
      ({ page, log } = await openPage(browser()));
      await page.route(ORNAMENTS, (route) =>
        route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
      );
    });
    afterAll(() => page.context().close());

    test.each(SAMPLE_NAMES)(
      '%s',
      async (name) => {
        await page.goto(`${served.origin}/${viewer}/${name}`);
        await waitForState(page, 'shown');
        const document = SAMPLE_DOCUMENTS[name];
        const summaries = Object.values(document?.paths ?? {}).flatMap((item) =>
          Object.values(item).map(({ summary }) => summary ?? ''),
        );
        for (const summary of summaries) await page.getByText(summary).first().waitFor({ state: 'attached' });
        expect(log.errors).toEqual([]);
        expect(await page.locator('.errors-wrapper').count()).toBe(0);
        expect(log.requests.filter((url) => !isWithin(url, served.origin))).toEqual([]);
      },
      60_000,
    );
  });
});

function isWithin(url: string, origin: string): boolean {
  return url.startsWith(origin) || /^(?:data|blob):/.test(url) || ORNAMENTS.test(url);
}
