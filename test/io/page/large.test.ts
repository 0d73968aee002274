import { request as httpRequest } from 'node:http';
import { parse } from 'yaml';
import { Docs } from '../../../src/index.js';
import { docsFixture } from '../../support/page/docs-fixture.js';
import { send } from '../../support/network/http.js';
import { listen } from '../../support/network/listen.js';
import { shopDocument } from '../../support/documents/shop-document.js';

/** A document of a megabyte. */
function largeDocument(): Record<string, unknown> {
  const [item] = Object.values(shopDocument().paths as object) as object[];
  const paths = Array.from(
    { length: 1000 },
    (_, index) => [`/copy-${index}`, structuredClone(item)] as const,
  );
  return { ...shopDocument(), paths: Object.fromEntries(paths) };
}

describe('a large document', () => {
  const FORMS = {
    '/docs/openapi.yaml': (text: string): unknown => parse(text, { maxAliasCount: 0 }),
    '/docs/?openapi=page': (text: string): unknown => JSON.parse(text),
  };
  test.each(Object.entries(FORMS))(
    'serves other requests while %s is written',
    async (path, read) => {
      const document = largeDocument();
      const serve = docsFixture({ document }).server.middleware('/docs');
      let turns = 0;
      let turnsBeforeAnswer = 0;
      const server = await listen((request, response) => {
        const began = turns;
        const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => typeof response;
        response.writeHead = (...given: unknown[]) => {
          turnsBeforeAnswer = turns - began;
          return writeHead(...given);
        };
        serve(request, response);
      });
      const counter = setInterval(() => (turns += 1), 0);
      const { body } = await send(server.origin, { path });
      clearInterval(counter);
      await server.close();
      // Some 20 slices on an idle machine; in one go there is no turn at all.
      expect(turnsBeforeAnswer).toBeGreaterThan(5);
      // The page's own document also has examples.
      expect(read(body.toString())).toMatchObject(document);
    },
    120_000,
  );

  test('builds the document once for concurrent requests', async () => {
    const document = largeDocument();
    const { server } = docsFixture({ document });
    const request = {
      method: 'GET',
      base: '',
      path: '/openapi.yaml',
      query: '',
      headers: {},
      raw: undefined,
    };
    const all = await Promise.all(Array.from({ length: 20 }, async () => server.respond(request)));
    expect(new Set(all.map(({ body }) => body)).size).toBe(1);
  });

  test('includes a change that is made while the document is built in the next response', async () => {
    const docs = new Docs({ info: { title: 'Shop', version: '1' } });
    for (let index = 0; index < 1000; index += 1)
      docs.add({ method: 'GET', path: `/p${index}`, responses: { 200: { description: 'x'.repeat(500) } } });
    const server = await listen(docs.middleware('/docs'));
    const first = send(server.origin, { path: '/docs/openapi.yaml' });
    await send(server.origin, { path: '/docs/nothing' });
    docs.add({ method: 'GET', path: '/late', responses: { 200: { description: 'late' } } });
    const second = await send(server.origin, { path: '/docs/openapi.yaml' });
    await first;
    const third = await send(server.origin, { path: '/docs/openapi.yaml' });
    for (const { body } of [second, third]) expect(body.toString()).toContain('/late:');
    await server.close();
  });
});

describe('bytes on the wire', () => {
  test('serves compact JSON, and indents it for people', async () => {
    const docs = new Docs({ info: { title: 'Shop', version: '1' } });
    const server = await listen(docs.middleware('/docs'));
    const { body } = await send(server.origin, { path: '/docs/openapi.json' });
    expect(body.toString()).toBe(JSON.stringify(docs.buildSpec()));
    expect(docs.specJSON()).toBe(JSON.stringify(docs.buildSpec(), null, 2));
    await server.close();
  });

  test('serves the same bytes of the viewer from every Docs, and compresses them once', async () => {
    const servers = [1, 2, 3].map(() => docsFixture({ ui: { viewerSource: 'local' } }).server);
    const bodies = await Promise.all(
      servers.map(async (server) => {
        const ask = (path: string, headers = {}) =>
          server.respond({ method: 'GET', base: '', path, query: '', headers, raw: undefined });
        const page = Buffer.from((await ask('/')).body).toString();
        const viewer = /\.(\/viewer\/[^"]+)/.exec(page)?.[1] ?? '';
        const gzip = { 'accept-encoding': 'gzip' };
        let packed = await ask(viewer, gzip);
        while (packed.headers['content-encoding'] !== 'gzip') {
          await new Promise((resolve) => setTimeout(resolve, 20));
          packed = await ask(viewer, gzip);
        }
        return [(await ask(viewer)).body, packed.body];
      }),
    );
    expect(new Set(bodies.map(([plain]) => plain)).size).toBe(1);
    expect(new Set(bodies.map(([, packed]) => packed)).size).toBe(1);
  });
});

describe('targets in absolute form', () => {
  const ask = async (path: string): Promise<string> => {
    const server = await listen((request, response) => {
      docsFixture().server.middleware('/docs')(request, response, () => response.end('elsewhere'));
    });
    const { port } = new URL(server.origin);
    try {
      return await new Promise<string>((resolve, reject) => {
        httpRequest({ host: '127.0.0.1', port, path }, (answer) => {
          resolve(answer.headers.etag === undefined ? 'elsewhere' : 'the docs');
          answer.resume();
        })
          .on('error', reject)
          .end();
      });
    } finally {
      await server.close();
    }
  };

  test.each([
    ['http://shop.example/docs/', 'the docs'],
    ['HTTPS://user@shop.example:8443/docs/?x', 'the docs'],
    ['ftp://shop.example/docs/', 'elsewhere'],
    ['javascript://x/docs/', 'elsewhere'],
    ['file:///docs/', 'elsewhere'],
  ])('%s is %s', async (target, expected) => {
    expect(await ask(target)).toBe(expected);
  });
});
