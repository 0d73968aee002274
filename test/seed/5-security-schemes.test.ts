import {
  bearerAuth,
  apiKeyAuth,
  SECURITY_API_KEY,
  SECURITY_API_KEY_QUERY,
  SECURITY_BASIC_AUTH,
  SECURITY_BEARER_AUTH,
  SECURITY_COOKIE_AUTH,
  SECURITY_OAUTH2,
} from 'dtospec';
import { Message, WebhookChannel } from 'dtospec/webhook';
import { deliver } from '../support/webhooks/deliver.js';
import { docsOf, pageOf, receive, specOf } from './support.js';

describe('5.2 Security schemes in the spec', () => {
  test('5.2.1 schemes of auth.schemes appear under components.securitySchemes', async () => {
    const { components } = await specOf([{}], {
      auth: { schemes: [bearerAuth('a'), apiKeyAuth('b', 'X-B')] },
    });
    expect(components?.securitySchemes).toEqual({
      a: { type: 'http', scheme: 'bearer' },
      b: { type: 'apiKey', in: 'header', name: 'X-B' },
    });
  });

  test('5.2.2 security of an endpoint lists names, any of which grants access', async () => {
    const config = { auth: { schemes: [bearerAuth('a'), apiKeyAuth('b', 'X-B')] } };
    const { paths } = await specOf([{ security: ['a', 'b'] }], config);
    expect(paths['/']!.get!.security).toEqual([{ a: [] }, { b: [] }]);
  });

  test.each([
    ['5.2.3', SECURITY_BEARER_AUTH, 'bearerAuth', { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }],
    ['5.2.4', SECURITY_BASIC_AUTH, 'basicAuth', { type: 'http', scheme: 'basic' }],
    ['5.2.5', SECURITY_API_KEY, 'apiKeyAuth', { type: 'apiKey', in: 'header', name: 'X-API-Key' }],
    ['5.2.6', SECURITY_API_KEY_QUERY, 'apiKeyQuery', { type: 'apiKey', in: 'query', name: 'api_key' }],
    ['5.2.7', SECURITY_COOKIE_AUTH, 'cookieAuth', { type: 'apiKey', in: 'cookie', name: 'session_id' }],
    [
      '5.2.8',
      SECURITY_OAUTH2,
      'oauth2',
      {
        type: 'oauth2',
        flows: {
          authorizationCode: {
            authorizationUrl: '/oauth2/authorize',
            tokenUrl: '/oauth2/token',
            scopes: { read: 'Read access', write: 'Write access' },
          },
        },
      },
    ],
  ])('%s the predefined name %s needs no scheme', async (_number, constant, name, scheme) => {
    expect(constant).toBe(name);
    const { components, paths } = await specOf([{ security: [constant] }]);
    expect(components?.securitySchemes).toEqual({ [name]: scheme });
    expect(paths['/']!.get!.security).toEqual([{ [name]: [] }]);
  });

  test('5.2.9 a registered scheme overrides the predefined one of its name here', async () => {
    const config = { auth: { schemes: [apiKeyAuth(SECURITY_BEARER_AUTH, 'X-Token')] } };
    expect(
      (await specOf([{ security: [SECURITY_BEARER_AUTH] }], config)).components?.securitySchemes,
    ).toEqual({
      bearerAuth: { type: 'apiKey', in: 'header', name: 'X-Token' },
    });
  });

  test('5.2.10 an unknown name is left out of the spec; it is no bearer scheme', async () => {
    const { components, paths } = await specOf([{ security: ['bearerAuth', 'custom'] }]);
    expect(Object.keys(components?.securitySchemes ?? {})).toEqual(['bearerAuth']);
    expect(paths['/']!.get!.security).toEqual([{ bearerAuth: [] }]);
  });

  test('5.2.11 if no name is left, the operation has no security', async () => {
    const document = await specOf([{ security: ['custom'] }]);
    expect(document.components).toBeUndefined();
    expect(document.paths['/']!.get).not.toHaveProperty('security');
  });

  test('5.2.12 an unknown name is a warning here, not an error', () => {
    const docs = docsOf([{ security: ['custom'] }]);
    expect(docs.validate()).toBeNull();
    expect(docs.diagnostics()).toMatchObject([{ code: 'unknown-security-scheme', severity: 'warning' }]);
  });

  test('5.2.13 credentials in the UI are handled by the UI; persistCredentials has no effect', async () => {
    const [on, off] = [{ auth: { persistCredentials: true } }, { auth: { persistCredentials: false } }];
    expect(await pageOf(on)).toBe(await pageOf(off));
    expect(await specOf([{}], on)).toEqual(await specOf([{}], off));
  });
});

describe('5.3 Webhook channel', () => {
  test('5.3.1 requests are authenticated by X-Signature only', async () => {
    const receiver = await receive();
    await deliver({ defaultURL: receiver.url, signingSecret: 'secret' }, new Message().setJSON(1));
    await deliver({ defaultURL: receiver.url }, new Message().setJSON(1));
    const [signed, unsigned] = receiver.requests.map(({ headers }) => headers);
    expect(signed).toHaveProperty('x-signature');
    for (const name of ['x-signature', 'authorization', 'cookie', 'webhook-signature'])
      expect(unsigned).not.toHaveProperty(name);
  });

  test('5.3.2 an empty secret is an error here, not an unsigned request', () => {
    expect(() => new WebhookChannel({ signingSecret: '' })).toThrow(/signingSecret.*empty/);
  });
});
