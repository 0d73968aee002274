import {
  apiKeyAuth,
  basicAuth,
  bearerAuth,
  cookieAuth,
  Docs,
  operation,
  response,
  scoped,
  type ApiKeyScheme,
  type Operation,
} from '../../../../src/index.js';
import type { SecurityInput } from '../../../../src/operations/security/security-types.js';
import { expectValidDocument } from '../../../support/documents/validate-document.js';
import { runnerOf } from '../run.js';

// Browsers add a cookie to the requests of every site's pages. Such a request must not change anything.

let verified = 0;
let ran = 0;
const verify = (key: string): boolean => {
  verified += 1;
  return key === 'right';
};
const sessionOf = (allowedOrigins?: readonly string[] | '*'): ApiKeyScheme<boolean> =>
  cookieAuth('session', 'sid', { verify, ...(allowedOrigins && { allowedOrigins }) });
const token = bearerAuth('token', { verify });

function change(security: readonly SecurityInput[], method: string): Operation {
  return operation(
    { method: method as 'POST', path: '/thing', security, responses: { 204: response('Done') } },
    () => void (ran += 1),
  );
}

type Headers = Readonly<Record<string, string>>;

async function ask(headers: Headers, security: readonly SecurityInput[], method = 'POST'): Promise<number> {
  const { status } = await runnerOf(change(security, method))({ target: '/thing', headers });
  return status;
}

beforeEach(() => {
  verified = 0;
  ran = 0;
});

const COOKIE = { cookie: 'sid=right', host: 'api.example' };
const SITE = 'sec-fetch-site';

