import { createHash } from 'node:crypto';
import type { DocsSource } from '../../../src/server/source.js';
import { connectSources } from '../../../src/server/server-origins.js';
import { docsFixture } from '../../support/docs-fixture.js';
import { shopDocument } from '../../support/shop-document.js';
import { ask } from './ask.js';

async function policyOf(ui: DocsSource['ui'], document = shopDocument()): Promise<Map<string, string[]>> {
  const { headers } = await docsFixture({ ui, document }).server.respond(ask('/'));
  const directives = (headers['content-security-policy'] ?? '').split('; ');
  return new Map(directives.map((each) => [each.split(' ')[0] ?? '', each.split(' ').slice(1)]));
}

describe('design 6: the Content-Security-Policy', () => {
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
      expect.stringMatching(/^'sha384-[A-Za-z0-9+/]{64}'$/),
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
  ])('%s is let through only when switched on', async (_, viewerOptions, directive, source) => {
    expect((await policyOf({})).get(directive)).not.toContain(source);
    expect((await policyOf({ viewerOptions: { ...viewerOptions } })).get(directive)).toContain(source);
  });

  test('an option that stays off opens nothing', async () => {
    const off = { withDefaultFonts: false, telemetry: false, agent: { disabled: true } };
    expect(await policyOf({ viewerOptions: off })).toEqual(await policyOf({}));
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

  test('servers of paths and operations, and where tokens come from', () => {
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
});
