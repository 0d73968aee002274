import { ask, basic, docsOf, info, serve } from './support.js';

const docsAuth = { enabled: true, username: 'ada', password: 'lovelace', apiKey: 'sesame' };

describe('4.2 HTTP surface', () => {
  test('4.2.1 the page is HTML with the UI, the title, the spec URL and the custom CSS', async () => {
    const customCSS = 'h1 > em { color: teal }';
    const docs = docsOf([{}], { info: { ...info, title: 'Orders' }, ui: { customCSS } });
    const { status, headers, body } = await ask(await serve(docs.middleware('/docs')), '/docs/');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body).toMatch(/^<!doctype html>/);
    expect(body).toContain(
      'https://cdn.jsdelivr.net/npm/@scalar/api-reference@1.75.0/dist/browser/standalone.js',
    );
    expect(body).toContain('<title>Orders</title>');
    // The page reads the spec with examples and summaries that it adds; it links to the spec itself.
    expect(body).toContain('"spec":"./?openapi=page"');
    expect(body).toContain('"json":"./openapi.json"');
    expect(body).toContain(customCSS);
  });

  test('4.2.2 the spec URL of the page leads to the spec, also behind a path prefix', async () => {
    const docs = docsOf();
    const origin = await serve(docs.middleware('/behind/a/proxy/docs'));
    const page = `${origin}/behind/a/proxy/docs/`;
    const { pathname } = new URL('./openapi.json', page);
    expect(JSON.parse((await ask(origin, pathname)).body)).toEqual(docs.buildSpec());
  });

  test('4.2.3 handler alone serves the spec at its own address', async () => {
    const docs = docsOf();
    const origin = await serve(docs.handler());
    const page = (await ask(origin, '/reference')).body;
    const linked = async (name: string): Promise<unknown> => {
      const address = new RegExp(`"${name}":"([^"]+)"`).exec(page)?.[1] ?? '';
      const { pathname, search } = new URL(address, `${origin}/reference`);
      return JSON.parse((await ask(origin, pathname + search)).body);
    };
    expect(await linked('json')).toEqual(docs.buildSpec());
    expect(await linked('spec')).toMatchObject(docs.buildSpec());
  });

  test.each(['3.0', '3.1', '3.2'] as const)(
    '4.2.4 the spec is an OpenAPI 3.x JSON document: %s',
    async (openapi) => {
      const origin = await serve(docsOf([{}], { openapi }).middleware('/docs'));
      const { status, headers, body } = await ask(origin, '/docs/openapi.json');
      expect([status, headers['content-type']]).toEqual([200, 'application/json']);
      expect(JSON.parse(body)).toMatchObject({
        openapi: { '3.0': '3.0.3', '3.1': '3.1.0', '3.2': '3.2.0' }[openapi],
      });
    },
  );

  test.each([
    ['the page', '/docs'],
    ['the spec, here', '/docs/openapi.json'],
    ['the spec as YAML, here', '/docs/openapi.yaml'],
  ])('4.2.5 with docsAuth, %s needs credentials', async (_title, path) => {
    const origin = await serve(docsOf([{}], { docsAuth }).middleware('/docs'));
    const authorization = basic('ada', 'lovelace');
    expect((await ask(origin, path)).status).toBe(401);
    expect((await ask(origin, `${path}?key=sesame`)).status).toBe(200);
    expect((await ask(origin, path, { headers: { authorization } })).status).toBe(200);
  });

  test('4.2.6 a later add changes what is served', async () => {
    const docs = docsOf();
    const origin = await serve(docs.middleware('/docs'));
    const before = await ask(origin, '/docs/openapi.json');
    docs.add({ method: 'GET', path: '/later', responses: { 200: { description: 'OK' } } });
    const after = await ask(origin, '/docs/openapi.json');
    expect([before.body.includes('/later'), after.body.includes('/later')]).toEqual([false, true]);
    expect((await ask(origin, '/docs/openapi.yaml')).body).toBe(docs.specYAML());
  });

  test('4.2.7 the docs library serves nothing beside its base', async () => {
    const origin = await serve(docsOf().middleware('/docs'));
    for (const path of ['/', '/openapi.json', '/docsx', '/docs/nothing'])
      expect((await ask(origin, path)).status).toBe(404);
  });
});
