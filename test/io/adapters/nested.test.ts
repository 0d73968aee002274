import { createServer, type Server } from 'node:http';
import express from 'express';
import Koa from 'koa';
import { Hono } from 'hono';
import { expressDocs } from '../../../src/adapters/express.js';
import { fetchDocs } from '../../../src/adapters/fetch.js';
import { koaDocs } from '../../../src/adapters/koa.js';
import { docsFixture } from '../../support/page/docs-fixture.js';
import { send, type HttpAnswer } from '../../support/network/http.js';
import { listening } from '../../support/network/listen.js';

async function ask(app: express.Express, path: string): Promise<HttpAnswer> {
  const server = await listening(app.listen(0, '127.0.0.1'));
  try {
    return await send(server.origin, { path });
  } finally {
    await server.close();
  }
}

describe('adding to the Vary header of the application', () => {
  const [named, expected] = ['Origin, ACCEPT-ENCODING', 'Origin, Accept-Encoding'];
  const vary = async (server: Server, path: string): Promise<unknown> => {
    const at = await listening(server.listen(0, '127.0.0.1'));
    const { headers } = await send(at.origin, { path });
    await at.close();
    return headers.vary;
  };

  test.each(['/docs/', '/docs', '/docs/openapi.json'])(
    'keeps the names in Express, node:http and Koa, at %s',
    async (path) => {
      const docs = docsFixture();
      const app = express().use((_request, response, next) => {
        response.vary(named);
        next();
      });
      docs.server.mount(app, '/docs');
      expect(await vary(createServer(app), path)).toBe(expected);

      const serve = docs.server.middleware('/docs');
      const plain = createServer((request, response) => {
        response.setHeader('Vary', ['Origin', 'accept-encoding']);
        serve(request, response);
      });
      expect(await vary(plain, path)).toBe(expected);

      const koa = new Koa().use((context, next) => {
        context.vary('Origin');
        return next();
      });
      const listener = koa.use(koaDocs(docs, '/docs')).callback();
      expect(
        await vary(
          createServer((request, response) => void listener(request, response)),
          path,
        ),
      ).toBe(expected);
    },
  );

  test('keeps a Vary header of *', async () => {
    const serve = docsFixture().server.middleware('/docs');
    const server = createServer((request, response) => {
      response.setHeader('Vary', '*');
      serve(request, response);
    });
    expect(await vary(server, '/docs/')).toBe('*, Accept-Encoding');
  });
});

describe('docs inside routers', () => {
  test.each([
    ['/api/v1/docs', 200],
    ['/api/V1/DOCS?x', 200],
    ['/api/v1/docs/', 200],
    ['/api/v1/docs/openapi.json', 200],
    ['/api/v1/docs/x', 404],
    ['/api/v1/users', 299],
  ])('an Express router: %s is %i', async (path, status) => {
    const router = express.Router();
    router.use('/docs', expressDocs(docsFixture()));
    router.get('/users', (_request, response) => void response.status(299).end());
    expect((await ask(express().use('/api/v1', router), path)).status).toBe(status);
  });

  test('at the root of Express, the application serves all other paths', async () => {
    const app = express();
    docsFixture({ views: () => [{ name: 'part', ...docsFixture() }] }).server.mount(app, '/');
    app.get('/users', (_request, response) => void response.status(299).end());
    for (const [path, status] of [
      ['/', 200],
      ['/openapi.yaml', 200],
      ['/users', 299],
      ['/viewer/x', 404],
      ['/part', 200],
      ['/part/openapi.json', 200],
      ['/party', 404],
    ] as const)
      expect((await ask(app, path)).status).toBe(status);
  });

  test("an error of the authorize hook reaches Express's error handler", async () => {
    const authorize = (): Promise<boolean> => Promise.reject(new Error('down'));
    const app = express().use('/docs', expressDocs(docsFixture({ authorize })));
    const caught: unknown[] = [];
    const handler: express.ErrorRequestHandler = (error, _request, response, _next) => {
      caught.push(error);
      response.status(503).end();
    };
    expect((await ask(app.use(handler), '/docs/')).status).toBe(503);
    expect(caught).toEqual([new Error('down')]);
  });

  test('the hook of fetchDocs sees all headers, as properties of a plain object', async () => {
    const seen: unknown[] = [];
    const docs = docsFixture({ authorize: (request) => seen.push({ ...request, raw: 0 }) > 0 });
    const headers = { 'X-Tenant': 'a', 'Accept-Encoding': 'br' };
    await fetchDocs(docs, '/docs')(new Request('http://host.example/docs/?q=1#top', { headers }));
    const expected = { 'accept-encoding': 'br', 'x-tenant': 'a' };
    expect(seen).toStrictEqual([
      { method: 'GET', base: '/docs', path: '/', query: 'q=1', headers: expected, raw: 0 },
    ]);
  });

  test("the hook sees the framework's own request", async () => {
    const raws: unknown[] = [];
    const docs = docsFixture({ authorize: ({ raw }) => raws.push(raw) > 0 });
    const app = new Hono();
    const serveDocs = fetchDocs(docs, '/docs');
    app.use(async (context, next) => serveDocs(context.req.raw) ?? next());
    const request = new Request('http://host.example/docs/');
    expect((await app.request(request)).status).toBe(200);
    expect(raws[0]).toBeInstanceOf(Request);
    expect((await app.request('/users')).status).toBe(404);
  });
});
