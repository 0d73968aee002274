import {
  apiKeyAuth,
  bearerAuth,
  ConfigError,
  Docs,
  operation,
  response,
  scoped,
  type AuthScheme,
  type Config,
  type Operation,
} from '../../../../src/index.js';
import { fetchOperations } from '../../../../src/adapters/fetch.js';
import type { SecurityInput } from '../../../../src/operations/security/security-types.js';

// A mistake in `security` throws when the operation is registered. Otherwise the operation would run without credentials.

const staff = bearerAuth('staff', { verify: () => true });
const device = apiKeyAuth('device', 'X-Key', { verify: () => true });

function remove(security: readonly SecurityInput[] | undefined, path = '/all'): Operation {
  return operation(
    {
      method: 'DELETE',
      path,
      ...(security !== undefined && { security }),
      responses: { 204: response('Deleted') },
    },
    () => undefined,
  );
}

function register(security: unknown, config: Partial<Config> = {}): Docs {
  const docs = new Docs({
    info: { title: 'T', version: '1' },
    auth: { schemes: [staff, device] },
    ...config,
  });
  return docs.addOperations([remove(security as readonly SecurityInput[])]);
}

describe('a name that is neither predefined nor registered', () => {
  const HERE = 'operation DELETE /all';
  const unknown = (subject: string, name: string): string =>
    `${subject} requires the security scheme "${name}", which is neither predefined nor registered, so nothing would check it. Pass the scheme itself, or register it in config.auth.schemes.`;

  test.each<[string, unknown, string]>([
    ['a misspelt name', ['staf'], `${unknown(HERE, 'staf')} Did you mean staff?`],
    ['a name in another case', ['Staff'], `${unknown(HERE, 'Staff')} Did you mean staff?`],
    ['a name with scopes', [{ Staff: [] }], `${unknown(HERE, 'Staff')} Did you mean staff?`],
    ['one of two together', [{ staff: [], devise: [] }], `${unknown(HERE, 'devise')} Did you mean device?`],
    ['one of two alternatives', ['staff', 'x'], unknown(HERE, 'x')],
    ['a name in a list', [['staf', device]], `${unknown(HERE, 'staf')} Did you mean staff?`],
    [
      'a predefined name, misspelt',
      ['bearerauht'],
      `${unknown(HERE, 'bearerauht')} Did you mean bearerAuth?`,
    ],
    ['a member of every object', ['constructor'], unknown(HERE, 'constructor')],
    ['an empty name', [''], unknown(HERE, '')],
  ])('throws for %s', (_, security, message) => {
    expect(() => register(security)).toThrow(new ConfigError(message));
  });

  it.each(['3.1', '3.2'] as const)('throws for a URI in OpenAPI %s, which nothing would check', (openapi) => {
    const uri = 'https://auth.example.com/openapi.json#/components/securitySchemes/staff';
    const message = (subject: string): string =>
      `${subject} requires the security scheme "${uri}", and dtospec does not read schemes of other documents, so nothing would check it. Pass the scheme itself, with verify: false if something in front of the operation checks it.`;
    expect(() => register([uri], { openapi })).toThrow(new ConfigError(message(HERE)));
    expect(() => register([[{ [uri]: [] }, staff]], { openapi })).toThrow(new ConfigError(message(HERE)));
    expect(() => register(undefined, { openapi, security: [uri] })).toThrow(
      new ConfigError(message('config.security')),
    );
  });

  it('checks a scheme that is named by its reference within the document', async () => {
    const docs = register(['#/components/securitySchemes/device'], { openapi: '3.2' });
    expect(docs.buildSpec().paths['/all']?.delete?.security).toEqual([{ device: [] }]);
    const [definition] = [remove(['#/components/securitySchemes/device'])];
    const handle = fetchOperations(
      new Docs({ info: { title: 'T', version: '1' }, auth: { schemes: [device] } }),
      [definition],
    );
    const request = { method: 'DELETE' };
    expect((await handle(new Request('http://a.example/all', request)))?.status).toBe(401);
    const withKey = { ...request, headers: { 'x-key': 'k' } };
    expect((await handle(new Request('http://a.example/all', withKey)))?.status).toBe(204);
  });

  it('throws for a name in the configuration, also if the operation has its own security', () => {
    const message = `${unknown('config.security', 'staf')} Did you mean staff?`;
    expect(() => register(undefined, { security: ['staf'] })).toThrow(new ConfigError(message));
    expect(() => register([staff], { security: [{ staf: [] }] })).toThrow(new ConfigError(message));
  });

  it.each([
    ['predefined names', ['bearerAuth', { oauth2: ['read'] }], {}],
    ['registered names', ['staff', { device: [] }], {}],
    ['a public alternative', [{}], {}],
    ['a public operation', [], {}],
    ['a registered name in the configuration', undefined, { security: ['device'] }],
  ])('accepts %s', (_, security, config) => {
    expect(() => register(security, config)).not.toThrow();
  });

  it('leaves the name out of the document of an endpoint by hand, with a warning', () => {
    const docs = new Docs({ info: { title: 'T', version: '1' }, security: ['staf'] });
    docs.add({ method: 'DELETE', path: '/all', security: ['nobody'], responses: { 204: response('') } });
    expect(docs.diagnostics().map(({ code, severity }) => [code, severity])).toEqual([
      ['unknown-security-scheme', 'warning'],
      ['unknown-security-scheme', 'warning'],
    ]);
    expect(docs.buildSpec().paths!['/all']!.delete).not.toHaveProperty('security');
  });

  it('registers none of several operations if one names an unknown scheme', () => {
    const docs = new Docs({ info: { title: 'T', version: '1' } });
    expect(() => docs.addOperations([remove(undefined), remove(['staf'], '/one')])).toThrow('"staf"');
    expect(docs.buildSpec().paths).toEqual({});
  });
});

