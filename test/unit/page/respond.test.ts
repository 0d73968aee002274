import type { DocsRequest } from '../../../src/documents/openapi/config/page-options.js';
import { createDocsServer } from '../../../src/page/server.js';
import type { DocsResponse, DocsServer } from '../../../src/page/docs-server.js';
import { docsFixture, FixtureSource } from '../../support/page/docs-fixture.js';
import { shopDocument } from '../../support/documents/shop-document.js';
import { ask } from './docs-request.js';

const textOf = ({ body }: DocsResponse): string => Buffer.from(body).toString();
const at = async (server: DocsServer, path: string, more: Partial<DocsRequest> = {}): Promise<DocsResponse> =>
  server.respond(ask(path, more));

describe('served from memory', () => {
  test('builds everything once, and again only after a change', async () => {
    const source = new FixtureSource();
    const server = createDocsServer(source);
    expect(source.builds).toBe(0);
    const before = await at(server, '/openapi.json');
    for (let i = 0; i < 5; i += 1)
      for (const path of ['/', '/openapi.json', '/openapi.yaml']) await at(server, path);
    expect(source.builds).toBe(3);

    source.replaceDocument({ ...shopDocument(), info: { title: 'Shop API', version: '3.0.0' } });
    const after = await at(server, '/openapi.json');
    expect(textOf(after)).toContain('"3.0.0"');
    expect(after.headers.etag).not.toBe(before.headers.etag);
    const stale = { headers: { 'if-none-match': before.headers.etag } };
    expect((await at(server, '/openapi.json', stale)).status).toBe(200);
  });

  test('returns the same body object, not a copy', async () => {
    const server = createDocsServer(new FixtureSource());
    expect((await at(server, '/')).body).toBe((await at(server, '/')).body);
  });

  test("an error of the source is the source's, and the next request tries again", async () => {
    const source = new FixtureSource();
    const server = createDocsServer(source);
    const build = jest.spyOn(source, 'document').mockImplementationOnce(() => {
      throw new Error('not yet');
    });
    await expect(server.respond(ask('/openapi.json'))).rejects.toThrow('not yet');
    expect((await at(server, '/openapi.json')).status).toBe(200);
    build.mockRestore();
  });
});

describe('SpecCORSOrigin', () => {
  test.each([
    [undefined, '*'],
    ['', '*'],
    ['-', undefined],
    ['https://a.example', 'https://a.example'],
    ['null', 'null'],
    ['constructor', 'constructor'],
  ])('%j sends %j with the spec, and nothing with the page', async (specCORSOrigin, expected) => {
    const { server } = docsFixture({ ui: specCORSOrigin === undefined ? {} : { specCORSOrigin } });
    for (const path of ['/openapi.json', '/openapi.yaml'])
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST'])
        expect((await at(server, path, { method })).headers['access-control-allow-origin']).toBe(expected);
    expect((await at(server, '/')).headers).not.toHaveProperty('access-control-allow-origin');
  });

  test.each(['a\r\nset-cookie: x', 'a\0', 'ü'])(
    '%j cannot be a header, and is refused at once',
    (specCORSOrigin) => {
      expect(() => docsFixture({ ui: { specCORSOrigin } })).toThrow(
        expect.objectContaining({
          code: 'ERR_HEADER_VALUE',
          message: expect.stringMatching(/^ui\.specCORSOrigin contains a character/) as string,
        }),
      );
    },
  );
});

describe('the page without a slash', () => {
  test('is the page, because a host that strips the slash would be redirected for ever', async () => {
    const { server } = docsFixture();
    const [without, with_] = [await at(server, '', { query: 'x=1' }), await at(server, '/')];
    expect(without).toBe(with_);
    expect(without.status).toBe(200);
  });

  test.each([
    ['openapi=json', 'application/json'],
    ['key=x&openapi=yaml', 'application/yaml'],
    ['openapi=page', 'application/json'],
    ['openapi=xml', 'text/html; charset=utf-8'],
    ['xopenapi=json', 'text/html; charset=utf-8'],
    ['viewer=0123456789abcdef', 'text/html; charset=utf-8'],
    ['openapi=__proto__', 'text/html; charset=utf-8'],
  ])('its query %j finds %s without one', async (query, contentType) => {
    const { server } = docsFixture();
    for (const path of ['', '/'])
      expect((await at(server, path, { query })).headers['content-type']).toBe(contentType);
    expect((await at(server, '/openapi.json', { query })).headers['content-type']).toBe('application/json');
  });
});

describe('getUIConfig', () => {
  test("contains the viewer's defaults, and no option that calls a third party", () => {
    expect(JSON.parse(docsFixture().server.getUIConfig())).toEqual({
      theme: 'purple',
      layout: 'modern',
      showSidebar: true,
      defaultOpenAllTags: true,
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      agent: { disabled: true },
      mcp: { disabled: true },
      orderSchemaPropertiesBy: 'preserve',
    });
  });

  test("theme and layout pass unchanged, the viewer's own options last", () => {
    const ui = {
      theme: 'no such',
      layout: '<x>',
      darkMode: true,
      showSidebar: false,
      viewerOptions: { telemetry: true, hideModels: true },
    };
    expect(JSON.parse(docsFixture({ ui }).server.getUIConfig())).toMatchObject({
      theme: 'no such',
      layout: '<x>',
      darkMode: true,
      showSidebar: false,
      telemetry: true,
      hideModels: true,
    });
  });

  test('deprecated flags and credentials are no part of it', () => {
    const ui = { sidebarSearch: true, tagGrouping: true, collapsibleSchemas: true };
    const options = { ui, docsAuth: { enabled: true, apiKey: 'secret' } };
    expect(docsFixture(options).server.getUIConfig()).toBe(docsFixture().server.getUIConfig());
  });
});