test.each<[number, Headers]>([
  [204, {}], // no browser
  [204, { [SITE]: 'same-origin' }],
  [204, { [SITE]: 'none' }], // the user's own action
  [403, { [SITE]: 'same-site' }],
  [403, { [SITE]: 'cross-site' }],
  [403, { [SITE]: 'unknown' }],
  [403, { [SITE]: '' }],
  [403, { [SITE]: 'cross-site', origin: 'https://api.example' }],
  [403, { [SITE]: 'cross-site, same-origin' }],
  [204, { origin: 'https://api.example' }],
  [204, { origin: 'http://api.example' }], // TLS may end at a proxy
  [403, { origin: 'https://evil.example' }],
  [403, { origin: 'https://api.example.evil.example' }],
  [403, { origin: 'https://api.example:8443' }],
  [403, { origin: 'null' }],
  [403, { origin: '' }],
  [403, { referer: 'https://evil.example/?https://api.example' }],
  [204, { referer: 'https://api.example/page' }],
  [403, { origin: 'https://evil.example', referer: 'https://api.example/' }],
  [204, { host: 'upstream', 'x-forwarded-host': 'api.example', origin: 'https://api.example' }],
])('answers %i to a POST with a cookie and %j', async (status, headers) => {
  expect(await ask({ ...COOKIE, ...headers }, [sessionOf()])).toBe(status);
  expect([verified, ran]).toEqual(status === 204 ? [1, 1] : [0, 0]);
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('refuses %s of another site', async (method) => {
  expect(await ask({ ...COOKIE, [SITE]: 'cross-site' }, [sessionOf()], method)).toBe(403);
});

test.each(['GET', 'HEAD', 'OPTIONS'])('answers %s of another site, which changes nothing', async (method) => {
  expect(await ask({ ...COOKIE, [SITE]: 'cross-site' }, [sessionOf()], method)).toBe(204);
});

test.each<[number, readonly string[] | '*', Headers]>([
  [204, ['https://app.example'], { [SITE]: 'cross-site', origin: 'https://app.example' }],
  [204, ['https://app.example'], { [SITE]: 'same-origin', origin: 'https://api.example' }],
  [204, ['https://a.example', 'http://localhost:5173'], { origin: 'http://localhost:5173' }],
  [204, ['chrome-extension://abc'], { [SITE]: 'cross-site', origin: 'chrome-extension://abc' }],
  [403, ['https://app.example'], { [SITE]: 'cross-site', origin: 'https://app.example.evil.example' }],
  [403, ['https://app.example'], { [SITE]: 'cross-site', origin: 'http://app.example' }],
  [403, ['https://app.example'], { [SITE]: 'cross-site', origin: 'https://evil.example' }],
  [403, ['https://app.example'], { [SITE]: 'cross-site' }],
  [403, ['https://app.example'], { [SITE]: 'cross-site', referer: 'https://app.example/' }],
  [403, [], { [SITE]: 'cross-site', origin: 'null' }],
  [204, '*', { [SITE]: 'cross-site', origin: 'null' }],
])('answers %i with allowedOrigins %j to %j', async (status, allowed, headers) => {
  expect(await ask({ ...COOKIE, ...headers }, [sessionOf(allowed)])).toBe(status);
});

const OTHER = { ...COOKIE, [SITE]: 'cross-site' };

it('checks only credentials of cookies', async () => {
  expect(await ask({ ...OTHER, authorization: 'Bearer right' }, [token])).toBe(204);
  expect(await ask({ ...OTHER, 'x-key': 'right' }, [apiKeyAuth('key', 'X-Key', { verify })])).toBe(204);
  const basic = basicAuth('basic', { verify: ({ password }) => verify(password) });
  expect(await ask({ ...OTHER, authorization: `Basic ${btoa('a:right')}` }, [basic])).toBe(204);
  expect(await ask(OTHER, [])).toBe(204);
});

it('uses another credential of the request', async () => {
  const either = [sessionOf(), token];
  expect(await ask({ ...OTHER, authorization: 'Bearer right' }, either)).toBe(204);
  expect(await ask({ ...OTHER, authorization: 'Bearer wrong' }, either)).toBe(403);
  expect(await ask(OTHER, either)).toBe(403);
  expect(await ask({ ...OTHER, authorization: 'Bearer right' }, [[sessionOf(), token]])).toBe(403);
});

it('answers 401 without a cookie, and takes a request of another site for anonymous', async () => {
  expect(await ask({ [SITE]: 'cross-site' }, [sessionOf()])).toBe(401);
  let auth: unknown = 'none';
  const optional = operation(
    { method: 'POST', path: '/thing', security: [sessionOf(), {}], responses: { 204: response('') } },
    (input) => void (auth = input.auth),
  );
  await runnerOf(optional)({ target: '/thing', headers: OTHER });
  expect(auth).toBeUndefined();
});

it('explains the refusal without the cookie', async () => {
  const { body } = await runnerOf(change([sessionOf()], 'POST'))({ target: '/thing', headers: OTHER });
  expect(body).toEqual({
    type: 'about:blank',
    title: 'Forbidden',
    status: 403,
    detail: 'Pages of other sites cannot send this request with the cookie of the user.',
  });
});

it('documents the 403, and no option', async () => {
  const docs = new Docs({ info: { title: 'T', version: '1' }, strict: true });
  const session = sessionOf();
  const scopes = cookieAuth('scopes', 'scopes', { verify: (key, context) => ({ key, context }) });
  const of = (path: string, method: string, security: SecurityInput): Operation =>
    operation(
      { method: method as 'POST', path, security: [security], responses: { 204: response('') } },
      () => undefined,
    );
  docs.addOperations([
    of('/own', 'POST', session),
    of('/own', 'GET', session),
    of('/scopes', 'POST', scoped(scopes, 'write')),
    of('/open', 'POST', cookieAuth('open', 'open', { verify, allowedOrigins: '*' })),
    of('/external', 'POST', cookieAuth('external', 'external', { verify: false })),
  ]);
  const { paths, components } = docs.buildSpec();
  const forbidden = (path: string, method: 'get' | 'post'): unknown =>
    (paths![path]![method]!.responses!['403'] as { description?: string } | undefined)?.description;
  expect(forbidden('/own', 'post')).toBe('Request of a page of another site');
  expect(forbidden('/own', 'get')).toBeUndefined();
  expect(forbidden('/scopes', 'post')).toBe('Insufficient scope; Request of a page of another site');
  expect(forbidden('/open', 'post')).toBeUndefined();
  expect(forbidden('/external', 'post')).toBeUndefined();
  expect(components!.securitySchemes!.open).toEqual({ type: 'apiKey', in: 'cookie', name: 'open' });
  expect(docs.validate()).toBeNull();
  await expectValidDocument(docs.buildSpec());
});

test.each<unknown>([
  'https://app.example',
  ['*'],
  [''],
  ['null'],
  ['app.example'],
  ['https://app.example/'],
  ['https://app.example/page'],
  ['https://APP.example'],
  ['https://app.example:443'],
  ['https://user@app.example'],
  ['https://*.example'],
  [undefined],
  true,
])('refuses allowedOrigins %j', (allowed) => {
  const docs = new Docs({ info: { title: 'T', version: '1' } });
  expect(() => docs.addOperations([change([sessionOf(allowed as never)], 'POST')])).toThrow(
    "has a security scheme session that cannot be checked: allowedOrigins needs '*' or origins as browsers send them, as in ['https://app.example.com'], not",
  );
});

it('refuses allowedOrigins of a scheme that is no cookie', () => {
  const docs = new Docs({ info: { title: 'T', version: '1' } });
  const header = { ...apiKeyAuth('key', 'X-Key', { verify }), allowedOrigins: '*' } as const;
  expect(() => docs.addOperations([change([header], 'POST')])).toThrow(
    'allowedOrigins is an option of cookies',
  );
});
