import type { DocsSource } from '../../../../src/page/docs-server.js';
import { describeInBrowser, sharePage, waitForState, waitUntil } from '../../../support/page/browser.js';
import { docsFixture } from '../../../support/page/docs-fixture.js';
import { listen } from '../../../support/network/listen.js';

describeInBrowser('the policy, as a browser keeps it', (browser) => {
  const shared = sharePage(browser);

  test('blocks a script of the same origin that is not the viewer', async () => {
    const docs = docsFixture({ ui: { viewerSource: 'local' } }).server.middleware('/docs');
    const inner = await listen((request, response) => {
      docs(request, response, () => {
        response.setHeader('content-type', 'text/javascript');
        response.end('window.intruder = true');
      });
    });
    const { page, log, server } = await shared.open(inner);
    await page.goto(`${server.origin}/docs/`);
    await waitForState(page, 'shown');
    expect(log.violations).toEqual([]);
    await page.evaluate(
      `document.head.append(Object.assign(document.createElement('script'), { src: '/uploads/x.js' }))`,
    );
    await waitUntil(page, () => log.violations.length > 0);
    expect(log.violations.join()).toContain('script-src-elem');
    expect(await page.evaluate('window.intruder')).toBeUndefined();
    await server.close();
  });

  test('blocks a viewer that was changed on its way', async () => {
    const inner = await listen(docsFixture({ ui: { viewerSource: 'local' } }).server.middleware('/docs'));
    const { page, context, server } = await shared.open(inner);
    await context.route(/\/docs\/viewer\//, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `window.intruder = true;${await response.text()}` });
    });
    await page.goto(`${server.origin}/docs/`);
    await waitForState(page, 'failed');
    expect(await page.evaluate('window.intruder')).toBeUndefined();
    await server.close();
  });

  test.each<[string, (portal: string) => DocsSource['ui'], boolean]>([
    ['not by default', () => ({}), false],
    [
      'where the application says so',
      (portal) => ({ contentSecurityPolicy: { 'frame-ancestors': [portal] } }),
      true,
    ],
  ])('a page of another origin may frame it: %s', async (_name, ui, isFramed) => {
    let framed = '';
    const portal = await listen((_request, response) => {
      response.setHeader('content-type', 'text/html');
      response.end(`<iframe src="${framed}/docs/"></iframe>`);
    });
    const options = { ui: { viewerSource: 'local', ...ui(portal.origin) } } as const;
    const inner = await listen(docsFixture(options).server.middleware('/docs'));
    const { page, server } = await shared.open(inner);
    framed = server.origin;
    await page.goto(portal.origin);
    const frame = page.frames()[1]!;
    expect(frame.url()).toBe(isFramed ? `${framed}/docs/` : 'chrome-error://chromewebdata/');
    if (isFramed) await frame.waitForSelector('html[data-state=shown]', { state: 'attached' });
    await server.close();
    await portal.close();
  });

  test('allows a request to a source that the application adds to the policy', async () => {
    const login = await listen((_request, response) => {
      response.setHeader('access-control-allow-origin', '*');
      response.end('token');
    });
    const contentSecurityPolicy = { 'connect-src': [login.origin] };
    const docs = docsFixture({ ui: { viewerSource: 'local', contentSecurityPolicy } });
    const inner = await listen(docs.server.middleware('/docs'));
    const { page, log, server } = await shared.open(inner);
    await page.goto(`${server.origin}/docs/`);
    expect(await page.evaluate(`fetch('${login.origin}/token').then((answer) => answer.text())`)).toBe(
      'token',
    );
    expect(log.violations).toEqual([]);
    await server.close();
    await login.close();
  });
});
