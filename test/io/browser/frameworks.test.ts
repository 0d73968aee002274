import { KEY, PASSWORD, USER, type VariantName } from '../../support/page/docs-variants.js';
import {
  describeInBrowser,
  openPage,
  sharePage,
  waitForState,
  type OpenPage,
} from '../../support/page/browser.js';
import { FRAMEWORKS } from '../../support/page/frameworks.js';

const credentials = { username: USER, password: PASSWORD };

type Way = readonly [name: string, variant: VariantName, query: string, options: object];

/** Ways to the page: without a slash, so that the redirect is walked too. */
const WAYS: readonly Way[] = [
  ['open', 'local', '', {}],
  ['with the key', 'local-protected', `?key=${encodeURIComponent(KEY)}`, {}],
  ['with user and password', 'local-protected', '', { httpCredentials: credentials }],
];
const withKey = WAYS[1]!;

async function walk({ page, log }: OpenPage, origin: string, [, variant, query]: Way): Promise<void> {
  await page.goto(`${origin}/${variant}${query}`);
  await waitForState(page, 'shown');
  await page.getByRole('heading', { name: 'List users' }).first().waitFor();
  expect(await page.title()).toBe('Shop API');
  // The viewer names the part that is shown in the hash, some time later.
  expect(page.url().replace(/#.*/, '')).toBe(`${origin}/${variant}/${query}`);
  expect(log.violations).toEqual([]);
  expect(log.errors).toEqual([]);
  expect(log.requests.length).toBeGreaterThan(2);
  expect(log.requests.filter((url) => !/^(data|blob):/.test(url) && !url.startsWith(origin))).toEqual([]);
}

describeInBrowser('the page over node:http', (browser) => {
  test.each(WAYS.filter((way) => way !== withKey))(
    '%s shows the docs without a policy violation or a request to another host',
    async (...way) => {
      const server = await FRAMEWORKS['node:http']!();
      const opened = await openPage(browser(), way[3]);
      await walk(opened, server.origin, way);
      await opened.context.close();
      await server.close();
    },
  );
});

// The way with the most in it; the others are asked of each framework without a browser (adapters/matrix).
describeInBrowser('the page in each framework', (browser) => {
  const shared = sharePage(browser);

  test.each(Object.entries(FRAMEWORKS))('%s shows the protected docs with the key', async (_, start) => {
    const server = await start();
    try {
      const opened = await shared.open(server);
      await walk(opened, opened.server.origin, withKey);
    } finally {
      await server.close();
    }
  });
});
