import {
  apiKeyAuth,
  basicAuth,
  bearerAuth,
  cookieAuth,
  Docs,
  forbidden,
  operation,
  problemResponse,
  response,
  sameSecret,
  scoped,
  type AuthScheme,
  type Config,
  type Operation,
} from '../../../../src/index.js';
import type { SecurityInput } from '../../../../src/operations/security/security-types.js';
import { expectValidDocument } from '../../../support/documents/validate-document.js';
import { runnerOf, type TestResponse } from '../run.js';

interface User {
  readonly name: string;
  readonly scopes: readonly string[];
}

const USERS: Readonly<Record<string, User>> = {
  'ada-token': { name: 'Ada', scopes: ['read', 'write'] },
  'bob-token': { name: 'Bob', scopes: ['read'] },
};

const asked: unknown[] = [];
const staff = bearerAuth('staff', {
  verify: async (token, { scopes, request }) => {
    asked.push([token, scopes, request.method]);
    const user = await Promise.resolve(USERS[token]);
    return user === undefined || scopes.every((scope) => user.scopes.includes(scope)) ? user : forbidden();
  },
});
const device = apiKeyAuth('device', 'X-Device-Key', { verify: (key) => sameSecret(key, 'device 7') });
const session = cookieAuth('session', 'sid', { verify: (id) => (id === 'a=b c' ? { id } : undefined) });
const admin = basicAuth('admin', {
  verify: ({ username, password }) => password === 'päss:word' && { username },
});
const query = {
  name: 'query',
  type: 'apiKey',
  in: 'query',
  paramName: 'key',
  verify: (key: string) => ({ key }),
} as const;
const external: AuthScheme = bearerAuth('external', { verify: false });
const documented = bearerAuth('documented');

function whoAmI(...security: readonly SecurityInput[]): Operation {
  return operation(
    { method: 'GET', path: '/me', security, responses: { 200: response('Who', { type: 'object' }) } },
    ({ auth }) => ({ auth: auth ?? null }),
  );
}

async function ask(
  operation: Operation,
  headers: Readonly<Record<string, string>> = {},
  target = '/me',
  config: Partial<Config> = {},
): Promise<TestResponse> {
  return runnerOf(operation, {}, config)({ target, headers });
}

beforeEach(() => {
  asked.length = 0;
});

const basic = (pair: string): { authorization: string } => ({
  authorization: `Basic ${Buffer.from(pair).toString('base64')}`,
});

type Case<T> = readonly [string, SecurityInput, Readonly<Record<string, string>>, T, string?];

const GRANTED: readonly Case<unknown>[] = [
  ['a bearer token', staff, { authorization: 'Bearer ada-token' }, USERS['ada-token']],
  ['a scheme name in another case', staff, { authorization: 'bEARER  ada-token ' }, USERS['ada-token']],
  ['a key in a header', device, { 'x-device-key': 'device 7' }, true],
  ['a key in a cookie', session, { cookie: 'x=1; sid=a%3Db%20c; y=2' }, { id: 'a=b c' }],
  ['a name and a password', admin, basic('root:päss:word'), { username: 'root' }],
  ['a key in the query', query, {}, { key: 'a b' }, '/me?key=a%20b'],
  ['scopes', scoped(staff, 'write'), { authorization: 'Bearer ada-token' }, USERS['ada-token']],
  [
    'two schemes together',
    [staff, device],
    { authorization: 'Bearer ada-token', 'x-device-key': 'device 7' },
    [USERS['ada-token'], true],
  ],
  [
    'one that is checked and one that is documented',
    [documented, device],
    { 'x-device-key': 'device 7' },
    [null, true],
  ],
];

it.each(GRANTED.map(([title, ...rest]) => [title, rest] as const))('grants access by %s', async (_, rest) => {
  const [security, headers, auth, target = '/me'] = rest;
  expect(await ask(whoAmI(security), headers, target)).toMatchObject({ status: 200, body: { auth } });
});

const BEARER = 'Bearer realm="staff"';
const INVALID = 'Bearer realm="staff", error="invalid_token"';

