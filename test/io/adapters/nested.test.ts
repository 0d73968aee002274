import express from 'express';
import { Hono } from 'hono';
import { expressDocs } from '../../../src/adapters/express.js';
import { fetchDocs } from '../../../src/adapters/fetch.js';
import { docsFixture } from '../../support/docs-fixture.js';
import { send, type HttpAnswer } from '../../support/http.js';
import { listening } from '../../support/listen.js';

async function ask(app: express.Express, path: string): Promise<HttpAnswer> {
  const server = await listening(app.listen(0, '127.0.0.1'));
  try {
    return await send(server.origin, { path });
  } finally {
    await server.close();
  }
}

describe('issue 5.1: docs inside routers', () => {
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

  test("at the root of Express, other paths stay the application's", async () => {
    const app = express();
    docsFixture().server.mount(app, '/');
    app.get('/users', (_request, response) => void response.status(299).end());
    for (const [path, status] of [
      ['/', 200],
      ['/openapi.yaml', 200],
      ['/users', 299],
      ['/viewer/x', 404],
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
