import type { Page } from 'playwright-core';
import {
  describeInBrowser,
  keepScreenshot,
  openPage,
  UNTRUSTED_HOST,
  waitForState,
} from '../../../support/page/browser.js';
import { KEY } from '../../../support/page/docs-variants.js';
import { listen, type Listening } from '../../../support/network/listen.js';
import { serveDocs } from '../../../support/page/serve-docs.js';

const button = (page: Page, name: string): Promise<void> => page.getByRole('button', { name }).click();

async function enter(page: Page, key: string): Promise<void> {
  await page.getByLabel('Key').fill(key);
  await button(page, 'Sign in');
}

describeInBrowser('signing in', (browser) => {
  let server: Listening;
  beforeAll(async () => {
    const docsAuth = { enabled: true, apiKey: KEY };
    server = await serveDocs({ docsAuth, ui: { viewerSource: 'local' } });
  });
  afterAll(() => server.close());

  test.each(['/docs', '/docs/'])('signs in by a form, without JavaScript too, at %s', async (path) => {
    const { page, context, log } = await openPage(browser(), { javaScriptEnabled: false });
    await page.goto(server.origin + path);
    if (path === '/docs/') await keepScreenshot(page, 'sign-in');
    await enter(page, 'wrong');
    expect(await page.getByRole('alert').innerText()).toContain('is not valid');
    await enter(page, KEY);
    expect(page.url()).toBe(`${server.origin}/docs/`);
    expect(await page.title()).toBe('Shop API');
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({ path: '/docs', httpOnly: true, sameSite: 'Strict', secure: false });
    expect(log.violations).toEqual([]);
    await context.close();
  });

  test('shows page and document after signing in, and hides them after signing out', async () => {
    const { page, context, log } = await openPage(browser(), { colorScheme: 'dark' });
    await page.goto(`${server.origin}/docs`);
    await keepScreenshot(page, 'sign-in-dark');
    await page.setViewportSize({ width: 390, height: 844 });
    await keepScreenshot(page, 'sign-in-small-dark');
    await enter(page, KEY);
    await waitForState(page, 'shown');
    await page.getByRole('heading', { name: 'Shop API' }).first().waitFor();
    await keepScreenshot(page, 'signed-in-small-dark');
    expect(log.requests.filter((url) => url.includes('key='))).toEqual([]);
    await button(page, 'Sign out');
    await page.getByLabel('Key').waitFor();
    expect(await context.cookies()).toEqual([]);
    expect([log.violations, log.errors.filter((text) => !text.includes('401'))]).toEqual([[], []]);
    await context.close();
  });

  test('signs in and out with a browser that sends only Origin', async () => {
    const { page, context } = await openPage(browser(), { javaScriptEnabled: false });
    await page.goto(`${server.origin.replace('127.0.0.1', UNTRUSTED_HOST)}/docs`);
    await enter(page, KEY);
    expect(await page.title()).toBe('Shop API');
    await button(page, 'Sign out');
    await page.getByLabel('Key').waitFor();
    expect(await context.cookies()).toEqual([]);
    await context.close();
  });

  test('keeps a reader signed in who follows a link of another site', async () => {
    const elsewhere = await listen((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<a href="${server.origin}/docs/">docs</a>`);
    });
    const { page, context } = await openPage(browser());
    await page.goto(`${server.origin}/docs/`);
    await enter(page, KEY);
    await waitForState(page, 'shown');
    await page.goto(elsewhere.origin.replace('127.0.0.1', 'localhost'));
    await page.getByRole('link').click();
    await waitForState(page, 'shown');
    expect(await page.getByLabel('Key').count()).toBe(0);
    await context.close();
    await elsewhere.close();
  });
});