const REFUSED: readonly Case<string>[] = [
  ['nothing', staff, {}, BEARER],
  ['an empty header', staff, { authorization: '' }, BEARER],
  ['another scheme', staff, { authorization: 'Basic ada-token' }, BEARER],
  ['a scheme alone', staff, { authorization: 'Bearer' }, INVALID],
  ['a token alone', staff, { authorization: 'ada-token' }, BEARER],
  ['no space', staff, { authorization: 'Bearerada-token' }, BEARER],
  ['a tab', staff, { authorization: 'Bearer\tada-token' }, BEARER],
  ['a wrong token', staff, { authorization: 'Bearer eve-token' }, INVALID],
  ['a token in another case', staff, { authorization: 'Bearer ADA-TOKEN' }, INVALID],
  ['two tokens', staff, { authorization: 'Bearer eve-token, Bearer ada-token' }, INVALID],
  ['two words', staff, { authorization: 'Bearer ada-token x' }, INVALID],
  ['a token that is no ASCII', staff, { authorization: 'Bearer ada-tokén' }, INVALID],
  ['the name of a prototype', staff, { authorization: 'Bearer __proto__x' }, INVALID],
  ['no key', device, {}, 'ApiKey realm="device"'],
  ['a wrong key', device, { 'x-device-key': 'device 8' }, 'ApiKey realm="device"'],
  ['two keys', device, { 'x-device-key': 'device 7, device 7' }, 'ApiKey realm="device"'],
  ['two cookies', session, { cookie: 'sid=a%3Db%20c; sid=x' }, 'ApiKey realm="session"'],
  ['a broken cookie', session, { cookie: 'sid=%ff' }, 'ApiKey realm="session"'],
  ['a cookie in another case', session, { cookie: 'SID=a%3Db%20c' }, 'ApiKey realm="session"'],
  ['a wrong password', admin, basic('root:word'), 'Basic realm="admin", charset="UTF-8"'],
  ['no colon', admin, basic('root'), 'Basic realm="admin", charset="UTF-8"'],
  ['a control character', admin, basic('ro\0ot:päss:word'), 'Basic realm="admin", charset="UTF-8"'],
  ['no base64', admin, { authorization: 'Basic r%t' }, 'Basic realm="admin", charset="UTF-8"'],
  ['no UTF-8', admin, { authorization: 'Basic /zo6' }, 'Basic realm="admin", charset="UTF-8"'],
  ['two keys in the query', query, {}, 'ApiKey realm="query"', '/me?key=a&key=a'],
  ['an empty key in the query', query, {}, 'ApiKey realm="query"', '/me?key='],
  ['the key in another case', query, {}, 'ApiKey realm="query"', '/me?KEY=a'],
  ['one of two', [staff, device], { authorization: 'Bearer ada-token' }, 'ApiKey realm="device"'],
];

it.each(REFUSED.map(([title, ...rest]) => [title, rest] as const))('answers 401 to %s', async (_, rest) => {
  const [security, headers, challenge, target = '/me'] = rest;
  const { status, headers: sent, body } = await ask(whoAmI(security), headers, target);
  expect([status, sent['www-authenticate']]).toEqual([401, challenge]);
  expect(sent['content-type']).toBe('application/problem+json');
  expect(body).toEqual({
    type: 'about:blank',
    title: 'Unauthorized',
    status: 401,
    detail: 'Valid credentials are required.',
  });
});

it('answers 403 to a credential without the scopes', async () => {
  const answer = await ask(whoAmI(scoped(staff, 'read', 'write')), { authorization: 'Bearer bob-token' });
  expect([answer.status, answer.headers['www-authenticate']]).toEqual([
    403,
    'Bearer realm="staff", error="insufficient_scope", scope="read write"',
  ]);
  expect(asked).toEqual([['bob-token', ['read', 'write'], 'GET']]);
});

it('grants access by the first accepted alternative, and names all of them otherwise', async () => {
  const either = whoAmI(scoped(staff, 'write'), [device, session]);
  expect(await ask(either, { 'x-device-key': 'device 7', cookie: 'sid=a%3Db%20c' })).toMatchObject({
    body: { auth: [true, { id: 'a=b c' }] },
  });
  expect((await ask(either)).headers['www-authenticate']).toBe(`${BEARER}, ApiKey realm="device"`);
});

