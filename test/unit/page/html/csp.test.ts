import { createHash } from 'node:crypto';
import type { DocsSource } from '../../../../src/page/docs-server.js';
import { Docs } from '../../../../src/index.js';
import type { JsonValue } from '../../../../src/shared/types.js';
import { connectSources } from '../../../../src/page/html/csp.js';
import { docsFixture } from '../../../support/page/docs-fixture.js';
import { shopDocument } from '../../../support/documents/shop-document.js';
import { ask } from '../docs-request.js';

async function policyOf(ui: DocsSource['ui'], document = shopDocument()): Promise<Map<string, string[]>> {
  const { headers } = await docsFixture({ ui, document }).server.respond(ask('/'));
  const directives = (headers['content-security-policy'] ?? '').split('; ');
  return new Map(directives.map((each) => [each.split(' ')[0] ?? '', each.split(' ').slice(1)]));
}

describe('the Content-Security-Policy', () => {
  test('names the hash of each script that runs, and the one address of the viewer', async () => {
    const policy = await policyOf({ viewerVersion: '1.2.3' });
    const { body } = await docsFixture({ ui: { viewerVersion: '1.2.3' } }).server.respond(ask('/'));
    const scripts = [
      ...Buffer.from(body)
        .toString()
        .matchAll(/<script>([^]*?)<\/script>/g),
    ];
    const hashes = scripts.map(
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    );
    expect(policy.get('script-src')).toEqual([
      ...hashes,
      'https://cdn.jsdelivr.net/npm/@scalar/api-reference@1.2.3/dist/browser/standalone.js',
      expect.stringMatching(/^'sha256-[A-Za-z0-9+/]{43}='$/),
    ]);
  });

  test.each(["1'; script-src *", '../../evil@1', '1?x', '1 *', '1,2'])(
    'version %j cannot widen it',
    async (viewerVersion) => {
      const sources = (await policyOf({ viewerVersion })).get('script-src');
      expect(sources).toHaveLength(3);
      expect(sources?.[1]).toMatch(
        /^https:\/\/cdn\.jsdelivr\.net\/npm\/@scalar\/api-reference@[^/?,; ]+\/dist\/browser\/standalone\.js$/,
      );
    },
  );

  test('is the same directives in every configuration', async () => {
    const names = [...(await policyOf({})).keys()];
    expect(names).toEqual([
      'default-src',
      'script-src',
      'style-src',
      'img-src',
      'media-src',
      'font-src',
      'connect-src',
      'base-uri',
      'form-action',
      'frame-ancestors',
    ]);
    expect([...(await policyOf({ viewerSource: 'local', darkMode: true })).keys()]).toEqual(names);
  });

  test.each<[string, Record<string, never> | object, string, string]>([
    ['fonts', { withDefaultFonts: true }, 'font-src', 'https://fonts.scalar.com'],
    ['telemetry', { telemetry: true }, 'connect-src', 'https://*.scalar.com'],
    ['the agent', { agent: { key: 'x' } }, 'connect-src', 'https://*.scalar.com'],
    ['a proxy', { proxyUrl: 'https://proxy.example/x' }, 'connect-src', 'https://proxy.example'],
  ])('allows %s only if it is enabled', async (_, viewerOptions, directive, source) => {
    expect((await policyOf({})).get(directive)).not.toContain(source);
    expect((await policyOf({ viewerOptions: { ...viewerOptions } })).get(directive)).toContain(source);
  });

  test('a disabled option adds no source', async () => {
    const off = { withDefaultFonts: false, telemetry: false, agent: { disabled: true } };
    expect(await policyOf({ viewerOptions: off })).toEqual(await policyOf({}));
  });
});

