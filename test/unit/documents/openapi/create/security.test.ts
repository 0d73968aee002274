import {
  apiKeyAuth,
  type AuthScheme,
  basicAuth,
  bearerAuth,
  type Config,
  cookieAuth,
  SECURITY_BEARER_AUTH,
} from '../../../../../src/index.js';
import type { SecurityRequirement } from '../../../../../src/documents/openapi/types/objects.js';
import { build, ok } from '../build.js';

async function secure(security: SecurityRequirement[] | undefined, config: Partial<Config> = {}) {
  const endpoint = { method: 'GET', path: '/', responses: ok };
  const { document, diagnostics, codes } = await build(
    [security ? { ...endpoint, security } : endpoint],
    config,
  );
  return {
    operation: document.paths['/']?.get?.security,
    root: document.security,
    schemes: document.components?.securitySchemes,
    diagnostics,
    codes,
  };
}

describe('predefined security names', () => {
  test('omits a scheme that no operation uses', async () => {
    const { operation, schemes } = await secure(undefined);
    expect([operation, schemes]).toEqual([undefined, undefined]);
  });

  test('a registered scheme overrides the predefined one of its name', async () => {
    const scheme = apiKeyAuth(SECURITY_BEARER_AUTH, 'X-Token');
    const { schemes } = await secure([SECURITY_BEARER_AUTH], { auth: { schemes: [scheme] } });
    expect(schemes).toEqual({ bearerAuth: { type: 'apiKey', in: 'header', name: 'X-Token' } });
  });
});

describe('registered schemes', () => {
  test.each<[string, AuthScheme, object]>([
    ['bearerAuth', bearerAuth('s'), { type: 'http', scheme: 'bearer' }],
    ['basicAuth', basicAuth('s'), { type: 'http', scheme: 'basic' }],
    ['apiKeyAuth', apiKeyAuth('s', 'X-Key'), { type: 'apiKey', in: 'header', name: 'X-Key' }],
    ['cookieAuth', cookieAuth('s', 'sid'), { type: 'apiKey', in: 'cookie', name: 'sid' }],
    [
      'a format and a description',
      { ...bearerAuth('s'), bearerFormat: 'JWT', description: 'Log in first' },
      { type: 'http', description: 'Log in first', scheme: 'bearer', bearerFormat: 'JWT' },
    ],
    [
      'oauth2 with its flows',
      {
        name: 's',
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: 'https://a.example/token', scopes: { read: 'Read' } } },
      },
      {
        type: 'oauth2',
        flows: { clientCredentials: { tokenUrl: 'https://a.example/token', scopes: { read: 'Read' } } },
      },
    ],
    [
      'openIdConnect with its URL',
      {
        name: 's',
        type: 'openIdConnect',
        openIdConnectUrl: 'https://a.example/.well-known/openid-configuration',
      },
      { type: 'openIdConnect', openIdConnectUrl: 'https://a.example/.well-known/openid-configuration' },
    ],
  ])('%s appears under components.securitySchemes, used or not', async (_title, scheme, expected) => {
    const { schemes, codes } = await secure(undefined, { auth: { schemes: [scheme] } });
    expect(schemes).toEqual({ s: expected });
    expect(codes).toEqual([]);
  });

  test('persistCredentials has no effect', async () => {
    expect(await secure(undefined, { auth: { persistCredentials: true } })).toEqual(await secure(undefined));
  });

  test.each<[string, object]>([
    ['no scheme for http', { name: 's', type: 'http' }],
    ['no paramName for apiKey', { name: 's', type: 'apiKey', in: 'header' }],
    ['no flows for oauth2', { name: 's', type: 'oauth2' }],
    ['no URL for openIdConnect', { name: 's', type: 'openIdConnect' }],
    ['a type that is none', { name: 's', type: 'magic' }],
    ['a name that is no component name', { ...basicAuth('my scheme') }],
  ])('omits %s with an error', async (_title, scheme) => {
    const { schemes, diagnostics } = await secure(undefined, { auth: { schemes: [scheme as AuthScheme] } });
    expect(schemes).toBeUndefined();
    expect(diagnostics).toMatchObject([{ code: 'invalid-security-scheme', severity: 'error' }]);
  });

  test('an incomplete scheme does not compile', () => {
    // @ts-expect-error http needs a scheme
    const http: AuthScheme = { name: 's', type: 'http' };
    // @ts-expect-error apiKey needs to know where, and under what name
    const apiKey: AuthScheme = { name: 's', type: 'apiKey' };
    // @ts-expect-error oauth2 needs flows
    const oauth2: AuthScheme = { name: 's', type: 'oauth2' };
    expect([http, apiKey, oauth2]).toHaveLength(3);
  });
});