it.each([
  ['last', [staff, {}]],
  ['first', [{}, staff]],
])('lets anonymous requests pass where an empty requirement says so, %s', async (_, security) => {
  const optional = whoAmI(...security);
  expect(await ask(optional)).toMatchObject({ status: 200, body: { auth: null } });
  expect(await ask(optional, { authorization: 'Bearer bob-token' })).toMatchObject({
    body: { auth: USERS['bob-token'] },
  });
});

it('checks schemes that the configuration registers, by their names', async () => {
  const config = { auth: { schemes: [staff, device] } };
  const byName = whoAmI({ staff: ['write'] });
  expect(await ask(byName, { authorization: 'Bearer bob-token' }, '/me', config)).toMatchObject({
    status: 403,
  });
  const plain = operation(
    { method: 'GET', path: '/me', responses: { 200: response('', String) } },
    ({ auth }) => (auth as User).name,
  );
  const ofAll = { ...config, security: ['staff'] };
  expect(await ask(plain, {}, '/me', ofAll)).toMatchObject({ status: 401 });
  expect(await ask(plain, { authorization: 'Bearer bob-token' }, '/me', ofAll)).toMatchObject({
    body: 'Bob',
  });
  expect(await ask(whoAmI(), {}, '/me', { ...config })).toMatchObject({ status: 200 });
});

it('checks before it reads the body and the parameters', async () => {
  const post = operation(
    {
      method: 'POST',
      path: '/me',
      security: [staff],
      body: { type: 'object' },
      query: class {},
      responses: { 204: response('') },
    },
    () => undefined,
  );
  const docs = new Docs({ info: { title: 'Test', version: '1' } });
  expect(() => docs.bindOperations([post])).toThrow('class');
  const { query: _, ...definition } = post.definition;
  const plain = operation({ ...definition, method: 'POST' }, () => undefined);
  const [bound] = docs.bindOperations([plain]);
  const unread = (): never => {
    throw new Error('the body was read');
  };
  const { signal } = new AbortController();
  const request = { method: 'POST', target: '/me', pathParameters: [], headers: {}, signal, raw: undefined };
  const body = {
    header: () => 'application/json',
    parsed: undefined,
    present: true,
    chunks: unread,
    read: unread,
  };
  expect(await bound!.run(request, body)).toMatchObject({ status: 401 });
});

it('does not run for a client that disconnected while verify ran, and passes on errors of verify', async () => {
  const controller = new AbortController();
  const slow = bearerAuth('slow', {
    verify: () => {
      controller.abort();
      return true;
    },
  });
  const [bound] = new Docs({ info: { title: 'Test', version: '1' } }).bindOperations([whoAmI(slow)]);
  const headers = { authorization: 'Bearer secret-token' };
  const request = {
    method: 'GET',
    target: '/me',
    pathParameters: [],
    headers,
    signal: controller.signal,
    raw: undefined,
  };
  const body = {
    header: () => undefined,
    parsed: undefined,
    present: false,
    chunks: undefined!,
    read: undefined!,
  };
  await expect(bound!.run(request, body)).rejects.toMatchObject({ code: 'ERR_REQUEST_ABORTED' });
  const failing = bearerAuth('failing', { verify: () => Promise.reject(new Error('no database')) });
  await expect(ask(whoAmI(failing), headers)).rejects.toThrow(/^no database$/);
});

it('never accepts an empty secret, such as that of a missing environment variable', async () => {
  expect(sameSecret('', '')).toBe(false);
  const unset = basicAuth('admin', { verify: ({ password }) => sameSecret(password, '') });
  expect(await ask(whoAmI(unset), basic('root:'))).toMatchObject({ status: 401 });
});