describe('two schemes of one name', () => {
  const open = bearerAuth('staff');

  it('throws if both are registered', () => {
    const schemes = [staff, open];
    const twice =
      'config.auth.schemes has two security schemes named staff, and only one of them would count. Rename one, or remove it.';
    expect(() => register(['staff'], { auth: { schemes } })).toThrow(new ConfigError(twice));
    expect(() => register([device], { auth: { schemes } })).toThrow(new ConfigError(twice));
    register(['staff'], { auth: { schemes: [staff, staff] } });
  });

  it('throws if one is registered and the operation passes another', () => {
    const differs =
      'operation DELETE /all has a security scheme staff that differs from the one of this name in config.auth.schemes. Pass the registered scheme, or rename one.';
    expect(() => register([open])).toThrow(new ConfigError(differs));
    expect(() => register([[open, device]])).toThrow(new ConfigError(differs));
    expect(() => register([scoped(open, 'write')])).toThrow(new ConfigError(differs));
    register([staff]);
  });

  it('throws if the operation passes both', () => {
    expect(() => register([staff, { ...staff }], { auth: { schemes: [] } })).toThrow(
      'operation DELETE /all has two security schemes named staff, and only one of them would count.',
    );
  });

  it('is a warning in a document without operations', () => {
    const docs = new Docs({ info: { title: 'T', version: '1' }, auth: { schemes: [staff, open] } });
    expect(docs.diagnostics()).toMatchObject([
      {
        code: 'duplicate-security-scheme',
        severity: 'warning',
        place: 'auth.schemes.staff',
        message:
          'Two security schemes are named staff. The last one is documented. Rename one, or remove it.',
      },
    ]);
  });
});