describe('sources that the application adds', () => {
  test('adds the configured sources to ours, and new directives', async () => {
    const contentSecurityPolicy = {
      'connect-src': ['https://login.example', 'wss://live.example:8443'],
      'form-action': ["'self'"],
      'worker-src': ['blob:'],
    };
    const policy = await policyOf({ contentSecurityPolicy });
    expect(policy.get('connect-src')).toEqual(["'self'", 'https://login.example', 'wss://live.example:8443']);
    expect(policy.get('form-action')).toEqual(["'self'"]);
    expect(policy.get('worker-src')).toEqual(['blob:']);
    expect(policy.get('script-src')).toEqual((await policyOf({})).get('script-src'));
  });

  test.each([[["'none'"]], [['https://portal.example']], [["'self'", 'https://portal.example']]])(
    'frame-ancestors is %j instead of ours',
    async (sources) => {
      const policy = await policyOf({ contentSecurityPolicy: { 'frame-ancestors': sources } });
      expect(policy.get('frame-ancestors')).toEqual(sources);
    },
  );

  test.each<[string, unknown]>([
    ['connect-src', ["https://a.example; script-src 'unsafe-inline'"]],
    ['connect-src', ['https://a.example https://b.example']],
    ['connect-src', ['a,b']],
    ['connect-src', ['a\r\nx: y']],
    ['connect-src', ['ü']],
    ['connect-src', ['']],
    ['connect-src', []],
    ['connect-src', 'https://a.example'],
    ['connect-src', [1]],
    ['connect src', ['https://a.example']],
    ['', ['https://a.example']],
  ])('rejects %j: %j at once', (directive, sources) => {
    const ui = { contentSecurityPolicy: { [directive]: sources } } as DocsSource['ui'];
    expect(() => docsFixture({ ui })).toThrow(
      expect.objectContaining({ code: 'ERR_CONTENT_SECURITY_POLICY' }),
    );
  });
});

describe('a policy that passes through proxies', () => {
  const servers = (count: number): { url: string }[] =>
    Array.from({ length: count }, (_, index) => ({ url: `https://tenant-${index}.api.example.com/v1` }));
  const connect = async (count: number): Promise<string[] | undefined> =>
    (await policyOf({}, { ...shopDocument(), servers: servers(count) })).get('connect-src');
  const docs = (count: number): Docs =>
    new Docs({ info: { title: 'Shop', version: '1' }, servers: servers(count) });
  const codes = (count: number): string[] =>
    docs(count)
      .diagnostics({ notes: true })
      .map(({ code }) => code);

  test('names each server while they are few', async () => {
    expect(await connect(50)).toHaveLength(51);
    expect(codes(50)).not.toContain('policy-too-long');
  });

  test('allows the whole scheme if there are many origins, with a diagnostic', async () => {
    expect(await connect(500)).toEqual(["'self'", 'https:']);
    expect(codes(500)).toContain('policy-too-long');
    const { message } = docs(500)
      .diagnostics({ notes: true })
      .find(({ code }) => code === 'policy-too-long')!;
    expect(message).toContain('Content-Security-Policy');
    expect(docs(500).validate()).toBeNull();
  });
});

