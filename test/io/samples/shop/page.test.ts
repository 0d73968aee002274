import { startShop, type Shop } from '../../../../samples/shop/shop.js';
import { describeInBrowser, keepScreenshot, openPage, waitForState } from '../../../support/browser.js';

describeInBrowser("issue 2, how it is proved: the sample's page in Chromium", (browser) => {
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
    await sidebar.getByText('Orders', { exact: true }).first().click();
    await page.getByRole('heading', { name: 'Place an order' }).first().waitFor();
    await keepScreenshot(page, 'shop-orders');

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
