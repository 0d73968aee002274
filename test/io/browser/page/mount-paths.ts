import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createAdaptorServer, getRequestListener } from '@hono/node-server';
import express from 'express';
import { Hono } from 'hono';
import { mount } from 'hono/mount';
import Koa from 'koa';
import mountKoa from 'koa-mount';
import { fetchDocs } from '../../../../src/adapters/fetch.js';
import { koaDocs } from '../../../../src/adapters/koa.js';
import { describeInBrowser, openPage, sharePage, waitForState } from '../../../support/page/browser.js';
import { docsFixture } from '../../../support/page/docs-fixture.js';
import { listen, listening, type Listening } from '../../../support/network/listen.js';
import { shopDocument } from '../../../support/documents/shop-document.js';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

const docs = (): ReturnType<typeof docsFixture> =>
  docsFixture({ document: shopDocument('/api'), ui: { viewerSource: 'local' } });

/** As Next.js and many proxies have it: a path with a slash at its end is sent to the one without. */
function stripSlash(listener: Listener): Listener {
  return (request, response) => {
    const [, path, query = ''] = /^(\/.+)\/(\?.*)?$/.exec(request.url ?? '') ?? [];
    if (path === undefined) listener(request, response);
    else response.writeHead(308, { location: `${path}${query}` }).end();
  };
}

const onExpress = (set: (app: express.Express) => void): Promise<Listening> => {
  const app = express();
  set(app);
  return listening(app.listen(0, '127.0.0.1'));
};

/** Hosts that keep the mount path, or its slash, to themselves. */
const HOSTS: Readonly<Record<string, () => Promise<Listening>>> = {
  'a host that strips slashes, over node:http': () => listen(stripSlash(docs().server.middleware('/docs'))),
  'a host that strips slashes, over Express': () => {
    const app = express();
    docs().server.mount(app, '/docs');
    return listen(stripSlash(app));
  },
  'a host that strips slashes, over a route handler as in Next.js': () => {
    const serveDocs = fetchDocs(docs(), '/docs');
    const GET = async (request: Request): Promise<Response> =>
      (await serveDocs(request)) ?? new Response('Not found', { status: 404 });
    const listener = getRequestListener(GET);
    return listen(stripSlash((request, response) => void listener(request, response)));
  },
  'Express, use and middleware at the root': () =>
    onExpress((app) => app.use('/docs', docs().server.middleware('/'))),
  'Express, use in an application in an application': () =>
    onExpress((app) => {
      const inner = express();
      docs().server.mount(inner, '/');
      app.use('/docs', inner);
    }),
  'Express, use and handler': () => onExpress((app) => app.use('/docs', docs().server.handler())),
  'Express, get and handler': () => onExpress((app) => app.get('/docs', docs().server.handler())),
  'Express, handler and specHandler under names of their own': () =>
    onExpress((app) => {
      const { server } = docs();
      app.get('/docs', server.handler()).get('/api/description', server.specHandler());
    }),
  'koa-mount': () =>
    listening(new Koa().use(mountKoa('/docs', new Koa().use(koaDocs(docs(), '/')))).listen(0, '127.0.0.1')),
  "Hono's mount": () => {
    const serveDocs = fetchDocs(docs(), '/');
    const inner = async (request: Request): Promise<Response> =>
      (await serveDocs(request)) ?? new Response(null, { status: 404 });
    const server = createAdaptorServer({
      fetch: new Hono().all('/docs/*', mount(inner)).fetch,
      createServer,
    });
    return listening(server.listen(0, '127.0.0.1') as Server);
  },
};

describeInBrowser('a page whose address has no slash', (browser) => {
  const shared = sharePage(browser);

  describe.each(Object.entries(HOSTS))('%s', (_, start) => {
    test('shows the document', async () => {
      const { page, log, server } = await shared.open(await start());
      try {
        const answer = await page.goto(`${server.origin}/docs?x=1`);
        expect(answer?.status()).toBe(200);
        await waitForState(page, 'shown');
        await page.getByRole('heading', { name: 'List users' }).first().waitFor();
        expect(new URL(page.url()).search).toBe('?x=1');
        expect([log.violations, log.errors]).toEqual([[], []]);
      } finally {
        await server.close();
      }
    });
  });

  test('without scripts, its links lead to the document', async () => {
    const server = await listen(stripSlash(docs().server.middleware('/docs')));
    const { page, context } = await openPage(browser(), { javaScriptEnabled: false });
    await page.goto(`${server.origin}/docs`);
    await page.getByRole('link', { name: 'OpenAPI as JSON' }).click();
    expect(await page.locator('body').innerText()).toContain('"openapi":"3.1.0"');
    await context.close();
    await server.close();
  });
});
