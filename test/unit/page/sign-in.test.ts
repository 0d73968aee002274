import type { DocsServer, DocsResponse, AskedRequest } from '../../../src/page/docs-server.js';
import { docsFixture, type FixtureOptions } from '../../support/page/docs-fixture.js';
import { ask } from './docs-request.js';

const KEYS = { enabled: true, apiKey: ['new-key', 'old-key'] };
const HTML = { accept: 'text/html' };
const textOf = ({ body }: DocsResponse): string => Buffer.from(body).toString();

/** What the form sends. */
function form(fields: string, headers: Record<string, string> = {}): AskedRequest {
  const readForm = (): Promise<URLSearchParams> => Promise.resolve(new URLSearchParams(fields));
  return { ...ask('/docs-session', { method: 'POST', headers }), readForm };
}

async function signIn(server: DocsServer, key: string, headers?: Record<string, string>): Promise<string> {
  const answer = await server.respond(form(`key=${key}`, headers));
  expect(answer.status).toBe(303);
  return answer.headers['set-cookie'] ?? '';
}

const cookieOf = (header: string): string => header.split(';')[0] ?? '';
const status = async (server: DocsServer, cookie: string, path = '/'): Promise<number> =>
  (await server.respond(ask(path, { headers: { cookie } }))).status;

