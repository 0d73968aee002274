import type * as crypto from 'node:crypto';
import { Docs } from '../../../src/index.js';
import type { Authorize, DocsAuth, DocsRequest } from '../../../src/documents/openapi/config/page-options.js';
import type { DocsResponse } from '../../../src/page/docs-server.js';
import { docsFixture, type FixtureOptions } from '../../support/page/docs-fixture.js';
import { basic } from '../../support/page/docs-variants.js';
import { ask } from './docs-request.js';

jest.mock('node:crypto', () => ({ ...jest.requireActual<typeof crypto>('node:crypto') }));

const LOGIN = { username: 'reader', password: 's3cret' };
const KEY = { apiKey: 'the-key' };

const answer = (options: FixtureOptions, request: DocsRequest): DocsResponse | Promise<DocsResponse> =>
  docsFixture(options).server.respond(request);
const status = async (docsAuth: DocsAuth | undefined, more: Partial<DocsRequest>): Promise<number> =>
  (await answer({ docsAuth }, ask('/', more))).status;

describe('docs page protection', () => {
  test.each<[string, DocsAuth | undefined, Partial<DocsRequest>, number]>([
    ['1: none', undefined, {}, 200],
    ['1: not enabled', { enabled: false, ...LOGIN, ...KEY }, {}, 200],
    ['2: the key', { enabled: true, ...LOGIN, ...KEY }, { query: 'key=the-key' }, 200],
    ['2: the key among others', { enabled: true, ...KEY }, { query: 'a=1&key=the%2Dkey&b' }, 200],
    [
      '2: basic',
      { enabled: true, ...LOGIN, ...KEY },
      { headers: { authorization: basic('reader', 's3cret') } },
      200,
    ],
    [
      '2: a wrong key beside right basic',
      { enabled: true, ...LOGIN, ...KEY },
      { query: 'key=x', headers: { authorization: basic('reader', 's3cret') } },
      200,
    ],
    [
      '2: the scheme in any case',
      { enabled: true, ...LOGIN },
      { headers: { authorization: basic('reader', 's3cret').replace('Basic', 'bAsIc') } },
      200,
    ],
    [
      '2: colons in the password',
      { enabled: true, username: 'u', password: 'a:b:' },
      { headers: { authorization: basic('u', 'a:b:') } },
      200,
    ],
    ['3: nothing', { enabled: true, ...LOGIN, ...KEY }, {}, 401],
    ['3: a wrong key', { enabled: true, ...KEY }, { query: 'key=the-keys' }, 401],
    ['3: an empty key', { enabled: true, ...LOGIN }, { query: 'key=' }, 401],
    [
      '3: the key as a password where no basic is set',
      { enabled: true, ...KEY },
      { headers: { authorization: basic('', 'the-key') } },
      401,
    ],
    ['3: only the first key counts', { enabled: true, ...KEY }, { query: 'key=x&key=the-key' }, 401],
    [
      '3: the user alone',
      { enabled: true, ...LOGIN },
      { headers: { authorization: basic('reader', '') } },
      401,
    ],
    ['3: another scheme', { enabled: true, ...LOGIN }, { headers: { authorization: 'Bearer s3cret' } }, 401],
    ['3: no base64', { enabled: true, ...LOGIN }, { headers: { authorization: 'Basic %%%' } }, 401],
    ['4: nothing configured', { enabled: true }, {}, 500],
    ['4: a user without password', { enabled: true, username: 'reader' }, {}, 500],
    ['4: empty strings', { enabled: true, apiKey: '', username: 'reader', password: '' }, {}, 500],
  ])('%s', async (_, docsAuth, more, expected) => {
    expect(await status(docsAuth, more)).toBe(expected);
  });

  test('responds with the text of the 500 to every request', async () => {
    for (const path of ['', '/', '/openapi.json', '/x'])
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const { status, body } = await answer({ docsAuth: { enabled: true } }, ask(path, { method }));
        expect(status).toBe(500);
        expect(Buffer.from(body).toString()).toBe('DocsAuth enabled but no credentials configured');
      }
  });

  test.each<[DocsAuth, string]>([
    [{ enabled: true, ...LOGIN }, 'Basic realm="API Documentation", charset="UTF-8"'],
    [{ enabled: true, ...LOGIN, realm: '' }, 'Basic realm="API Documentation", charset="UTF-8"'],
    [{ enabled: true, ...LOGIN, realm: 'a "b" \\ c' }, 'Basic realm="a \\"b\\" \\\\ c", charset="UTF-8"'],
    [{ enabled: true, ...LOGIN, realm: 'x\r\ny: ü' }, 'Basic realm="x??y: ?", charset="UTF-8"'],
    [{ enabled: true, ...KEY }, 'ApiKey realm="API Documentation", in="query", name="key"'],
  ])('sends the challenge of %j', async (docsAuth, expected) => {
    const { headers } = await answer({ docsAuth }, ask('/'));
    expect(headers['www-authenticate']).toBe(expected);
  });

  test('compares credentials in constant time, whatever their lengths', async () => {
    const compare = jest.spyOn(jest.requireMock<typeof crypto>('node:crypto'), 'timingSafeEqual');
    for (const key of ['', 'x', 'the-key', 'x'.repeat(5000)]) {
      await status(
        { enabled: true, ...KEY, ...LOGIN },
        { query: `key=${key}`, headers: { authorization: basic(key, key) } },
      );
    }
    expect(compare.mock.calls.length).toBe(7);
    // Which of several keys fits does not show.
    for (const key of ['first', 'second', 'third'])
      await status({ enabled: true, apiKey: ['first', 'second'] }, { query: `key=${key}` });
    expect(compare.mock.calls.length).toBe(7 + 3 * 2);
    for (const [left, right] of compare.mock.calls)
      expect([left.byteLength, right.byteLength]).toEqual([32, 32]);
    compare.mockRestore();
  });

  test('repeats no credential in a response', async () => {
    const docsAuth = { enabled: true, ...LOGIN, ...KEY };
    for (const [query, authorization] of [
      ['key=the-key', ''],
      ['key=guess-1', ''],
      ['', basic('guess-1', 's3cret')],
    ] as const)
      for (const path of ['/', '/openapi.json', '/nothing'])
        for (const method of ['GET', 'POST']) {
          const { headers, body } = await answer(
            { docsAuth },
            ask(path, { method, query, headers: { authorization } }),
          );
          expect(JSON.stringify(headers) + Buffer.from(body).toString()).not.toMatch(
            /the-key|s3cret|guess-1/,
          );
        }
  });
});

