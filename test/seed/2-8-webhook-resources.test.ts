import { Expose } from 'class-transformer';
import {
  Message,
  Notifier,
  WebhookChannel,
  type WebhookChannelOptions,
  type WebhookNotification,
} from 'dtospec/webhook';
import { deliver, hurry, notificationOf } from '../support/webhooks/deliver.js';
import type { ReceivedRequest } from '../support/webhooks/hostile-receiver.js';
import { receive } from './support.js';

/** Sends one message and returns the request that arrives. */
async function requestOf(message: Message, options: WebhookChannelOptions = {}): Promise<ReceivedRequest> {
  const receiver = await receive();
  await deliver({ defaultURL: receiver.url, ...options }, message);
  expect(receiver.requests).toHaveLength(1);
  return receiver.requests[0]!;
}

describe('2.8 Config of the channel', () => {
  test('2.8.1 defaultURL is used when a message sets no URL', async () => {
    expect((await requestOf(new Message().setJSON(1))).path).toBe('/hook');
  });

  test('2.8.2 without defaultURL, every message needs a URL', async () => {
    const receiver = await receive();
    const own = new Message().setJSON(1).setURL(receiver.url);
    expect(await deliver({ blockPrivateNetworks: false }, own)).toMatchObject({ outcome: 'sent' });
    await expect(deliver({}, new Message().setJSON(1))).rejects.toThrow(/"webhook" has no URL.*defaultURL/);
  });

  test('2.8.3 defaultHeaders are added to every request', async () => {
    const options = { defaultHeaders: { 'X-Tenant': 'acme' } };
    expect((await requestOf(new Message().setJSON(1), options)).headers).toMatchObject({
      'x-tenant': 'acme',
    });
  });

  test('2.8.4 defaultHeaders are merged with the headers of the message', async () => {
    const options = { defaultHeaders: { 'X-Tenant': 'acme', 'X-Region': 'eu' } };
    const message = new Message().setJSON(1).addHeader('x-region', 'us').addHeader('X-Order', '7');
    expect((await requestOf(message, options)).headers).toMatchObject({
      'x-tenant': 'acme',
      'x-region': 'us',
      'x-order': '7',
    });
  });

  test('2.8.5 signingSecret enables the X-Signature header', async () => {
    const signed = await requestOf(new Message().setJSON(1), { signingSecret: 'secret' });
    expect(signed.headers['x-signature']).toMatch(/^sha256=[0-9a-f]{64}$/);
    expect((await requestOf(new Message().setJSON(1))).headers).not.toHaveProperty('x-signature');
  });

  test('2.8.6 timeout is the HTTP timeout of a send, here in milliseconds', async () => {
    const silent = await receive(() => undefined);
    const delivery = await deliver({ defaultURL: silent.url, timeout: 50 }, new Message().setJSON(1));
    expect(delivery).toMatchObject({ outcome: 'failed', error: { name: 'TimeoutError', timeout: 50 } });
  });

  test('2.8.7 name is the name of the channel, "webhook" by default', () => {
    expect(new WebhookChannel().name).toBe('webhook');
    expect(new WebhookChannel({ name: 'crm' }).name).toBe('crm');
  });

  test('2.8.8 every field is optional', () => {
    expect(() => new WebhookChannel()).not.toThrow();
    expect(() => new WebhookChannel({})).not.toThrow();
  });
});

