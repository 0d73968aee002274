import { DEFAULT_VIEWER_VERSION, Docs, type AuthScheme, type Config, type UIConfig } from 'dtospec';
import { ask, basic, docsOf, info, pageOf, serve, specOf } from './support.js';

describe('2.7 AuthConfig and AuthScheme', () => {
  test('2.7.1 persistCredentials has no effect on the spec or the UI', async () => {
    const config = { auth: { persistCredentials: true, schemes: [] } };
    expect(await specOf([{}], config)).toEqual(await specOf());
    expect(await pageOf(config)).toBe(await pageOf());
    expect(docsOf([{}], config).getUIConfig()).toBe(docsOf().getUIConfig());
  });

  const authorizationCode = {
    authorizationUrl: 'https://login.example.com/authorize',
    tokenUrl: 'https://login.example.com/token',
    scopes: { read: 'Read' },
  };
  const openIdConnectUrl = 'https://login.example.com/.well-known/openid-configuration';

  test.each<[string, string, AuthScheme, object]>([
    [
      '2.7.2',
      'http with bearer',
      { name: 's', type: 'http', scheme: 'bearer' },
      { type: 'http', scheme: 'bearer' },
    ],
    [
      '2.7.3',
      'http with basic',
      { name: 's', type: 'http', scheme: 'basic' },
      { type: 'http', scheme: 'basic' },
    ],
    [
      '2.7.4',
      'bearerFormat is the hint for http and bearer',
      { name: 's', type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    ],
    [
      '2.7.5',
      'apiKey in a header',
      { name: 's', type: 'apiKey', in: 'header', paramName: 'X-Key' },
      { type: 'apiKey', in: 'header', name: 'X-Key' },
    ],
    [
      '2.7.6',
      'apiKey in the query',
      { name: 's', type: 'apiKey', in: 'query', paramName: 'key' },
      { type: 'apiKey', in: 'query', name: 'key' },
    ],
    [
      '2.7.7',
      'apiKey in a cookie',
      { name: 's', type: 'apiKey', in: 'cookie', paramName: 'sid' },
      { type: 'apiKey', in: 'cookie', name: 'sid' },
    ],
    [
      '2.7.8',
      'oauth2, which needs flows here, because OpenAPI requires them',
      { name: 's', type: 'oauth2', flows: { authorizationCode } },
      { type: 'oauth2', flows: { authorizationCode } },
    ],
    [
      '2.7.9',
      'openIdConnect, which needs openIdConnectUrl here, because OpenAPI requires it',
      { name: 's', type: 'openIdConnect', openIdConnectUrl },
      { type: 'openIdConnect', openIdConnectUrl },
    ],
    [
      '2.7.10',
      'description',
      { name: 's', type: 'http', scheme: 'basic', description: 'Ask *Ada*' },
      { type: 'http', scheme: 'basic', description: 'Ask *Ada*' },
    ],
  ])('%s %s', async (_number, _title, scheme, expected) => {
    const { components } = await specOf([{}], { auth: { schemes: [scheme] } });
    expect(components?.securitySchemes).toEqual({ s: expected });
  });
});

function uiConfigOf(ui: UIConfig): Record<string, unknown> {
  return JSON.parse(docsOf([{}], { ui }).getUIConfig()) as Record<string, unknown>;
}

describe('2.7 UIConfig', () => {
  test('2.7.11 theme is "purple" by default', () => {
    expect(uiConfigOf({})).toMatchObject({ theme: 'purple' });
  });

  test.each(['moon', 'a theme that does not exist'])('2.7.12 theme %j is passed unchanged', async (theme) => {
    expect(uiConfigOf({ theme })).toMatchObject({ theme });
    expect(await pageOf({ ui: { theme } })).toContain(`"theme":"${theme}"`);
  });

  test('2.7.13 darkMode: true is dark by default', async () => {
    expect(uiConfigOf({ darkMode: true })).toMatchObject({ darkMode: true });
    expect(await pageOf({ ui: { darkMode: true } })).toContain('<html lang="en" data-theme="dark">');
    expect(uiConfigOf({})).not.toHaveProperty('darkMode');
  });

  test('2.7.14 layout is "modern" by default', () => {
    expect(uiConfigOf({})).toMatchObject({ layout: 'modern' });
  });

  test.each(['classic', 'a layout that does not exist'])('2.7.15 layout %j is passed unchanged', (layout) => {
    expect(uiConfigOf({ layout })).toMatchObject({ layout });
  });

  test.each([true, false])('2.7.16 showSidebar: %s', (showSidebar) => {
    expect(uiConfigOf({ showSidebar })).toMatchObject({ showSidebar });
  });

  test('2.7.17 showSidebar is true by default here', () => {
    expect(uiConfigOf({})).toMatchObject({ showSidebar: true });
  });

  test.each([
    ['2.7.18', 'sidebarSearch'],
    ['2.7.19', 'tagGrouping'],
    ['2.7.20', 'collapsibleSchemas'],
  ] as const)('%s %s has no effect', async (_number, flag) => {
    for (const value of [true, false]) {
      expect(uiConfigOf({ [flag]: value })).toEqual(uiConfigOf({}));
      expect(await pageOf({ ui: { [flag]: value } })).toBe(await pageOf());
    }
  });

  test('2.7.21 customCSS is inserted verbatim in a style element', async () => {
    const customCSS = 'main > a[href="#x"]::after { content: "<&>"; }';
    const page = await pageOf({ ui: { customCSS } });
    const before = page.slice(0, page.indexOf(customCSS));
    expect(page).toContain(customCSS);
    expect(before.lastIndexOf('<style')).toBeGreaterThan(before.lastIndexOf('</style>'));
  });

  test('2.7.22 viewerVersion is 1.75.0 by default', async () => {
    expect(DEFAULT_VIEWER_VERSION).toBe('1.75.0');
    for (const ui of [{}, { viewerVersion: '' }])
      expect(await pageOf({ ui })).toContain(
        'https://cdn.jsdelivr.net/npm/@scalar/api-reference@1.75.0/dist/browser/standalone.js',
      );
  });

  test('2.7.23 viewerVersion is the version that the CDN loads', async () => {
    const page = await pageOf({ ui: { viewerVersion: '1.28.1' } });
    expect(page).toContain(
      'https://cdn.jsdelivr.net/npm/@scalar/api-reference@1.28.1/dist/browser/standalone.js',
    );
    expect(page).not.toContain('1.75.0');
  });

  test.each<[string, string, UIConfig, string | undefined]>([
    ['2.7.24', 'the default sends *', {}, '*'],
    ['2.7.25', '"" sends *', { specCORSOrigin: '' }, '*'],
    ['2.7.26', '"-" omits the header', { specCORSOrigin: '-' }, undefined],
    ['2.7.27', 'another value as given', { specCORSOrigin: 'https://a.example' }, 'https://a.example'],
  ])('%s specCORSOrigin: %s', async (_number, _title, ui, expected) => {
    const origin = await serve(docsOf([{}], { ui }).middleware('/docs'));
    const { headers } = await ask(origin, '/docs/openapi.json');
    expect(headers['access-control-allow-origin']).toBe(expected);
  });
});

describe('2.7 DocsAuth', () => {
  const statusOf = async (
    docsAuth: Config['docsAuth'] & object,
    query = '',
    headers: Record<string, string> = {},
  ): Promise<number> =>
    (await ask(await serve(docsOf([{}], { docsAuth }).middleware('/docs')), `/docs${query}`, { headers }))
      .status;

  test('2.7.28 enabled turns the protection on', async () => {
    expect(await statusOf({ enabled: true, apiKey: 'sesame' })).toBe(401);
    expect(await statusOf({ enabled: false, apiKey: 'sesame' })).toBe(200);
  });

  test('2.7.29 username and password are those of basic auth', async () => {
    const docsAuth = { enabled: true, username: 'ada', password: 'lovelace' };
    for (const [username, password, status] of [
      ['ada', 'lovelace', 200],
      ['ada', 'wrong', 401],
      ['bob', 'lovelace', 401],
    ] as const)
      expect(await statusOf(docsAuth, '', { authorization: basic(username, password) })).toBe(status);
  });

  test('2.7.30 realm is the realm of basic auth', async () => {
    const docsAuth = { enabled: true, username: 'ada', password: 'lovelace', realm: 'Engines' };
    const origin = await serve(docsOf([{}], { docsAuth }).middleware('/docs'));
    expect((await ask(origin, '/docs')).headers['www-authenticate']).toBe(
      'Basic realm="Engines", charset="UTF-8"',
    );
  });

  test('2.7.31 apiKey is passed as the query parameter key', async () => {
    const docsAuth = { enabled: true, apiKey: 'sesame' };
    expect(await statusOf(docsAuth, '?key=sesame')).toBe(200);
    expect(await statusOf(docsAuth, '?key=other')).toBe(401);
    expect(await statusOf(docsAuth, '?apiKey=sesame')).toBe(401);
  });
});

describe('2.7 HTML escaping', () => {
  const title = 'Cats & <script>alert("dogs")</script>';

  test('2.7.32 the title of the page is HTML-escaped', async () => {
    const page = await pageOf({ info: { ...info, title } });
    expect(page).toContain('<title>Cats &amp; &lt;script&gt;alert(&quot;dogs&quot;)&lt;/script&gt;</title>');
    expect(page).not.toContain('<script>alert');
  });

  test('2.7.33 the spec URL of the page is escaped; here it is relative, so that it repeats nothing of the request', async () => {
    const docs = new Docs({ info });
    const origin = await serve(docs.middleware('/docs'));
    const { body } = await ask(origin, '/docs/?key=%22%3E%3Cscript%3Ealert(1)%3C/script%3E');
    expect(body).toContain('"spec":"./?openapi=page"');
    expect(body).not.toContain('alert(1)');
  });
});