describe('keys', () => {
  const keys = { enabled: true, apiKey: ['old+key', 'new key', ''] };
  const header = (name: string, value: string): Partial<DocsRequest> => ({ headers: { [name]: value } });

  test.each<[string, DocsAuth, Partial<DocsRequest>, number]>([
    ['in the header', keys, header('x-api-key', 'old+key'), 200],
    ['another one in the header', keys, header('x-api-key', 'new key'), 200],
    ['as a bearer token', keys, header('authorization', 'bearer old+key'), 200],
    ['in a header of another name', { ...keys, apiKeyHeader: 'X-Docs' }, header('x-docs', 'old+key'), 200],
    [
      'not in the usual header then',
      { ...keys, apiKeyHeader: 'X-Docs' },
      header('x-api-key', 'old+key'),
      401,
    ],
    ['a header twice', keys, header('x-api-key', 'old+key, old+key'), 401],
    ['an empty header', keys, header('x-api-key', ''), 401],
    ['an empty query key', keys, { query: 'key=' }, 401],
    ['both keys as one', keys, header('x-api-key', 'old+key,new key'), 401],
    [
      'a wrong header beside the right query',
      keys,
      { ...header('x-api-key', 'x'), query: 'key=old%2Bkey' },
      200,
    ],
    ['a header of every object', { ...keys, apiKeyHeader: '__proto__' }, {}, 401],
    ['plus as it is', keys, { query: 'key=old+key' }, 200],
    ['plus, encoded', keys, { query: 'key=old%2Bkey' }, 200],
    ['plus where the key has a space, as forms write it', keys, { query: 'key=new+key' }, 200],
    ['plus, encoded, where the key has a space', keys, { query: 'key=new%2Bkey' }, 401],
    ['a space where the key has a plus', keys, { query: 'key=old%20key' }, 401],
    ['the second of two', keys, { query: 'key=a+b&key=old+key' }, 401],
    ['no key at all, in an empty list', { enabled: true, apiKey: [] }, { query: 'key=' }, 500],
  ])('%s', async (_, docsAuth, more, expected) => {
    expect(await status(docsAuth, more)).toBe(expected);
  });

  test('allows pages of other origins to send the header, and adds it to Vary', async () => {
    const options = { docsAuth: { ...keys, apiKeyHeader: 'X-Docs' } };
    const preflight = { method: 'OPTIONS', headers: { 'access-control-request-method': 'GET' } };
    const { headers } = await answer(options, ask('/openapi.json', preflight));
    expect(headers['access-control-allow-headers']).toBe('Authorization, If-None-Match, X-Docs');
    const page = await answer(options, ask('/', header('x-docs', 'old+key')));
    expect(page.headers.vary).toBe('Accept-Encoding, Authorization, X-Docs, Cookie');
  });

  test.each<[string, unknown]>([
    ['apiKey', 5],
    ['apiKey', ['sesame', undefined]],
    ['apiKeyHeader', 'X Key'],
    ['apiKeyHeader', ''],
  ])('rejects docsAuth.%s %j at once, and no error repeats a key', (option, value) => {
    const docsAuth = { enabled: true, [option]: value } as DocsAuth;
    const make = (): Docs => new Docs({ info: { title: 'Shop', version: '1' }, docsAuth });
    expect(make).toThrow(`config.docsAuth.${option} needs`);
    expect(make).not.toThrow('sesame');
  });
});

