import type { Page } from 'playwright-core';
import { describeInBrowser, openPage, waitForState } from '../../support/page/browser.js';
import { fileDocument } from '../../support/documents/file-document.js';
import type { Listening } from '../../support/network/listen.js';
import { prepareViewers } from '../../support/page/viewers.js';
import { serveViewers } from './serve.js';

const DOCUMENTS = {
  'with-type': fileDocument('3.1', 'binary with its media type'),
  'without-type': fileDocument('3.1', 'a media type alone'),
};

beforeAll(prepareViewers, 300_000);

/** What the viewer shows as the request to write in a shell. */
const CURL = `[...document.querySelectorAll('pre')].map(({ textContent }) => textContent ?? '')
  .find((text) => text.includes('curl') && text.includes('multipart/form-data'))`;

describeInBrowser("Scalar's request for a form with files", (browser) => {
  let served: Listening;
  let page: Page;
  beforeAll(async () => {
    served = await serveViewers(DOCUMENTS);
    ({ page } = await openPage(browser()));
  });
  afterAll(() => served.close());

  async function curlOf(viewer: string, name: string): Promise<string> {
    await page.goto(`${served.origin}/${viewer}/${name}`);
    await waitForState(page, 'shown');
    const found = await page.waitForFunction(CURL);
    const curl = String(await found.jsonValue());
    return curl;
  }

  test.each(['scalar-1.46', 'scalar'])(
    '%s sends files whose schema has a type',
    async (viewer) => {
      const curl = await curlOf(viewer, 'with-type');
      expect(curl).toMatch(/--form 'file=@filename/);
      expect(curl).toMatch(/--form 'files=@filename/);
    },
    60_000,
  );

  test.each(['scalar-1.46', 'scalar'])(
    '%s omits files whose schema has no type',
    async (viewer) => {
      expect(await curlOf(viewer, 'without-type')).not.toMatch(/--form 'file/);
    },
    60_000,
  );
});
