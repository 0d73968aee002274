import type { Config } from 'dtospec';
import { ask, basic, docsOf, serve, type Answer } from './support.js';

type DocsAuth = NonNullable<Config['docsAuth']>;

const LOGIN = { username: 'ada', password: 'lovelace' };
const KEY = { apiKey: 'sesame' };
const BOTH = { enabled: true, ...LOGIN, ...KEY };
const RIGHT = basic('ada', 'lovelace');
const WRONG = basic('ada', 'babbage');

/** Asks a protected page over a socket. */
async function read(docsAuth: DocsAuth, query = '', authorization?: string, path = '/docs'): Promise<Answer> {
  const origin = await serve(docsOf([{}], { docsAuth }).middleware('/docs'));
  const headers = authorization === undefined ? {} : { authorization };
  return ask(origin, `${path}${query}`, { headers });
}

describe('5.1 Docs page protection', () => {
  test.each<[string, DocsAuth]>([
    ['nothing else set', { enabled: false }],
    ['credentials set', { ...BOTH, enabled: false }],
  ])('5.1.1 enabled: false means no protection: %s', async (_title, docsAuth) => {
    expect((await read(docsAuth)).status).toBe(200);
    expect((await read(docsAuth, '?key=wrong', WRONG)).status).toBe(200);
  });

  test.each<[string, DocsAuth, string, string | undefined]>([
    ['5.1.2 of both, the key grants access', BOTH, '?key=sesame', undefined],
    ['5.1.3 of both, basic auth grants access', BOTH, '', RIGHT],
    ['5.1.4 the right key beside wrong basic credentials', BOTH, '?key=sesame', WRONG],
    ['5.1.5 a wrong key beside right basic credentials', BOTH, '?key=wrong', RIGHT],
    ['5.1.6 the key alone configured', { enabled: true, ...KEY }, '?key=sesame', undefined],
    ['5.1.7 basic auth alone configured', { enabled: true, ...LOGIN }, '', RIGHT],
  ])('%s: 200', async (_title, docsAuth, query, authorization) => {
    expect((await read(docsAuth, query, authorization)).status).toBe(200);
  });

  test.each<[string, DocsAuth, string, string | undefined]>([
    ['5.1.8 no credentials', BOTH, '', undefined],
    ['5.1.9 a wrong key', BOTH, '?key=wrong', undefined],
    ['5.1.10 wrong basic credentials', BOTH, '', WRONG],
    ['5.1.11 both wrong', BOTH, '?key=wrong', WRONG],
    [
      '5.1.12 a key where only basic auth is configured',
      { enabled: true, ...LOGIN },
      '?key=sesame',
      undefined,
    ],
    ['5.1.13 basic auth where only a key is configured', { enabled: true, ...KEY }, '', RIGHT],
    ['5.1.14 an empty key', { enabled: true, ...LOGIN }, '?key=', undefined],
  ])('%s: 401 with a WWW-Authenticate challenge', async (_title, docsAuth, query, authorization) => {
    const { status, headers } = await read(docsAuth, query, authorization);
    expect(status).toBe(401);
    expect(headers['www-authenticate']).toBe(
      'username' in docsAuth
        ? 'Basic realm="API Documentation", charset="UTF-8"'
        : 'ApiKey realm="API Documentation", in="query", name="key"',
    );
  });

  test.each<[string, DocsAuth]>([
    ['nothing', { enabled: true }],
    ['a user name alone', { enabled: true, username: 'ada' }],
    ['a password alone', { enabled: true, password: 'lovelace' }],
    ['empty strings', { enabled: true, username: '', password: '', apiKey: '' }],
  ])('5.1.15 enabled with %s: every request receives 500', async (_title, docsAuth) => {
    for (const path of ['/docs', '/docs/openapi.json', '/docs/nothing']) {
      expect((await read(docsAuth, '', undefined, path)).status).toBe(500);
      expect((await read(docsAuth, '?key=', RIGHT, path)).status).toBe(500);
    }
  });

  test.each<[string, DocsAuth]>([
    ['absent', { enabled: true, ...LOGIN }],
    ['empty', { enabled: true, ...LOGIN, realm: '' }],
  ])('5.1.16 the realm, when %s, is "API Documentation"', async (_title, docsAuth) => {
    expect((await read(docsAuth)).headers['www-authenticate']).toBe(
      'Basic realm="API Documentation", charset="UTF-8"',
    );
  });

  test('5.1.17 docsAuth protects the page and the spec here', async () => {
    for (const path of ['/docs', '/docs/', '/docs/openapi.json', '/docs/openapi.yaml']) {
      expect((await read(BOTH, '', undefined, path)).status).toBe(401);
      expect((await read(BOTH, '?key=sesame', undefined, path)).status).toBe(200);
    }
  });

  test('5.1.18 specHandler is protected here, too', async () => {
    const origin = await serve(docsOf([{}], { docsAuth: BOTH }).specHandler());
    expect((await ask(origin, '/')).status).toBe(401);
    expect((await ask(origin, '/?key=sesame')).status).toBe(200);
  });
});