describe('a scheme that cannot be checked', () => {
  const verify = (): true => true;
  test.each<[string, object, string]>([
    ['an unknown type', { name: 'a', type: 'apikey', verify }, 'its type is not one of http, apiKey'],
    ['an unknown place', { name: 'a', type: 'apiKey', in: 'heder', paramName: 'X', verify }, 'needs in'],
    [
      'no header',
      { name: 'a', type: 'apiKey', in: 'header', verify },
      "needs paramName: a non-empty string. Write apiKeyAuth('device', 'X-API-Key', options) or cookieAuth(",
    ],
    ['no scheme', { name: 'a', type: 'http', verify }, 'needs scheme'],
    [
      'a name that OpenAPI refuses',
      { name: 'a b', type: 'http', scheme: 'bearer', verify },
      'its name may have',
    ],
    [
      'true as verify',
      { name: 'a', type: 'http', scheme: 'bearer', verify: true },
      'its verify is a boolean. It',
    ],
    ['null as verify', { name: 'a', type: 'http', scheme: 'bearer', verify: null }, 'its verify is null. It'],
    [
      'a token as verify',
      { name: 'a', type: 'http', scheme: 'bearer', verify: 'x' },
      'its verify is a string. It',
    ],
    ['certificates with verify', { name: 'a', type: 'mutualTLS', verify }, 'takes no verify'],
  ])('throws for %s', (_, scheme, message) => {
    expect(() => register([scheme])).toThrow(message);
    expect(() => register(['a'], { auth: { schemes: [scheme as AuthScheme] } })).toThrow(ConfigError);
    expect(() => register([scheme])).toThrow('operation DELETE /all has a security scheme a');
  });
});

describe('a security that cannot be read', () => {
  test.each<[string, unknown]>([
    ['a name outside a list', 'staff'],
    ['a scheme outside a list', staff],
    ['null', null],
    ['a number', [7]],
    ['undefined, as in a circular import', [undefined]],
    ['undefined beside a scheme', [[staff, undefined]]],
    ['an empty list', [[]]],
    ['a promise of a scheme', [Promise.resolve(staff)]],
    ['a map', [new Map([['staff', []]])]],
    ['a set', [new Set(['staff'])]],
    ['an object with inherited names', [Object.create({ staff: [] })]],
    ['an instance without own fields', [new (class Staff {})()]],
    ['a function', [() => staff]],
    ['a scheme without a name', [{ type: 'http', scheme: 'bearer', verify: () => true }]],
    ['scopes outside a list', [{ staff: 'write' }]],
    ['scopes that are no texts', [{ staff: [1] }]],
    ['scopes of a scheme outside a list', [{ scheme: staff, scopes: 'write' }]],
    ['scopes of a scheme that are no texts', [{ scheme: staff, scopes: [undefined] }]],
  ])('throws for %s', (_, security) => {
    expect(() => register(security)).toThrow(
      "operation DELETE /all has a security that cannot be read. Write schemes, as in [staff], or their names, as in ['staff'].",
    );
  });
});

describe('scopes that verify cannot see', () => {
  const codesOf = (scheme: AuthScheme, ...scopes: string[]): string[] =>
    register([scoped(scheme, ...scopes)])
      .diagnostics()
      .map(({ code, place }) => `${code} at ${place}`);
  const WARNED = ['scopes-not-verified at DELETE /all'];

  it('warns if the operation requires scopes and verify takes only the credential', () => {
    expect(codesOf(bearerAuth('a', { verify: () => true }), 'write')).toEqual(WARNED);
    expect(codesOf(bearerAuth('a', { verify: (token) => ({ token }) }), 'write')).toEqual(WARNED);
    expect(codesOf(bearerAuth('a', { verify: (token) => ({ token }) }))).toEqual([]);
    expect(codesOf(bearerAuth('a', { verify: (token, { scopes }) => ({ token, scopes }) }), 'write')).toEqual(
      [],
    );
    expect(codesOf(bearerAuth('a', { verify: false }), 'write')).toEqual([]);
    expect(codesOf(bearerAuth('a'), 'write')).toEqual(['security-not-verified at DELETE /all']);
  });

  it('warns for schemes by name, and for scopes of the configuration', () => {
    const config = { auth: { schemes: [staff] }, security: [{ staff: ['write'] }] };
    const codes = [register(undefined, config), register([{ staff: ['write'] }], config)].map((docs) =>
      docs.diagnostics().map(({ code }) => code),
    );
    expect(codes).toEqual([['scopes-not-verified'], ['scopes-not-verified']]);
  });
});