describe('signing in', () => {
  afterEach(() => jest.restoreAllMocks());

  test('the cookie opens the page and the document, among others and in any place', async () => {
    const { server } = docsFixture({ docsAuth: KEYS });
    const cookie = cookieOf(await signIn(server, 'old-key'));
    for (const path of ['/', '/openapi.json']) {
      expect(await status(server, '')).toBe(401);
      expect(await status(server, cookie, path)).toBe(200);
      expect(await status(server, `a=b; dtospec-docs=x; ${cookie}; c=d`, path)).toBe(200);
    }
    expect(await status(server, `x${cookie}`)).toBe(401);
  });

  test('it holds no key, and it is over with its key, its time, and any change', async () => {
    const { server } = docsFixture({ docsAuth: KEYS });
    const header = await signIn(server, 'old-key');
    const cookie = cookieOf(header);
    expect(header).not.toContain('old-key');
    const rotated = docsFixture({ docsAuth: { ...KEYS, apiKey: ['new-key'] } }).server;
    expect(await status(rotated, cookie)).toBe(401);
    expect(await status(rotated, cookieOf(await signIn(server, 'new-key')))).toBe(200);
    const [, expires = '', signature = ''] = /=(\d+)\.(.*)/.exec(cookie) ?? [];
    for (const forged of [
      `${Number(expires) + 1}.${signature}`,
      `${expires}.${signature.slice(0, -1)}`,
      `${expires}.${'A'.repeat(43)}`,
      expires,
    ])
      expect(await status(server, `dtospec-docs=${forged}`)).toBe(401);
    jest.spyOn(Date, 'now').mockReturnValue(Number(expires) * 1000 - 1000);
    expect(await status(server, cookie)).toBe(200);
    jest.spyOn(Date, 'now').mockReturnValue(Number(expires) * 1000);
    expect(await status(server, cookie)).toBe(401);
  });

  test.each<[string, Record<string, string>, Partial<AskedRequest>, boolean]>([
    ['by http', { origin: 'http://docs.example', host: 'docs.example' }, {}, false],
    ['by https, before a proxy', { origin: 'https://docs.example', host: 'docs.example' }, {}, true],
    ['by https', { origin: 'null', 'sec-fetch-site': 'same-origin' }, { isSecure: true }, true],
    ['by the word of a header that anyone may send', { 'x-forwarded-proto': 'https' }, {}, false],
  ])(
    'the cookie is for scripts and other sites never, and %s: Secure %#',
    async (_, headers, more, isSecure) => {
      const { server } = docsFixture({ docsAuth: KEYS });
      const answer = await server.respond({ ...form('key=old-key', headers), ...more });
      const attributes = answer.headers['set-cookie']?.split('; ').slice(1);
      expect(attributes).toEqual([
        'Max-Age=604800',
        'HttpOnly',
        'SameSite=Strict',
        ...(isSecure ? ['Secure'] : []),
      ]);
    },
  );

  const SAME = { 'sec-fetch-site': 'same-origin' };
  const HOST = { host: 'docs.example:8080' };
  test.each<[number, Record<string, string>, Partial<AskedRequest>?]>([
    [303, { ...HOST, ...SAME, origin: 'http://evil.example' }], // the browser's own word
    [403, { ...HOST, 'sec-fetch-site': 'cross-site' }],
    [403, { ...HOST, 'sec-fetch-site': 'same-site' }],
    [403, { ...HOST, 'sec-fetch-site': 'none' }],
    [303, HOST], // no browser
    [303, { ...HOST, origin: 'http://DOCS.example:8080' }],
    [403, { ...HOST, origin: 'http://docs.example' }],
    [403, { ...HOST, origin: 'http://evil.example:8080' }],
    [403, { ...HOST, origin: 'http://docs.example:8080.evil.example' }],
    [403, { ...HOST, origin: 'null' }],
    [403, { ...HOST, origin: '' }],
    [403, { ...HOST, origin: 'docs.example:8080' }],
    [303, { ...HOST, referer: 'http://docs.example:8080/docs/?a=b' }],
    [403, { ...HOST, referer: 'http://evil.example/?http://docs.example:8080' }],
    [403, { ...HOST, origin: 'http://evil.example', referer: 'http://docs.example:8080/' }],
    [303, { host: 'docs.example:443', origin: 'https://docs.example' }],
    [303, { host: 'upstream', 'x-forwarded-host': 'docs.example, inner', origin: 'https://docs.example' }],
    [403, { host: 'upstream', 'x-forwarded-host': 'docs.example', origin: 'https://evil.example' }],
    [303, { ':authority': 'docs.example', origin: 'https://docs.example' }],
    [303, { origin: 'https://docs.example' }, { host: 'docs.example' }],
    [403, { origin: 'https://docs.example' }],
  ])('no page of another site signs a reader in or out: %i for %j', async (expected, headers, ...[more]) => {
    const { server } = docsFixture({ docsAuth: KEYS });
    for (const fields of ['key=old-key', '']) {
      const answer = await server.respond({ ...form(fields, headers), ...more });
      expect(answer.status).toBe(expected);
      expect('set-cookie' in answer.headers).toBe(expected === 303);
    }
  });

  test('only readers who signed in by the form get a page with a sign-out form', async () => {
    const { server } = docsFixture({ docsAuth: KEYS });
    const headers = { cookie: cookieOf(await signIn(server, 'old-key')) };
    const [inside, byKey] = [
      await server.respond(ask('/', { headers })),
      await server.respond(ask('/', { query: 'key=old-key' })),
    ];
    expect(textOf(inside)).toContain('action="./docs-session"');
    expect(inside.headers['content-security-policy']).toContain("form-action 'self'");
    // By http the browser tells of its page in no header but Origin, and of no page by that policy.
    expect(inside.headers['referrer-policy']).toBe('same-origin');
    expect(byKey.headers['referrer-policy']).toBe('no-referrer');
    expect(textOf(byKey)).not.toContain('docs-session');
    expect(byKey.headers['content-security-policy']).toContain("form-action 'none'");
    for (const { headers } of [inside, byKey])
      expect(headers).toMatchObject({
        'cache-control': 'private, no-cache',
        vary: 'Accept-Encoding, Authorization, X-API-Key, Cookie',
      });
    const out = await server.respond(form('', headers));
    expect(out.headers['set-cookie']).toMatch(/^dtospec-docs=; Max-Age=0;/);
  });

  test.each<[string, FixtureOptions]>([
    ['basic authentication, which has its own', { docsAuth: { ...KEYS, username: 'u', password: 'p' } }],
    ['an application that wants none', { docsAuth: { ...KEYS, signIn: false } }],
    ['docs that are open', {}],
    ['docs that only authorize closes', { authorize: () => false }],
    ['protection that is off', { docsAuth: { ...KEYS, enabled: false }, authorize: () => false }],
  ])('no form and no cookie for %s', async (_, options) => {
    const { server } = docsFixture(options);
    const page = await server.respond(ask('/', { headers: HTML }));
    expect(textOf(page)).not.toContain('<form');
    expect((await server.respond(form('key=old-key'))).headers).not.toHaveProperty('set-cookie');
    const made = cookieOf(await signIn(docsFixture({ docsAuth: KEYS }).server, 'old-key'));
    const anonymous = (await server.respond(ask('/'))).status;
    expect(await status(server, made)).toBe(anonymous);
    expect(server.locate('/docs-session', '')).toBeUndefined();
  });

  test('the form reveals nothing about the docs, and authorize decides before it', async () => {
    const options = { title: 'Secret project', docsAuth: { ...KEYS, realm: 'Docs <of> ours' } };
    const page = await docsFixture(options).server.respond(ask('/', { headers: HTML }));
    expect(textOf(page)).not.toContain('Secret');
    expect(textOf(page)).toContain('<h1>Docs &lt;of&gt; ours</h1>');
    const elsewhere = docsFixture({ ...options, authorize: () => ({ redirect: '/login' }) }).server;
    expect((await elsewhere.respond(ask('/', { headers: HTML }))).headers.location).toBe('/login');
    const no = docsFixture({ ...options, authorize: () => false }).server;
    expect(textOf(await no.respond(ask('/', { headers: HTML })))).toContain('<form');
  });
});
