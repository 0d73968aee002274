import * as crypto from 'node:crypto';
import { Message, verifySignature, type WebhookChannelOptions } from 'dtospec/webhook';
import { deliver } from '../support/webhooks/deliver.js';
import { answer, type ReceivedRequest } from '../support/webhooks/hostile-receiver.js';
import { receive } from './support.js';

jest.mock('node:crypto', () => ({ ...jest.requireActual<typeof crypto>('node:crypto') }));

const signingSecret = 'It is a secret.';

async function requestOf(message: Message, options: WebhookChannelOptions = {}): Promise<ReceivedRequest> {
  const receiver = await receive();
  await deliver({ defaultURL: receiver.url, ...options }, message);
  expect(receiver.requests).toHaveLength(1);
  return receiver.requests[0]!;
}

function signatureOf(body: Uint8Array, secret = signingSecret): string {
  return `sha256=${crypto.createHmac('sha256', secret).update(body).digest('hex')}`;
}

describe('4.3 Method and URL', () => {
  test('4.3.1 POST by default', async () => {
    expect((await requestOf(new Message().setJSON(1))).method).toBe('POST');
  });

  test('4.3.2 setMethod overrides it, as in PUT', async () => {
    expect((await requestOf(new Message().setJSON(1).setMethod('PUT'))).method).toBe('PUT');
  });

  test('4.3.3 the URL is that of the message, else defaultURL', async () => {
    const receiver = await receive();
    const base = receiver.url.replace('/hook', '');
    const options = { defaultURL: `${base}/default?a=1`, blockPrivateNetworks: false };
    await deliver(options, new Message().setJSON(1));
    await deliver(options, new Message().setJSON(1).setURL(`${base}/own?b=2`));
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/default?a=1', '/own?b=2']);
  });
});

describe('4.3 Body and Content-Type', () => {
  test.each([
    [
      '4.3.4',
      'setJSON',
      new Message().setJSON({ b: 1, a: [true] }),
      '{"b":1,"a":[true]}',
      'application/json',
    ],
    [
      '4.3.5',
      'setForm',
      new Message().setForm({ b: '1', a: '2 3' }),
      'b=1&a=2+3',
      'application/x-www-form-urlencoded',
    ],
    ['4.3.6', 'setRaw', new Message().setRaw('<a/>'), '<a/>', 'application/octet-stream'],
  ])('%s %s: exactly the value, no envelope, and its type', async (_number, _method, message, body, type) => {
    const request = await requestOf(message);
    expect(request.body.toString()).toBe(body);
    expect(request.headers['content-type']).toBe(type);
    expect(request.headers['content-length']).toBe(String(Buffer.byteLength(body)));
  });

  test('4.3.7 a Content-Type that the message sets wins here', async () => {
    const message = new Message().setRaw('<a/>').addHeader('Content-Type', 'application/xml');
    expect((await requestOf(message)).headers['content-type']).toBe('application/xml');
  });
});

describe('4.3 Headers', () => {
  test('4.3.8 the default headers, merged with those of the message, which win', async () => {
    const defaultHeaders = { 'X-A': 'default', 'X-B': 'default' };
    const message = new Message().setJSON(1).addHeader('X-B', 'message').addHeader('X-C', 'message');
    expect((await requestOf(message, { defaultHeaders })).headers).toMatchObject({
      'x-a': 'default',
      'x-b': 'message',
      'x-c': 'message',
    });
  });
});

describe('4.3 X-Signature', () => {
  test.each([
    ['JSON', new Message().setJSON({ price: 'é 5' })],
    ['a form', new Message().setForm({ a: 'é' })],
    ['raw bytes', new Message().setRaw(Buffer.from([0, 1, 254, 255]))],
  ])(
    '4.3.9 sha256= and the lowercase hex of the HMAC-SHA256 of the raw bytes: %s',
    async (_title, message) => {
      const { headers, body, lines } = await requestOf(message, { signingSecret });
      expect(headers['x-signature']).toBe(signatureOf(body));
      expect(headers['x-signature']).toMatch(/^sha256=[0-9a-f]{64}$/);
      expect(lines.filter((line) => /^x-signature:/i.test(line))).toEqual([
        `X-Signature: ${signatureOf(body)}`,
      ]);
    },
  );

  test('4.3.10 only with a signingSecret', async () => {
    expect((await requestOf(new Message().setJSON(1))).headers).not.toHaveProperty('x-signature');
  });

  test.each([
    ['no body', new Message()],
    ['no bytes', new Message().setRaw('')],
    ['an empty form', new Message().setForm({})],
  ])('4.3.11 only if the body is not empty: %s', async (_title, message) => {
    const { headers, body } = await requestOf(message, { signingSecret });
    expect(body).toHaveLength(0);
    expect(headers).not.toHaveProperty('x-signature');
  });
});

describe('4.3 Success', () => {
  test.each([200, 201, 202, 204, 299])('4.3.12 any 2xx response is a success: %i', async (status) => {
    const receiver = await receive(answer(`${status} Fine`));
    expect(await deliver({ defaultURL: receiver.url })).toMatchObject({ outcome: 'sent', attempts: 1 });
  });
});

describe('4.3 Receiver verification', () => {
  test('4.3.13 verifySignature compares the header with the exact raw bytes', async () => {
    const { headers, body } = await requestOf(new Message().setJSON({ a: 1 }), { signingSecret });
    expect(verifySignature(body, headers['x-signature'], signingSecret)).toBe(true);
    expect(verifySignature(body, headers['x-signature'], 'another secret')).toBe(false);
    expect(verifySignature(body, headers['x-signature']!.toUpperCase(), signingSecret)).toBe(false);
    expect(verifySignature(body, undefined, signingSecret)).toBe(false);
  });

  test('4.3.14 a body that was serialized again does not match', async () => {
    const message = new Message().setRaw('{ "a": 1 }');
    const { headers, body } = await requestOf(message, { signingSecret });
    const again = JSON.stringify(JSON.parse(body.toString()));
    expect(verifySignature(body, headers['x-signature'], signingSecret)).toBe(true);
    expect(verifySignature(again, headers['x-signature'], signingSecret)).toBe(false);
  });

  test('4.3.15 verifySignature compares in constant time', async () => {
    const { headers, body } = await requestOf(new Message().setJSON({ a: 1 }), { signingSecret });
    const compare = jest.spyOn(jest.requireMock<typeof crypto>('node:crypto'), 'timingSafeEqual');
    const wrong = `sha256=${'0'.repeat(64)}`;
    for (const header of [headers['x-signature'], wrong]) verifySignature(body, header, signingSecret);
    expect(compare.mock.calls.map(([left, right]) => [left.byteLength, right.byteLength])).toEqual([
      [71, 71],
      [71, 71],
    ]);
    compare.mockRestore();
  });
});
