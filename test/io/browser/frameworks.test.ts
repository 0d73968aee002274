import { KEY, PASSWORD, SESSION, USER, type VariantName } from '../../support/docs-variants.js';
import { describeInBrowser, openPage, waitForState } from '../../support/browser.js';
import { FRAMEWORKS } from '../../support/frameworks.js';
import type { Listening } from '../../support/listen.js';

const credentials = { username: USER, password: PASSWORD };

/** Ways to the page: without a slash, so that the redirect is walked too. */
const WAYS: readonly [name: string, variant: VariantName, query: string, options: object][] = [
  ['open', 'local', '', {}],
  ['with the key', 'local-protected', `?key=${encodeURIComponent(KEY)}`, {}],
  ['with user and password', 'local-protected', '', { httpCredentials: credentials }],
];

describeInBrowser('issue 5: the page in each framework', (browser) => {
  describe.each(Object.entries(FRAMEWORKS))('%s', (_, start) => {
    let server: Listening;
    beforeAll(async () => {
      server = await start();
    });
    afterAll(() => server.close());

    test.each(WAYS)(
      '%s: shown, nothing violated, nothing sent elsewhere',
      async (_way, variant, query, options) => {
        const { page, context, log } = await openPage(browser(), options);
        await page.goto(`${server.origin}/${variant}${query}`);
        await waitForState(page, 'shown');
        await page.getByRole('heading', { name: 'List users' }).first().waitFor();
        expect(await page.title()).toBe('Shop API');
        expect(page.url()).toBe(`${server.origin}/${variant}/${query}`);
        expect(log.violations).toEqual([]);
        expect(log.errors).toEqual([]);
        expect(log.requests.length).toBeGreaterThan(2);
        expect(
          log.requests.filter((url) => !/^(data|blob):/.test(url) && !url.startsWith(server.origin)),
        ).toEqual([]);
        await context.close();
      },
    );

    test('a session admits through the authorize hook', async () => {
      const { page, context } = await openPage(browser(), { extraHTTPHeaders: { cookie: SESSION } });
      const answer = await page.goto(`${server.origin}/session/`, { waitUntil: 'commit' });
      expect(answer?.status()).toBe(200);
      await context.close();
    });
  });
});
