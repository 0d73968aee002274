import fc from 'fast-check';
import { parse } from 'yaml';
import { fetchDocs } from '../../../src/adapters/fetch.js';
import { Docs } from '../../../src/index.js';
import type { Config, RequestServers } from '../../../src/documents/openapi/config/config.js';
import { RequestDocuments, requestServer } from '../../../src/page/request-servers.js';
import type { AskedRequest, DocsResponse } from '../../../src/page/docs-server.js';
import { expectValidDocument } from '../../support/documents/validate-document.js';
import { ask } from './docs-request.js';

const from = (headers: Record<string, string>, more: Partial<AskedRequest> = {}): AskedRequest => ({
  ...ask('/openapi.json', { headers }),
  ...more,
});
const FORWARDED = {
  host: 'inside:3000',
  'x-forwarded-host': 'api.example, proxy.example',
  'x-forwarded-proto': 'https',
  'x-forwarded-prefix': '/team/shop/',
};
const TRUSTED = { trustProxy: true };

describe('the server of a request', () => {
  test.each<[string, AskedRequest, RequestServers, string | undefined]>([
    ['its host', from({ host: 'API.example' }), {}, 'http://api.example'],
    ['with a port', from({ host: '127.0.0.1:3000' }), {}, 'http://127.0.0.1:3000'],
    ['of IPv6', from({ host: '[::1]:3000' }), {}, 'http://[::1]:3000'],
    ['of HTTP/2', from({ ':authority': 'api.example' }), {}, 'http://api.example'],
    ["of a fetch request's URL", from({}, { host: 'api.example' }), {}, 'http://api.example'],
    ['by https', from({ host: 'api.example' }, { isSecure: true }), {}, 'https://api.example'],
    ['forwarded, and not believed', from(FORWARDED), {}, 'http://inside:3000'],
    ['forwarded, and believed', from(FORWARDED), TRUSTED, 'https://api.example/team/shop'],
    [
      'one of the hosts',
      from({ host: 'A.example' }),
      { hosts: ['b.example', 'a.Example'] },
      'http://a.example',
    ],
    ['none of the hosts', from({ host: 'c.example' }), { hosts: ['b.example'] }, undefined],
    [
      'a forwarded one that is none',
      from({ ...FORWARDED, host: 'b.example' }),
      { ...TRUSTED, hosts: ['b.example'] },
      undefined,
    ],
    ['no host', from({}), {}, undefined],
    ...[
      '',
      'a b',
      'a"b',
      'a/b',
      'user@a',
      'a:b',
      'a:99999',
      'a..b',
      '-a',
      'a\r\nx',
      'ü',
      'a,b',
      '[::1',
      'a'.repeat(256),
    ].map((host): [string, AskedRequest, RequestServers, undefined] => [
      `host ${JSON.stringify(host.slice(0, 9))}`,
      from({ host }),
      {},
      undefined,
    ]),
    ...[
      '//evil',
      'evil',
      '/a b',
      '/a"b',
      "/a'b",
      '/a<b',
      '/a?b',
      '/a#b',
      '/ü',
      '/a//b',
      `/${'a'.repeat(300)}`,
    ].map((prefix): [string, AskedRequest, RequestServers, undefined] => [
      `prefix ${prefix.slice(0, 9)}`,
      from({ ...FORWARDED, 'x-forwarded-prefix': prefix }),
      TRUSTED,
      undefined,
    ]),
    [
      'a scheme of another kind',
      from({ ...FORWARDED, 'x-forwarded-proto': 'javascript' }),
      TRUSTED,
      undefined,
    ],
  ])('%s', (_, request, options, expected) => {
    expect(requestServer(request, options)).toBe(expected);
  });
});