describe('names in security', () => {
  const auth = { schemes: [bearerAuth('token'), apiKeyAuth('key', 'X-Key')] };

  test.each<[string, SecurityRequirement[], object[] | undefined, number]>([
    ['any one of several names', ['token', 'key'], [{ token: [] }, { key: [] }], 0],
    ['all of one object', [{ token: [], key: [] }], [{ token: [], key: [] }], 0],
    ['scopes', [{ oauth2: ['read'] }], [{ oauth2: ['read'] }], 0],
    ['an empty object: without credentials too', [{}, 'token'], [{}, { token: [] }], 0],
    ['an unknown name is left out', ['token', 'nobody'], [{ token: [] }], 1],
    [
      'an object with an unknown name is left out whole',
      [{ token: [], nobody: [] }, 'key'],
      [{ key: [] }],
      1,
    ],
    ['nothing known is no security', ['nobody', 'noone'], undefined, 2],
    ['a name of Object.prototype', ['constructor'], undefined, 1],
  ])('%s', async (_title, security, expected, unknown) => {
    const { operation, codes } = await secure(security, { auth });
    expect(operation).toEqual(expected);
    expect(codes).toEqual(Array<string>(unknown).fill('unknown-security-scheme'));
  });

  const SHARED = 'https://auth.example.com/openapi.json#/components/securitySchemes/staff';

  test.each([SHARED, './shared.json#/components/securitySchemes/staff', 'urn:example:staff', '/auth/staff'])(
    'a scheme by the URI %s is written as it is in OpenAPI 3.2',
    async (uri) => {
      const { operation, root, schemes, codes } = await secure([{ [uri]: ['read'] }, uri, 'key'], {
        auth,
        openapi: '3.2',
        security: [uri],
      });
      expect(operation).toEqual([{ [uri]: ['read'] }, { [uri]: [] }, { key: [] }]);
      expect(root).toEqual([{ [uri]: [] }]);
      expect(Object.keys(schemes ?? {})).toEqual(['token', 'key']);
      expect(codes).toEqual([]);
    },
  );

  test.each(['3.0', '3.1'] as const)('a scheme by its URI is an error in OpenAPI %s', async (openapi) => {
    const { operation, diagnostics } = await secure([{ [SHARED]: [], token: [] }], { auth, openapi });
    expect(operation).toBeUndefined();
    expect(diagnostics).toEqual([
      expect.objectContaining({ code: 'security-uri-not-in-openapi', severity: 'error', place: 'GET /' }),
    ]);
    expect(diagnostics[0]?.message).toBe(
      `The security scheme "${SHARED}" is a URI, which OpenAPI ${openapi} does not allow, so the requirement that names it is left out whole. Nothing remains, so this is documented as public, or with the security that the whole document has. Set openapi: '3.2', or register the scheme in config.auth.schemes and name it.`,
    );
  });

  test.each(['3.0', '3.1', '3.2'] as const)(
    'in OpenAPI %s, a reference to a component of the document is its name',
    async (openapi) => {
      const local = '#/components/securitySchemes/';
      const { operation, codes } = await secure([{ [`${local}key`]: [] }, `${local}bearerAuth`], {
        auth,
        openapi,
      });
      expect(operation).toEqual([{ key: [] }, { bearerAuth: [] }]);
      expect(codes).toEqual([]);
      const unknown = await secure([`${local}nobody`], { auth, openapi });
      expect(unknown.codes).toEqual(['unknown-security-scheme']);
    },
  );

  test.each(['staff:admin', 'sta/ff', 'staff'])('%s is no URI but an unknown name', async (name) => {
    const { codes } = await secure([name], { auth, openapi: '3.2' });
    expect(codes).toEqual(['unknown-security-scheme']);
  });

  test('warns that an operation without its schemes is documented as public', async () => {
    const { diagnostics, schemes } = await secure(['nobody']);
    expect(schemes).toBeUndefined();
    expect(diagnostics).toMatchObject([{ severity: 'warning', place: 'GET /' }]);
    expect(diagnostics[0]?.message).toMatch(/"nobody".*documented as public/);
  });

  test('does not report the scope of a flow that the version of OpenAPI lacks', async () => {
    const deviceAuthorization = {
      deviceAuthorizationUrl: 'https://a.example/device',
      tokenUrl: 'https://a.example/token',
      scopes: { read: 'Reads' },
    };
    const tv: AuthScheme = { name: 'tv', type: 'oauth2', flows: { deviceAuthorization } };
    const { codes } = await secure([{ tv: ['read'] }], { auth: { schemes: [tv] }, openapi: '3.1' });
    expect(codes).toEqual(['not-in-openapi-3-1']);
  });

  test('reports a scope that no flow has', async () => {
    const { operation, diagnostics } = await secure([{ oauth2: ['read', 'admin'] }]);
    expect(operation).toEqual([{ oauth2: ['read', 'admin'] }]);
    expect(diagnostics).toMatchObject([{ code: 'unknown-scope', severity: 'warning', place: 'GET /' }]);
  });

  test("config.security is the document's own; an empty list makes an operation public", async () => {
    const { root, operation } = await secure([], { security: ['bearerAuth'] });
    expect(root).toEqual([{ bearerAuth: [] }]);
    expect(operation).toEqual([]);
  });

  test('OpenAPI 3.0 has no roles for schemes without scopes', async () => {
    const requirement = [{ token: ['admin'] }];
    expect((await secure(requirement, { auth, openapi: '3.0' })).operation).toEqual([{ token: [] }]);
    expect((await secure(requirement, { auth })).operation).toEqual(requirement);
  });
});