describe('authorize', () => {
  const authorize = ({ headers }: DocsRequest): boolean => headers.cookie === 'ok';
  const docsAuth = { enabled: true, ...KEY };

  test.each<[string, FixtureOptions, Partial<DocsRequest>, number]>([
    ['admits alone', { authorize }, { headers: { cookie: 'ok' } }, 200],
    ['refuses alone, without a challenge', { authorize }, {}, 403],
    ['admits where docsAuth does not', { authorize, docsAuth }, { headers: { cookie: 'ok' } }, 200],
    ['is not needed where docsAuth admits', { authorize, docsAuth }, { query: 'key=the-key' }, 200],
    ['refuses with docsAuth, which challenges', { authorize, docsAuth }, {}, 401],
    [
      'decides alone while docsAuth is off',
      { authorize, docsAuth: { enabled: false, ...KEY } },
      { query: 'key=the-key' },
      403,
    ],
    [
      'does not mend a docsAuth without credentials',
      { authorize, docsAuth: { enabled: true } },
      { headers: { cookie: 'ok' } },
      500,
    ],
  ])('%s, at once or later', async (_, options, more, expected) => {
    const later = { ...options, authorize: (request: DocsRequest) => Promise.resolve(authorize(request)) };
    for (const each of [options, later]) {
      const { status, headers } = await answer(each, ask('/', more));
      expect(status).toBe(expected);
      expect('www-authenticate' in headers).toBe(expected === 401);
    }
  });

  test('is asked for the page with and without its slash, not for OPTIONS, and sees the request of the framework', async () => {
    const seen: unknown[] = [];
    const options = { authorize: ({ raw }: DocsRequest) => seen.push(raw) > 0 };
    await answer(options, ask('', { raw: 1 }));
    await answer(options, ask('/', { raw: 2, method: 'OPTIONS' }));
    await answer(options, ask('/', { raw: 3 }));
    expect(seen).toEqual([1, 3]);
  });

  test.each<[unknown, number, string | undefined]>([
    [{ redirect: '/login?next=%2Fdocs' }, 302, '/login?next=%2Fdocs'],
    [{ redirect: 'https://login.example/' }, 302, 'https://login.example/'],
    [{ status: 404 }, 404, undefined],
    [{ status: 503 }, 503, undefined],
    [undefined, 403, undefined],
    [null, 403, undefined],
  ])('accepts the result %j, and the reader gets %d', async (given, expected, location) => {
    for (const authorize of [() => given, () => Promise.resolve(given)])
      for (const path of ['/', '/openapi.json', '/nothing']) {
        const got = await answer({ authorize: authorize as Authorize }, ask(path));
        expect([got.status, got.headers.location]).toEqual([expected, location]);
        expect(got.headers['cache-control']).toBe('no-store');
      }
  });

  test.each<[unknown]>([
    ['yes'],
    [1],
    [{}],
    [{ user: 'ada' }],
    [{ status: 200 }],
    [{ status: '404' }],
    [{ status: 404.5 }],
    [{ redirect: '' }],
    [{ redirect: '/x\r\nset-cookie: a' }],
    [{ redirect: '/ü' }],
    [{ redirect: 5 }],
  ])('rejects the result %j with an error, and denies access', async (given) => {
    const [now, later] = [() => given, () => Promise.resolve(given)] as Authorize[];
    await expect(answer({ authorize: now! }, ask('/'))).rejects.toThrow(
      expect.objectContaining({ code: 'ERR_AUTHORIZE' }),
    );
    await expect(answer({ authorize: later! }, ask('/'))).rejects.toThrow(
      expect.objectContaining({ code: 'ERR_AUTHORIZE' }),
    );
  });

  test('denies access if authorize throws', async () => {
    const thrown = {
      authorize: () => {
        throw new Error('down');
      },
    };
    await expect(answer(thrown, ask('/'))).rejects.toThrow('down');
    const rejected = { authorize: () => Promise.reject(new Error('down')) };
    await expect(answer(rejected, ask('/'))).rejects.toThrow('down');
  });
});
