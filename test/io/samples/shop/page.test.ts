import { startShop, type Shop } from '../../../../samples/shop/shop.js';
import { describeInBrowser, keepScreenshot, openPage, waitForState } from '../../../support/page/browser.js';

const LOOKS = [
  ['wide', 'light', { width: 1440, height: 900 }],
  ['wide', 'dark', { width: 1440, height: 900 }],
  ['small', 'light', { width: 390, height: 844 }],
  ['small', 'dark', { width: 390, height: 844 }],
] as const;

describeInBrowser("the sample's page in Chromium", (browser) => {
  let shop: Shop;

  beforeAll(async () => {
    shop = await startShop(0, () => undefined);
  });
  afterAll(() => shop.close());

  test('shows title, operation and model, without an error or a request to another host', async () => {
    const { page, context, log } = await openPage(browser());
    const sidebar = page.locator('aside');
    await page.goto(`${shop.url}/docs`);
    await waitForState(page, 'shown');
    await page.getByRole('heading', { name: 'Shop', exact: true }).first().waitFor();
    // Every tag is open, and the page is as light or dark as its reader has it.
    for (const name of ['List categories', 'Register a customer'])
      await sidebar.getByText(name, { exact: true }).first().waitFor();
    await sidebar.getByText('Place an order', { exact: true }).first().click();
    const order = page.getByRole('heading', { name: 'Place an order' }).first();
    await order.waitFor();
    await page.getByText('"placed"').first().waitFor();
    expect(await page.locator('body').innerText()).not.toMatch(/": null/);
    for (const [size, colorScheme, viewport] of LOOKS) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      await page.waitForSelector(colorScheme === 'dark' ? 'body.dark-mode' : 'body:not(.dark-mode)');
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
      await order.scrollIntoViewIfNeeded();
      await keepScreenshot(page, `shop-${size}-${colorScheme}-order`);
    }
    await page.setViewportSize({ width: 1440, height: 900 });

    await sidebar.getByText('Models', { exact: true }).first().click();
    await page.getByRole('heading', { name: 'PageOfOrder' }).first().waitFor();
    await keepScreenshot(page, 'shop-models');

    expect(await page.title()).toBe('Shop');
    expect(log.errors).toEqual([]);
    expect(log.violations).toEqual([]);
    const elsewhere = log.requests.filter((url) => !url.startsWith(shop.url) && !/^(data|blob):/.test(url));
    expect(elsewhere).toEqual([]);
    await context.close();
  });
});
