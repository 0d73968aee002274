import type * as crypto from 'node:crypto';
import type { DocsAuth, DocsRequest } from '../../../src/spec/config.js';
import type { DocsResponse } from '../../../src/server/source.js';
import { docsFixture, type FixtureOptions } from '../../support/docs-fixture.js';
import { basic } from '../../support/docs-variants.js';
import { ask } from './ask.js';

jest.mock('node:crypto', () => ({ ...jest.requireActual<typeof crypto>('node:crypto') }));

const LOGIN = { username: 'reader', password: 's3cret' };
const KEY = { apiKey: 'the-key' };

const answer = (options: FixtureOptions, request: DocsRequest): DocsResponse | Promise<DocsResponse> =>
  docsFixture(options).server.respond(request);
const status = async (docsAuth: DocsAuth | undefined, more: Partial<DocsRequest>): Promise<number> =>
  (await answer({ docsAuth }, ask('/', more))).status;

describe('seed 5: docs page protection', () => {
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

  test('seed 7: the text of the 500, for every request', async () => {
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
  ])('the challenge of %j', async (docsAuth, expected) => {
    const { headers } = await answer({ docsAuth }, ask('/'));
    expect(headers['www-authenticate']).toBe(expected);
  });

  test('comparisons are in constant time, whatever the lengths', async () => {
    const compare = jest.spyOn(jest.requireMock<typeof crypto>('node:crypto'), 'timingSafeEqual');
    for (const key of ['', 'x', 'the-key', 'x'.repeat(5000)]) {
      await status(
        { enabled: true, ...KEY, ...LOGIN },
        { query: `key=${key}`, headers: { authorization: basic(key, key) } },
      );
    }
    expect(compare.mock.calls.length).toBe(7);
    for (const [left, right] of compare.mock.calls)
      expect([left.byteLength, right.byteLength]).toEqual([32, 32]);
    compare.mockRestore();
  });

  test('no answer repeats a credential', async () => {
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

describe('issue 5.4: authorize', () => {
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

  test('an error of the hook admits nobody', async () => {
    const thrown = {
      authorize: () => {
        throw new Error('down');
      },
    };
    expect(() => answer(thrown, ask('/'))).toThrow('down');
    const rejected = { authorize: () => Promise.reject(new Error('down')) };
    await expect(answer(rejected, ask('/'))).rejects.toThrow('down');
  });
});
