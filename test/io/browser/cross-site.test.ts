import { createServer } from 'node:http';
import express from 'express';
import { expressOperations } from '../../../src/adapters/express.js';
import { cookieAuth, Docs, operation, response } from '../../../src/index.js';
import { listen, listening, type Listening } from '../../support/network/listen.js';
import { describeInBrowser, UNTRUSTED_HOST } from '../../support/page/browser.js';

// What a real browser sends for a page of another origin: the cookie of the host, whatever the port.

/** A page with a form, which the test submits. */
const formTo = (url: string): string =>
  `<!doctype html><form method="post" action="${url}"><button>Delete</button></form>`;

interface Shop extends Listening {
  readonly deleted: () => number;
}

async function startShop(): Promise<Shop> {
  let deleted = 0;
  const session = cookieAuth('session', 'sid', { verify: (sid) => sid === 'right' });
  const remove = operation(
    { method: 'POST', path: '/delete', security: [session], responses: { 204: response('Deleted') } },
    () => void (deleted += 1),
  );
  const app = express();
  app.get('/page', (_request, answer) => void answer.type('html').send(formTo('/delete')));
  app.get('/sign-in', (_request, answer) => void answer.cookie('sid', 'right').send('signed in'));
  expressOperations(app, new Docs({ info: { title: 'T', version: '1' } }), [remove]);
  return { ...(await listening(createServer(app).listen(0, '127.0.0.1'))), deleted: () => deleted };
}

const at = (host: string, origin: string): string => origin.replace('127.0.0.1', host);

describeInBrowser('a form with the cookie of the user', (browser) => {
  // Chromium sends Sec-Fetch-Site only to hosts that it trusts.
  test.each(['127.0.0.1', UNTRUSTED_HOST])('works only on a page of %s itself', async (host) => {
    const shop = await startShop();
    const own = at(host, shop.origin);
    const evil = await listen((_request, answer) => {
      answer.setHeader('content-type', 'text/html').end(formTo(`${own}/delete`));
    });
    const context = await browser().newContext();
    try {
      const page = await context.newPage();
      await page.goto(`${own}/sign-in`);
      const submit = async (url: string): Promise<number> => {
        await page.goto(url);
        const [answer] = await Promise.all([
          page.waitForResponse(`${own}/delete`),
          page.getByRole('button').click(),
        ]);
        expect((await answer.request().allHeaders()).cookie).toBe('sid=right');
        return answer.status();
      };
      expect([await submit(at(host, evil.origin)), shop.deleted()]).toEqual([403, 0]);
      expect([await submit(`${own}/page`), shop.deleted()]).toEqual([204, 1]);
    } finally {
      await context.close();
      await shop.close();
      await evil.close();
    }
  });
});