describe('try-it may reach', () => {
  test.each<[string, string[]]>([
    ['/api', []],
    ['https://api.example/v1', ['https://api.example']],
    ['HTTPS://API.example:8443/v1?x', ['https://api.example:8443']],
    ['http://user:pass@api.example/', ['http://api.example']],
    ['https://{tenant}.example/v1', ['https:']],
    ['{scheme}://api.example', ['http:', 'https:']],
    ['http://[::1]:3000', ['http:']],
    ["https://a.example;script-src 'unsafe-inline'", ['https:']],
    ['https://a.example\n*', ['https:']],
    ['ws://a.example', []],
    ['', []],
  ])('server %j by %j', (url, expected) => {
    expect(connectSources({ servers: [{ url }] }, {})).toEqual(expected);
  });

  test('the servers of paths and operations, and the token URLs', () => {
    const document = {
      servers: [{ url: 'https://a.example' }],
      paths: {
        '/x': { servers: [{ url: 'https://b.example' }], get: { servers: [{ url: 'https://c.example' }] } },
      },
      components: {
        securitySchemes: {
          o: { flows: { password: { tokenUrl: 'https://d.example/token' } } },
          i: { openIdConnectUrl: 'https://e.example/x' },
        },
      },
      info: { contact: { url: 'https://not.example' } },
    };
    expect(connectSources(document, {})).toEqual(
      ['a', 'b', 'c', 'd', 'e'].map((name) => `https://${name}.example`),
    );
  });

  test.each<[string, object]>([
    ['a description', { servers: [{ url: '/', description: 'See https://not.example' }] }],
    ['an extension', { 'x-links': { servers: [{ url: 'https://not.example' }] } }],
    [
      'a property that is called servers, and its example',
      {
        components: {
          schemas: {
            Cluster: {
              properties: {
                servers: { default: 'https://not.example', examples: [{ servers: ['https://not.example'] }] },
              },
            },
          },
        },
      },
    ],
    [
      'a response with a tokenUrl',
      {
        paths: {
          '/x': {
            get: {
              responses: {
                200: {
                  content: {
                    'application/json': {
                      example: { tokenUrl: 'https://not.example', servers: [{ url: 'https://not.example' }] },
                    },
                  },
                },
              },
            },
          },
        },
      },
    ],
    [
      'a page for people',
      {
        externalDocs: { url: 'https://not.example' },
        components: {
          securitySchemes: { o: { flows: { implicit: { authorizationUrl: 'https://not.example' } } } },
        },
      },
    ],
    [
      'a variable outside the origin',
      { servers: [{ url: '/{path}', variables: { path: { default: 'x', enum: ['https://not.example'] } } }] },
    ],
  ])('no origin for %s', (_name, document) => {
    expect(connectSources(document as JsonValue, {})).toEqual([]);
  });

  test.each<[string, JsonValue, string[]]>([
    [
      'text',
      {
        hideModels: true,
        metaData: { description: 'https://not.example' },
        customCss: 'https://not.example',
      },
      [],
    ],
    ['a proxy', { proxyUrl: 'https://a.example/x' }, ['https://a.example']],
    ['a base', { baseServerURL: 'https://a.example/x' }, ['https://a.example']],
    [
      'servers',
      { servers: [{ url: 'https://a.example/x', description: 'https://not.example' }] },
      ['https://a.example'],
    ],
    [
      'sources',
      { sources: [{ url: 'https://a.example/x', title: 'https://not.example' }] },
      ['https://a.example'],
    ],
    [
      'tokens',
      {
        authentication: {
          securitySchemes: { o: { flows: { password: { tokenUrl: 'https://a.example/x' } } } },
        },
      },
      ['https://a.example'],
    ],
  ])("of the viewer's options, %s", (_name, options, expected) => {
    expect(connectSources({}, options)).toEqual(expected);
  });

  test.each<[string, Record<string, string[]>, string[]]>([
    ['https://{region}.example', { region: ['eu', 'us'] }, ['https://eu.example', 'https://us.example']],
    ['{scheme}://a.example', { scheme: ['https'] }, ['https://a.example']],
    [
      'https://{region}.{zone}.example:{port}/{path}',
      { region: ['a'], zone: ['b', 'c'], port: ['1', '2'], path: [] },
      ['https://a.b.example:1', 'https://a.b.example:2', 'https://a.c.example:1', 'https://a.c.example:2'],
    ],
    ['https://{region}.{tenant}.example', { region: ['a', 'b'], tenant: [] }, ['https:']],
    ['https://{many}.example', { many: Array.from({ length: 100 }, (_, index) => `a${index}`) }, ['https:']],
    ['https://{trick}.example', { trick: ['$&', "x; script-src 'unsafe-inline'"] }, ['https:']],
  ])('server %j with the values %j by %j', (url, values, expected) => {
    const variables = Object.fromEntries(
      Object.entries(values).map(([name, listed]) => [name, { default: '', enum: listed }]),
    );
    expect(connectSources({ servers: [{ url, variables }] }, {})).toEqual(expected);
  });
});
