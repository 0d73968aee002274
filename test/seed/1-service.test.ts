import express from 'express';
import { bearerAuth, Docs } from 'dtospec';
import { Message, Notifier, WebhookChannel } from 'dtospec/webhook';
import { deliver, hurry, notificationOf } from '../support/webhooks/deliver.js';
import { ask, basic, docsOf, endpoint, info, receive, serve, specOf } from './support.js';

describe('1.1 Docs library', () => {
  test('1.1.1 new Docs(config) returns the handle', () => {
    expect(new Docs({ info })).toBeInstanceOf(Docs);
  });

  test('1.1.2 endpoints are registered with add or addAll', () => {
    const docs = new Docs({ info });
    docs.add(endpoint({ path: '/a' }));
    docs.addAll(endpoint({ path: '/b' }), endpoint({ path: '/c' }));
    expect(Object.keys(docs.buildSpec().paths)).toEqual(['/a', '/b', '/c']);
  });

  test('1.1.3 buildSpec and specJSON compile definitions, config and security schemes', async () => {
    const config = { auth: { schemes: [bearerAuth('staff')] } };
    const endpoints = [{ security: ['staff'] }];
    const spec = await specOf(endpoints, config);
    expect(spec).toEqual({
      openapi: '3.1.0',
      info,
      paths: {
        '/': {
          get: {
            operationId: 'getRoot',
            responses: { 200: { description: 'OK' } },
            security: [{ staff: [] }],
          },
        },
      },
      components: { securitySchemes: { staff: { type: 'http', scheme: 'bearer' } } },
    });
    expect(JSON.parse(docsOf(endpoints, config).specJSON())).toEqual(spec);
  });

  test('1.1.4 mount serves the page, whose UI is loaded from a CDN, and the JSON of the spec', async () => {
    const docs = docsOf();
    const app = express();
    docs.mount(app, '/docs');
    const origin = await serve(app);
    const page = await ask(origin, '/docs');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).toContain('https://cdn.jsdelivr.net/npm/@scalar/api-reference@1.75.0/');
    const spec = await ask(origin, '/docs/openapi.json');
    expect(spec.headers['content-type']).toBe('application/json');
    expect(JSON.parse(spec.body)).toEqual(docs.buildSpec());
  });

  test('1.1.4 handler serves the page, specHandler the JSON of the spec', async () => {
    const docs = docsOf();
    const page = await ask(await serve(docs.handler()), '/anywhere');
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const spec = await ask(await serve(docs.specHandler()), '/anywhere');
    expect([spec.status, spec.headers['content-type']]).toEqual([200, 'application/json']);
    expect(JSON.parse(spec.body)).toEqual(docs.buildSpec());
  });

  test.each([
    ['basic auth', { username: 'ada', password: 'lovelace' }, '/docs', basic('ada', 'lovelace')],
    ['an API key', { apiKey: 'sesame' }, '/docs?key=sesame', ''],
  ])('1.1.5 the page can be protected by %s', async (_title, credentials, path, authorization) => {
    const origin = await serve(
      docsOf([{}], { docsAuth: { enabled: true, ...credentials } }).middleware('/docs'),
    );
    expect((await ask(origin, '/docs')).status).toBe(401);
    expect((await ask(origin, path, { headers: { authorization } })).status).toBe(200);
  });
});

describe('1.2 Webhook channel', () => {
  test('1.2.1 registers under the name "webhook", or under its own, with a notifier', async () => {
    const { url: defaultURL } = await receive();
    const notifier = new Notifier(hurry);
    notifier
      .register(new WebhookChannel({ defaultURL }))
      .register(new WebhookChannel({ name: 'crm', defaultURL }));
    const { deliveries } = await notifier.send(
      'ada',
      notificationOf(() => new Message().setJSON(1), ['webhook', 'crm']),
    );
    expect(deliveries.map(({ channel, outcome }) => [channel, outcome])).toEqual([
      ['webhook', 'sent'],
      ['crm', 'sent'],
    ]);
    await notifier.drain();
  });

  test('1.2.2 sends one request for each notification, by POST, to the configured URL', async () => {
    const receiver = await receive();
    await deliver({ defaultURL: receiver.url });
    expect(receiver.requests.map(({ method, path }) => [method, path])).toEqual([['POST', '/hook']]);
  });

  test('1.2.2 sends to the URL of the message', async () => {
    const [configured, own] = [await receive(), await receive()];
    const message = new Message().setJSON(1).setURL(own.url);
    await deliver({ defaultURL: configured.url, blockPrivateNetworks: false }, message);
    expect([configured.requests.length, own.requests.length]).toEqual([0, 1]);
  });

  test.each([
    ['JSON', new Message().setJSON({ order: 7 }), '{"order":7}'],
    ['form', new Message().setForm({ order: '7' }), 'order=7'],
    ['raw bytes', new Message().setRaw(Buffer.from('order seven')), 'order seven'],
  ])(
    '1.2.3 the body is exactly what the message sets, without an envelope: %s',
    async (_title, message, body) => {
      const receiver = await receive();
      await deliver({ defaultURL: receiver.url }, message);
      expect(receiver.requests[0]!.body.toString()).toBe(body);
    },
  );

  test('1.2.4 with a signing secret, the request has an HMAC-SHA256 signature header', async () => {
    const receiver = await receive();
    await deliver({ defaultURL: receiver.url, signingSecret: 'secret' }, new Message().setRaw('hello'));
    // openssl dgst -sha256 -hmac secret
    expect(receiver.requests[0]!.headers['x-signature']).toBe(
      'sha256=88aab3ede8d3adf94d26ab90d3bafd4a2083070c3bcce9c014ee04a443847c0b',
    );
  });

  test('1.2.5 a notification reaches a system that has no driver of its own', async () => {
    const receiver = await receive();
    const notifier = new Notifier(hurry).register(new WebhookChannel({ defaultURL: receiver.url }));
    const notification = notificationOf((team) => new Message().setJSON({ text: `Hello ${String(team)}` }));
    await notifier.send('support', notification);
    await notifier.drain();
    expect(receiver.requests[0]!.body.toString()).toBe('{"text":"Hello support"}');
  });
});
