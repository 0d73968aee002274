import { basic, KEY, PASSWORD, SESSION, USER } from '../../support/page/docs-variants.js';
import type { HttpRequest } from '../../support/network/http.js';

/** A request and what every framework must answer. `null` means that the header is absent. */
export interface MatrixRow {
  readonly request: HttpRequest;
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | RegExp | null>>;
  readonly body?: string | RegExp;
}

const KEY_QUERY = `key=${encodeURIComponent(KEY)}`;
const LOGIN = { authorization: basic(USER, PASSWORD) };
const ALLOW = 'GET, HEAD, OPTIONS';
const CHALLENGE = 'Basic realm="API Documentation", charset="UTF-8"';
const PREFLIGHT = { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' };
const NO_CREDENTIALS = 'DocsAuth enabled but no credentials configured';

const row = (
  status: number,
  request: HttpRequest,
  headers: MatrixRow['headers'] = {},
  body?: string | RegExp,
): MatrixRow => ({ request, status, headers, ...(body !== undefined && { body }) });

const read = (path: string, headers: Record<string, string> = {}): HttpRequest => ({ path, headers });
const ask = (method: string, path: string, headers: Record<string, string> = {}): HttpRequest => ({
  method,
  path,
  headers,
});

const OPEN: MatrixRow[] = [
  row(
    200,
    read('/open/'),
    {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': /^default-src 'none'; script-src 'sha256-/,
      'access-control-allow-origin': null,
      vary: 'Accept-Encoding',
    },
    /<title>Shop API<\/title>/,
  ),
  row(200, read('/open/?anything=1'), {}, /<title>Shop API<\/title>/),
  row(
    200,
    read('/open/openapi.json'),
    {
      'content-type': 'application/json',
      'access-control-allow-origin': '*',
      'content-security-policy': null,
      etag: /^W\/"[\w-]{27}"$/,
    },
    /^\{"openapi":"3\.1\.0"/,
  ),
  row(
    200,
    read('/open/openapi.yaml'),
    {
      'content-type': 'application/yaml',
      'access-control-allow-origin': '*',
    },
    /^openapi: 3\.1\.0\n/,
  ),
  row(200, read('/open'), { location: null, 'content-type': 'text/html; charset=utf-8' }),
  row(200, read('/open?key=a%2Fb&c'), {}, /<title>Shop API<\/title>/),
  row(200, ask('HEAD', '/open'), { 'content-type': 'text/html; charset=utf-8' }),
  row(200, read('/open?openapi=json'), {
    'content-type': 'application/json',
    'access-control-allow-origin': '*',
  }),
  row(200, read('/open/?x&openapi=yaml'), { 'content-type': 'application/yaml' }),
  row(204, ask('OPTIONS', '/open'), { allow: ALLOW }),
  row(204, ask('OPTIONS', '/open/'), { allow: ALLOW, 'access-control-allow-origin': null }),
  row(204, ask('OPTIONS', '/open/openapi.json'), { allow: ALLOW, 'access-control-allow-methods': null }),
  row(204, ask('OPTIONS', '/open/openapi.json', PREFLIGHT), {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': ALLOW,
    'access-control-allow-headers': 'Authorization, If-None-Match',
  }),
  row(404, ask('OPTIONS', '/open/nothing')),
  row(404, read('/open/nothing'), { 'cache-control': 'no-store' }),
  row(404, read('/open/openapi.json/')),
  row(404, read('/open/viewer/0000000000000000/standalone.js')),
  ...['POST', 'PUT', 'PATCH', 'DELETE'].flatMap((method) => [
    row(405, ask(method, '/open'), { allow: ALLOW }),
    row(405, ask(method, '/open/'), { allow: ALLOW, 'cache-control': 'no-store' }),
    row(405, ask(method, '/open/openapi.json'), { allow: ALLOW, 'access-control-allow-origin': '*' }),
  ]),
  row(
    405,
    {
      method: 'POST',
      path: '/open/openapi.json',
      headers: { 'content-type': 'application/json' },
      body: '{not json',
    },
    { allow: ALLOW },
  ),
];

const FORM = {
  'content-type': 'application/x-www-form-urlencoded',
  origin: 'https://docs.example',
  'x-forwarded-host': 'docs.example',
};
const HTML = { accept: 'text/html,*/*' };
const sendForm = (path: string, body: string, headers: Record<string, string> = {}): HttpRequest => ({
  method: 'POST',
  path,
  headers: { ...FORM, 'content-length': String(Buffer.byteLength(body)), ...headers },
  body,
});
const COOKIE = /^dtospec-docs=\d+\.[\w-]{43}; Max-Age=604800; HttpOnly; SameSite=Strict; Secure$/;

const SIGN_IN: MatrixRow[] = [
  row(
    401,
    read('/sign-in/', HTML),
    {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        /^default-src 'none'; style-src 'sha256-[^']+'; img-src data:; form-action 'self'/,
      'www-authenticate': /^ApiKey /,
      'cache-control': 'no-store',
    },
    /action="\.\/docs-session"/,
  ),
  row(401, read('/sign-in', HTML), {}, /action="\.\/sign-in\/docs-session"/),
  row(401, read('/sign-in/'), { 'content-type': 'text/plain; charset=utf-8' }),
  row(401, read('/sign-in/openapi.json', HTML), { 'content-type': 'text/plain; charset=utf-8' }),
  row(303, sendForm('/sign-in/docs-session', `key=${encodeURIComponent(KEY)}`), {
    location: './',
    'set-cookie': COOKIE,
    'cache-control': 'no-store',
  }),
  row(401, sendForm('/sign-in/docs-session', 'key=wrong'), { 'set-cookie': null }, /role="alert"/),
  row(303, sendForm('/sign-in/docs-session', ''), { 'set-cookie': /^dtospec-docs=; Max-Age=0;/ }),
  row(403, sendForm('/sign-in/docs-session', 'key=another', { 'sec-fetch-site': 'cross-site' }), {
    'set-cookie': null,
  }),
  row(403, sendForm('/sign-in/docs-session', 'key=another', { origin: 'https://evil.example' }), {
    'set-cookie': null,
  }),
  row(400, sendForm('/sign-in/docs-session', 'key=another', { 'content-type': 'text/plain' }), {
    'set-cookie': null,
  }),
  row(400, sendForm('/sign-in/docs-session', `key=${'x'.repeat(9000)}`), { 'set-cookie': null }),
  row(303, read('/sign-in/docs-session'), { location: './', 'set-cookie': null }),
  row(405, ask('DELETE', '/sign-in/docs-session'), { allow: 'GET, HEAD, POST, OPTIONS' }),
  row(401, sendForm('/sign-in/', 'key=another'), { 'set-cookie': null }),
  row(404, read('/open/docs-session')),
  row(405, sendForm('/open/', 'key=another')),
];

const PROTECTED: MatrixRow[] = [
  ...['/', '/openapi.json', '/openapi.yaml', '/nothing'].map((path) =>
    row(401, read(`/protected${path}`), { 'www-authenticate': CHALLENGE, 'cache-control': 'no-store' }),
  ),
  row(401, ask('HEAD', '/protected/'), { 'www-authenticate': CHALLENGE }),
  row(401, ask('POST', '/protected/'), { 'www-authenticate': CHALLENGE, allow: null }),
  row(401, read('/protected/openapi.json'), { 'access-control-allow-origin': '*' }),
  row(401, read('/protected/?key=wrong')),
  row(401, read('/protected/?key=')),
  row(401, read('/protected/', { authorization: basic(USER, 'wrong') })),
  row(401, read('/protected/', { authorization: basic(USER, '') })),
  row(401, read('/protected/', { authorization: `Bearer ${KEY.length}` })),
  row(200, read(`/protected?${KEY_QUERY}`), { 'cache-control': 'private, no-cache' }),
  row(401, read('/protected'), { 'www-authenticate': CHALLENGE }),
  row(401, read('/protected/?openapi=json'), { 'www-authenticate': CHALLENGE }),
  row(204, ask('OPTIONS', '/protected/openapi.json', PREFLIGHT), { 'access-control-allow-origin': '*' }),
  ...[read(`/protected/?${KEY_QUERY}`), read('/protected/', LOGIN)].map((request) =>
    row(200, request, {
      'cache-control': 'private, no-cache',
      vary: 'Accept-Encoding, Authorization, X-API-Key',
    }),
  ),
  row(200, read(`/protected/openapi.json?${KEY_QUERY}`)),
  row(200, read(`/protected/openapi.json?key=wrong`, LOGIN)),
  row(200, read(`/protected/openapi.json?${KEY_QUERY}`, { authorization: basic('x', 'y') })),
  row(405, ask('POST', '/protected/', LOGIN), { allow: ALLOW }),
  row(404, read('/protected/nothing', LOGIN)),
];

const OTHERS: MatrixRow[] = [
  ...['GET', 'HEAD', 'OPTIONS', 'POST'].flatMap((method) =>
    ['', '/', '/openapi.json', '/nothing'].map((path) =>
      row(500, ask(method, `/misconfigured${path}`), {}, method === 'HEAD' ? '' : NO_CREDENTIALS),
    ),
  ),
  row(403, read('/session/'), { 'www-authenticate': null }),
  row(200, read('/session/', { cookie: SESSION }), { 'cache-control': 'private, no-cache' }),
  row(200, read('/session/openapi.json', { cookie: SESSION }), { 'access-control-allow-origin': null }),
  row(403, read('/session')),
  row(401, read('/views/')),
  row(200, read('/views/part'), { 'cache-control': 'private, no-cache' }),
  row(200, read('/views/part/'), { vary: /Cookie/ }),
  row(200, read('/views/part/', LOGIN), {}, /href="\.\.\/">Shop API<.*aria-current="page">part</s),
  row(200, read('/views/', LOGIN), {}, /href="\.\/part\/">part</),
  row(200, read('/views/part/openapi.json'), { 'cache-control': 'public, no-cache' }, /"x-part":1/),
  row(200, read('/views/part/openapi.yaml')),
  row(204, ask('OPTIONS', '/views/part/openapi.json'), { allow: ALLOW }),
  row(404, read('/views/part/nothing')),
  row(401, read('/views/partners')),
];

export const MATRIX: readonly MatrixRow[] = [...OPEN, ...PROTECTED, ...SIGN_IN, ...OTHERS];