describe('2.8 Message', () => {
  test.each<[unknown, string]>([
    [{ a: [1, null, 'é'] }, '{"a":[1,null,"é"]}'],
    ['text', '"text"'],
    [0, '0'],
    [false, 'false'],
    [null, 'null'],
    [[], '[]'],
  ])('2.8.9 setJSON is the JSON of the value, verbatim: %j', async (value, expected) => {
    expect((await requestOf(new Message().setJSON(value))).body.toString()).toBe(expected);
  });

  test('2.8.10 setJSON writes an instance as its class, as documented, here', async () => {
    class Order {
      @Expose({ name: 'order_id' }) orderId = 'o-1';
    }
    expect((await requestOf(new Message().setJSON(new Order()))).body.toString()).toBe('{"order_id":"o-1"}');
  });

  test('2.8.11 setForm is a form-encoded body', async () => {
    const message = new Message().setForm({ name: 'Ada L', 'a&b': 'é=1' });
    expect((await requestOf(message)).body.toString()).toBe('name=Ada+L&a%26b=%C3%A9%3D1');
  });

  test('2.8.12 setRaw is the bytes', async () => {
    const bytes = Buffer.from([0, 255, 10, 13, 128]);
    expect((await requestOf(new Message().setRaw(bytes))).body).toEqual(bytes);
  });

  test('2.8.13 setURL overrides defaultURL', async () => {
    const [usual, own] = [await receive(), await receive()];
    const message = new Message().setJSON(1).setURL(own.url);
    await deliver({ defaultURL: usual.url, blockPrivateNetworks: false }, message);
    expect([usual.requests.length, own.requests.length]).toEqual([0, 1]);
  });

  test('2.8.14 the method is POST by default', async () => {
    expect((await requestOf(new Message().setJSON(1))).method).toBe('POST');
  });

  test.each(['PUT', 'PATCH', 'DELETE'])('2.8.15 setMethod overrides it: %s', async (method) => {
    expect((await requestOf(new Message().setJSON(1).setMethod(method))).method).toBe(method);
  });

  test('2.8.16 addHeader adds a header to this message', async () => {
    const message = new Message().setJSON(1).addHeader('X-Order', '7');
    expect((await requestOf(message)).headers['x-order']).toBe('7');
    expect((await requestOf(new Message().setJSON(1))).headers).not.toHaveProperty('x-order');
  });

  test('2.8.17 each builder method returns the message', () => {
    const message = new Message();
    expect(message.setJSON(1)).toBe(message);
    expect(message.setForm({})).toBe(message);
    expect(message.setRaw('')).toBe(message);
    expect(message.setURL('https://a.example')).toBe(message);
    expect(message.setMethod('PUT')).toBe(message);
    expect(message.addHeader('X-A', '1')).toBe(message);
  });
});

describe('2.8 Notification', () => {
  test('2.8.18 via lists the names of channels for a notifiable', async () => {
    const receiver = await receive();
    const asked: unknown[] = [];
    const notification: WebhookNotification = {
      via: (notifiable) => {
        asked.push(notifiable);
        return ['webhook'];
      },
      toWebhook: () => new Message().setJSON(1),
    };
    const notifier = new Notifier(hurry).register(new WebhookChannel({ defaultURL: receiver.url }));
    await notifier.send('ada', notification);
    expect([asked, receiver.requests.length]).toEqual([['ada'], 1]);
    await notifier.drain();
  });

  test('2.8.19 a channel that via does not name gets nothing', async () => {
    const receiver = await receive();
    const notifier = new Notifier(hurry).register(new WebhookChannel({ defaultURL: receiver.url }));
    const { deliveries } = await notifier.send(
      'ada',
      notificationOf(() => new Message().setJSON(1), []),
    );
    expect([deliveries, receiver.requests]).toEqual([[], []]);
    await notifier.drain();
  });

  test('2.8.20 toWebhook returns the message for a notifiable', async () => {
    const receiver = await receive();
    const notifier = new Notifier(hurry).register(new WebhookChannel({ defaultURL: receiver.url }));
    await notifier.send(
      ['ada', 'bob'],
      notificationOf((notifiable) => new Message().setJSON({ to: notifiable })),
    );
    expect(receiver.requests.map(({ body }) => body.toString()).sort()).toEqual([
      '{"to":"ada"}',
      '{"to":"bob"}',
    ]);
    await notifier.drain();
  });

  test('2.8.21 several targets have distinct names, which via references', async () => {
    const [crm, erp] = [await receive(), await receive()];
    const notifier = new Notifier(hurry)
      .register(new WebhookChannel({ name: 'crm', defaultURL: crm.url }))
      .register(new WebhookChannel({ name: 'erp', defaultURL: erp.url }));
    const build = (_: unknown, channel: string): Message => new Message().setJSON(channel);
    await notifier.send('ada', notificationOf(build, ['crm', 'erp']));
    await notifier.send('ada', notificationOf(build, ['erp']));
    expect([crm, erp].map(({ requests }) => requests.map(({ body }) => body.toString()))).toEqual([
      ['"crm"'],
      ['"erp"', '"erp"'],
    ]);
    await notifier.drain();
  });
});