it('documents its schemes, 401 and 403', async () => {
  const docs = new Docs({ info: { title: 'Test', version: '1' }, strict: true });
  const own = operation(
    {
      method: 'POST',
      path: '/me',
      security: [scoped(staff, 'write'), [staff, device], external],
      responses: { 204: response('Done'), 401: problemResponse('Sign in first') },
    },
    () => undefined,
  );
  expect(() => docs.bindOperations([own])).toThrow(
    'operation POST /me checks one scheme of its security, and nothing checks external, which would grant access too.',
  );
  const right = operation(
    { ...own.definition, method: 'POST', security: [scoped(staff, 'write'), [staff, device]] },
    () => undefined,
  );
  docs.bindOperations([
    right,
    whoAmI(session),
    operation({ ...own.definition, method: 'PUT', security: [external] }, () => undefined),
  ]);
  const document = docs.buildSpec();
  expect(document.components?.securitySchemes).toEqual({
    staff: { type: 'http', scheme: 'bearer' },
    device: { type: 'apiKey', in: 'header', name: 'X-Device-Key' },
    session: { type: 'apiKey', in: 'cookie', name: 'sid' },
    external: { type: 'http', scheme: 'bearer' },
  });
  const { post, get, put } = document.paths!['/me']!;
  expect(post?.security).toEqual([{ staff: ['write'] }, { staff: [], device: [] }]);
  expect(post?.responses).toMatchObject({
    401: { description: 'Sign in first' },
    403: { description: 'Insufficient scope' },
  });
  expect(get?.responses?.['401']).toMatchObject({
    description: 'Missing or invalid credentials',
    headers: { 'WWW-Authenticate': { required: true, schema: { type: 'string' } } },
  });
  expect(Object.keys(get?.responses ?? {})).toEqual(['200', '401']);
  expect(Object.keys(put?.responses ?? {})).toEqual(['204', '401']);
  expect(docs.validate()).toBeNull();
  await expectValidDocument(document);
});

it('warns of a scheme without verify', () => {
  const docs = new Docs({ info: { title: 'Test', version: '1' } });
  docs.bindOperations([whoAmI(documented)]);
  expect(docs.diagnostics({ notes: true })).toMatchObject([
    { code: 'security-not-verified', severity: 'warning', place: 'GET /me' },
  ]);
  expect(docs.validate()).toBeNull();
  const strict = new Docs({ info: { title: 'Test', version: '1' }, strict: true });
  strict.bindOperations([whoAmI(documented)]);
  expect(strict.validate()?.message).toContain('Security scheme documented is documented and not checked');
});

it('refuses two schemes of one name in two operations, and a name that only another operation has', () => {
  const other = bearerAuth('staff', { verify: () => true });
  const list = (path: string, input: SecurityInput): Operation =>
    operation({ method: 'GET', path, security: [input], responses: { 204: response('') } }, () => undefined);
  const docs = new Docs({ info: { title: 'Test', version: '1' } });
  const twice = 'operation GET /b has a security scheme staff that differs from the one of this name';
  expect(() => docs.bindOperations([list('/a', staff), list('/b', other)])).toThrow(twice);
  const unknown = 'operation GET /b requires the security scheme "staff", which is neither predefined';
  expect(() => docs.bindOperations([list('/a', staff), list('/b', 'staff')])).toThrow(unknown);
  docs.bindOperations([list('/a', 'bearerAuth')]);
  const predefined = bearerAuth('bearerAuth', { verify: () => true });
  expect(() => docs.bindOperations([list('/b', predefined)])).toThrow(twice.replace('staff', 'bearerAuth'));
});

it('gives auth the type of the result of verify', () => {
  const at = { method: 'GET', path: '/x', responses: { 204: response('') } } as const;
  operation({ ...at, security: [staff] }, ({ auth }) => void (auth satisfies User));
  operation({ ...at, security: [scoped(staff, 'write')] }, ({ auth }) => void (auth.name satisfies string));
  operation({ ...at, security: [staff, device] }, ({ auth }) => void (auth satisfies User | true));
  operation(
    { ...at, security: [[staff, session]] },
    ({ auth: [user, { id }] }) => void [user.name, id satisfies string],
  );
  operation({ ...at, security: [] }, ({ auth }) => auth satisfies undefined);
  operation({ ...at, security: ['staff'] }, ({ auth }) => {
    // @ts-expect-error nobody knows what a name stands for
    void (auth satisfies User);
  });
  expect(sameSecret('a', 'a')).toBe(true);
  expect(sameSecret('a', 'ab')).toBe(false);
});
