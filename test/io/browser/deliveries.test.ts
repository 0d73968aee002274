import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deliveriesPage } from '../../../src/deliveries/index.js';
import { SqliteEngine } from '../../../src/webhooks/engines/sqlite/index.js';
import { openShop, Ordered } from '../../support/engines/shop.js';
import { listen } from '../../support/network/listen.js';
import { describeInBrowser, keepScreenshot, openPage } from '../../support/page/browser.js';
import { answer, startReceiver } from '../../support/webhooks/hostile-receiver.js';

const SCREENS = [
  ['light', { colorScheme: 'light' }],
  ['dark', { colorScheme: 'dark' }],
  ['phone', { colorScheme: 'dark', viewport: { width: 360, height: 740 } }],
] as const;

describeInBrowser('the deliveries page', (browser) => {
  test.each(SCREENS)(
    '%s: shows deliveries, renews counts and redelivers, under its policy',
    async (name, screen) => {
      const folder = mkdtempSync(join(tmpdir(), 'deliveries-'));
      const engine = new SqliteEngine({ file: join(folder, 'queue.sqlite') });
      let status = '422 Unprocessable Content';
      const receiver = await startReceiver((socket, request, index) => {
        answer(status, [], '<b>no such tenant</b>')(socket, request, index);
      });
      const notifier = openShop(engine, receiver.url, { keepResponseBody: 100 });
      const server = await listen(deliveriesPage(engine, { authorize: () => true }).middleware('/hooks'));
      await notifier.start();
      const { deliveries } = await notifier.send(
        'ann',
        new Ordered('m-1', { event: '<script>alert(1)</script>' }),
      );
      while ((await engine.status()).dead === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      const { page, context, log } = await openPage(browser(), { ...screen });

      await page.goto(`${server.origin}/hooks`);
      const isWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
      const background = await page.evaluate('getComputedStyle(document.body).backgroundColor');
      expect([isWide, background]).toEqual([
        false,
        screen.colorScheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(21, 24, 28)',
      ]);
      await keepScreenshot(page, `deliveries-${name}`);
      await engine.redeliverAll({ state: 'dead' });
      const dead = page.locator('[data-count=dead]');
      await notifier.send('bob', new Ordered('m-2'));
      while ((await engine.status()).dead < 2) await new Promise((resolve) => setTimeout(resolve, 5));
      await dead.filter({ hasText: /^2$/ }).waitFor();

      await page.getByRole('link', { name: deliveries[0]!.id }).click();
      await page.getByText('<b>no such tenant</b>').first().waitFor();
      await page.getByText('{"id":"m-1"}').waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
      await keepScreenshot(page, `delivery-${name}`);
      status = '204 No Content';
      const isLoaded = page.waitForEvent('load');
      await page.getByRole('button', { name: 'Redeliver' }).click();
      await isLoaded;
      while ((await engine.deliveries({ state: 'sent' })).length === 0)
        await new Promise((resolve) => setTimeout(resolve, 5));
      await page.reload();
      await page.locator('.state.sent').waitFor();

      await page.goto(`${server.origin}/hooks`);
      await page.getByRole('row', { name: /bob/ }).getByRole('button', { name: 'Pause' }).click();
      await page.getByRole('button', { name: 'Resume and send' }).waitFor();
      expect(await engine.status()).toMatchObject({ pausedEndpoints: ['bob'] });
      expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
      await keepScreenshot(page, `deliveries-paused-${name}`);
      await page.getByRole('button', { name: 'Resume and send' }).click();
      await page.getByRole('row', { name: /bob/ }).getByRole('button', { name: 'Pause' }).waitFor();
      expect(await engine.status()).toMatchObject({ pausedEndpoints: [] });

      await engine.pause();
      await notifier.send('bob', new Ordered('m-3'));
      await page.goto(`${server.origin}/hooks/?state=waiting&message=m-3`);
      await page
        .locator('[data-count=age]')
        .filter({ hasText: /^\d+ s$/ })
        .waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
      await keepScreenshot(page, `deliveries-waiting-${name}`);
      await page.getByRole('button', { name: 'Cancel all waiting deliveries that match' }).click();
      await page.getByRole('row', { name: /bob/ }).getByText('cancelled', { exact: true }).waitFor();
      await page.goto(`${server.origin}/hooks/delivery?id=${deliveries[0]!.id}`);
      await page.getByRole('button', { name: 'Erase the message at all endpoints' }).click();
      await page.getByText('it was erased').waitFor();
      await keepScreenshot(page, `delivery-erased-${name}`);
      await engine.resume();

      expect([log.violations, log.errors]).toEqual([[], []]);
      expect(
        log.requests.filter((url) => !url.startsWith(server.origin) && !url.startsWith('data:')),
      ).toEqual([]);
      await context.close();
      await notifier.stop();
      await Promise.all([server.close(), receiver.close()]);
      rmSync(folder, { recursive: true });
    },
  );
});