describe('a document for each request', () => {
  const make = (servers: Config['servers'], more: Partial<Config> = {}): Docs =>
    new Docs({ info: { title: 'Shop', version: '1' }, ...(servers && { servers }), ...more }).add({
      method: 'GET',
      path: '/x',
      responses: { 200: { description: 'x' } },
    });
  const get = async (
    docs: Docs,
    headers: Record<string, string>,
    path = '/openapi.json',
  ): Promise<DocsResponse> => docs.server.respond(ask(path, { headers }));
  const textOf = ({ body }: DocsResponse): string => Buffer.from(body).toString();
  const parsed = (answer: DocsResponse): Record<string, unknown> =>
    JSON.parse(textOf(answer)) as Record<string, unknown>;

  test('is made for a fetch request that has its host in its URL only', async () => {
    const answer = await fetchDocs(
      make('request'),
      '/docs',
    )(new Request('http://a.example/docs/openapi.json'));
    expect(await answer?.json()).toMatchObject({ servers: [{ url: 'http://a.example' }] });
  });

  test('is the document with that server, in JSON and YAML, and each has a tag of its own', async () => {
    const docs = make('request');
    const [a, b] = [await get(docs, { host: 'a.example' }), await get(docs, { host: 'b.example' })];
    expect(Object.keys(parsed(a)).slice(0, 3)).toEqual(['openapi', 'info', 'servers']);
    expect(parsed(a)).toEqual({ ...docs.buildSpec(), servers: [{ url: 'http://a.example' }] });
    expect(parsed(b).servers).toEqual([{ url: 'http://b.example' }]);
    expect(a.headers.etag).not.toBe(b.headers.etag);
    await expectValidDocument(parsed(a));
    const yaml = await get(docs, { host: 'a.example' }, '/openapi.yaml');
    expect(parse(textOf(yaml))).toEqual(parsed(a));
    for (const { headers } of [a, yaml]) expect(headers.vary).toBe('Accept-Encoding, Host');
    expect(docs.buildSpec()).not.toHaveProperty('servers');
    expect((await get(docs, { host: 'a.example' })).body).toBe(a.body);
    const page = await get(docs, { host: 'a.example' }, '/');
    expect(page.headers.vary).toBe('Accept-Encoding');
  });

  test('is off by default', async () => {
    for (const servers of [undefined, [], [{ url: 'https://fixed.example' }]]) {
      const answer = await get(make(servers), { host: 'a.example' });
      expect(textOf(answer)).not.toContain('a.example');
      expect(answer.headers.vary).toBe('Accept-Encoding');
    }
  });

  test('whatever the headers hold, the document is whole, and the same but for its servers', async () => {
    const docs = make({ trustProxy: true });
    const { servers: _, ...rest } = parsed(await get(docs, { host: 'a.example' }));
    const word = fc.string({
      unit: fc.constantFrom(...Array.from('ab1/.:-"\'<>{}[]#&*!|%@,;?\\ \n\u00e9')),
      maxLength: 12,
    });
    const headers = fc.record({
      host: fc.oneof(word, fc.constant('a.b:1')),
      'x-forwarded-host': fc.oneof(word, fc.constantFrom('a1.b', '[::1]:1')),
      'x-forwarded-proto': fc.constantFrom('https', 'http', 'x'),
      'x-forwarded-prefix': fc.oneof(
        fc.constantFrom('', '/a,b/%/[x]', '/a/b-1'),
        word,
        word.map((text) => `/${text}`),
      ),
    });
    let named = 0;
    await fc.assert(
      fc.asyncProperty(headers, async (given) => {
        const json = parsed(await get(docs, given));
        const { servers, ...others } = json;
        expect(others).toEqual(rest);
        expect(parse(textOf(await get(docs, given, '/openapi.yaml')))).toEqual(json);
        if (servers === undefined) return;
        named += 1;
        expect(servers).toEqual([{ url: expect.stringMatching(/^https?:\/\/[^"'<>\s\\]+$/) as unknown }]);
      }),
      { numRuns: 300 },
    );
    expect(named).toBeGreaterThan(10);
  });

  test('limits the cached documents, and keeps those in frequent use', async () => {
    const docs = make('request');
    const often = (await get(docs, { host: 'often.example' })).body;
    const first = (await get(docs, { host: 'h0.example' })).body;
    for (let index = 1; index < 100; index += 1) {
      await get(docs, { host: `h${index}.example` });
      expect((await get(docs, { host: 'often.example' })).body).toBe(often);
    }
    expect((await get(docs, { host: 'h0.example' })).body).not.toBe(first);
  });

  test('is written again after it could not be, by one attempt for all who ask', async () => {
    const documents = new RequestDocuments();
    const document = make('request').buildSpec();
    let attempts = 0;
    const write = (): Promise<string> => {
      attempts += 1;
      return attempts === 1 ? Promise.reject(new Error('busy')) : Promise.resolve('{}');
    };
    const text = { name: 'json', contentType: 'application/json', headers: {}, write };
    const made = (): Promise<unknown> => documents.get(document, text, 'http://a.example');
    await expect(Promise.all([made(), made()])).rejects.toThrow('busy');
    await made();
    const handled = jest.spyOn(Promise.prototype, 'catch');
    await made();
    expect([attempts, handled.mock.calls.length]).toEqual([2, 0]);
    handled.mockRestore();
  });

  test('contains an added endpoint in each version', async () => {
    const docs = make('request');
    await get(docs, { host: 'a.example' });
    docs.add({ method: 'GET', path: '/added', responses: { 200: { description: 'x' } } });
    expect(textOf(await get(docs, { host: 'a.example' }))).toContain('/added');
  });

  test('keeps servers that transformDocument sets', async () => {
    const servers = [{ url: 'https://fixed.example' }];
    const docs = make('request', { transformDocument: (document) => ({ ...document, servers }) });
    expect(parsed(await get(docs, { host: 'a.example' })).servers).toEqual(servers);
  });

  test.each([['Request'], [{ trustProxies: true }], [{ hosts: 'a' }], [{ trustProxy: 1 }], [5]])(
    'rejects %j at once',
    (servers) => {
      expect(() => make(servers as Config['servers'])).toThrow(/^config\.servers needs/);
    },
  );
});
