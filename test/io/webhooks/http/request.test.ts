import { createHmac } from 'node:crypto';
import { Exclude, Expose } from 'class-transformer';
import fc from 'fast-check';
import { anyCharacter } from '../../../fixtures/any-character.js';
import { Message, verifySignature } from '../../../../src/webhooks/messages/index.js';
import { startReceiver, type HostileReceiver } from '../../../support/webhooks/hostile-receiver.js';
import { deliver } from '../../../support/webhooks/deliver.js';

let receiver: HostileReceiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

class Shipment {
  @Expose({ name: 'order_id' })
  orderId = 'o-1';
  @Exclude()
  margin = 'hidden-margin';
  @Expose()
  at = new Date(0);
}

const SHIPMENT = { at: '1970-01-01T00:00:00.000Z', order_id: 'o-1' };

describe('the outgoing request', () => {
  const secret = 'channel-secret';
  const rows: [string, Message, { method?: string; type?: string; body?: string; json?: object }][] = [
    ['JSON', new Message().setJSON({ a: [1, 'é'] }), { type: 'application/json', body: '{"a":[1,"é"]}' }],
    ['a JSON string', new Message().setJSON(' text '), { type: 'application/json', body: '" text "' }],
    ['null', new Message().setJSON(null), { type: 'application/json', body: 'null' }],
    ['a class', new Message().setJSON(new Shipment()), { type: 'application/json', json: SHIPMENT }],
    [
      'an envelope',
      new Message().setJSON({ data: [new Shipment()] }),
      { type: 'application/json', json: { data: [SHIPMENT] } },
    ],
    [
      'a form',
      new Message().setForm({ a: '1 2', 'b&': 'é' }),
      { type: 'application/x-www-form-urlencoded', body: 'a=1+2&b%26=%C3%A9' },
    ],
    [
      'raw bytes',
      new Message().setRaw(Buffer.from('{"looks": "like JSON" }')),
      { type: 'application/octet-stream', body: '{"looks": "like JSON" }' },
    ],
    [
      'a window of a buffer',
      new Message().setRaw(new Uint8Array(Buffer.from('..window..').buffer.slice(0)).subarray(0, 0)),
      { type: 'application/octet-stream', body: '' },
    ],
    ['no body', new Message(), { body: '' }],
    [
      'PUT',
      new Message().setMethod('put').setRaw('x'),
      { method: 'PUT', type: 'application/octet-stream', body: 'x' },
    ],
    ['DELETE', new Message().setMethod('DELETE'), { method: 'DELETE', body: '' }],
    [
      'GET with a body',
      new Message().setMethod('GET').setRaw('q'),
      { method: 'GET', type: 'application/octet-stream', body: 'q' },
    ],
  ];

  test.each(rows)('%s', async (_, message, expected) => {
    const delivery = await deliver({ defaultURL: receiver.url, signingSecret: secret }, message);
    expect(delivery.outcome).toBe('sent');
    expect(receiver.requests).toHaveLength(1);
    const [request] = receiver.requests;
    if (expected.json) expect(JSON.parse(request!.body.toString())).toEqual(expected.json);
    else expect(request!.body.toString()).toBe(expected.body);
    expect(request!.method).toBe(expected.method ?? 'POST');
    expect(request!.headers['content-type']).toBe(expected.type);
    expect(request!.path).toBe('/hook');
    const signature = `sha256=${createHmac('sha256', secret).update(request!.body).digest('hex')}`;
    expect(request!.headers['x-signature']).toBe(expected.body === '' ? undefined : signature);
  });

  test('signs the bytes that arrive, for any body', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1, maxLength: 400 }),
        // A secret of blanks is refused.
        fc.string({ unit: anyCharacter, minLength: 1 }).filter((text) => text.trim() !== ''),
        async (bytes, text) => {
          const before = receiver.requests.length;
          await deliver({ defaultURL: receiver.url, signingSecret: text }, new Message().setRaw(bytes));
          await deliver({ defaultURL: receiver.url, signingSecret: text }, new Message().setJSON({ text }));
          const [raw, json] = receiver.requests.slice(before);
          expect(raw!.body.equals(bytes)).toBe(true);
          expect(JSON.parse(json!.body.toString())).toEqual({
            text: text,
          });
          for (const { body, headers } of [raw!, json!]) {
            expect(headers['x-signature']).toBe(
              `sha256=${createHmac('sha256', text).update(body).digest('hex')}`,
            );
            expect(verifySignature(body, headers['x-signature'], text)).toBe(true);
            expect(
              verifySignature(Buffer.concat([body, Buffer.from(' ')]), headers['x-signature'], text),
            ).toBe(false);
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('headers', () => {
  test.each([
    ['default headers are sent', { 'X-A': 'default' }, [], { 'x-a': 'default' }],
    ['the message wins, in any case', { 'X-A': 'default' }, [['x-a', 'message']], { 'x-a': 'message' }],
    [
      'the last of a message wins',
      {},
      [
        ['x-a', '1'],
        ['X-A', '2'],
      ],
      { 'x-a': '2' },
    ],
    [
      'a default Content-Type beats the automatic one',
      { 'content-type': 'text/a' },
      [],
      { 'content-type': 'text/a' },
    ],
    [
      "a message's Content-Type beats both",
      { 'content-type': 'text/a' },
      [['CONTENT-TYPE', 'text/b']],
      { 'content-type': 'text/b' },
    ],
    [
      'a computed signature beats one by hand',
      {},
      [['x-signature', 'forged']],
      { 'x-signature': expect.stringMatching(/^sha256=/) },
    ],
    ['the form type is never added', {}, [], { 'content-type': 'application/json' }],
    ['nothing compressed is asked for', {}, [], { 'accept-encoding': 'identity' }],
  ] as [string, Record<string, string>, [string, string][], Record<string, unknown>][])(
    '%s',
    async (_, defaultHeaders, own, expected) => {
      const message = new Message().setJSON(1);
      for (const [name, value] of own) message.addHeader(name, value);
      await deliver({ defaultURL: receiver.url, defaultHeaders, signingSecret: 's' }, message);
      expect(receiver.requests[0]!.headers).toMatchObject(expected);
      for (const name of Object.keys(expected)) {
        expect(
          receiver.requests[0]!.lines.filter((line) => line.toLowerCase().startsWith(`${name}:`)),
        ).toHaveLength(1);
      }
    },
  );

  test('sends names that axios or JavaScript treat specially unchanged', async () => {
    const names = [
      'get',
      'post',
      'query',
      'common',
      'set',
      'has',
      'clear',
      'concat',
      'normalize',
      'toJSON',
      'toString',
    ];
    names.push(
      'constructor',
      'prototype',
      '__proto__',
      'hasOwnProperty',
      'authorization',
      'user-agent',
      'accept',
    );
    const message = new Message().setJSON(1);
    for (const name of names) message.addHeader(name, `value of ${name}`);
    await deliver({ defaultURL: receiver.url }, message);
    const lines = receiver.requests[0]!.lines.map((line) => line.toLowerCase());
    for (const name of names) expect(lines).toContain(`${name}: value of ${name}`.toLowerCase());
  });

  test('credentials in a URL become Basic, and never overwrite an Authorization header', async () => {
    const defaultURL = receiver.url.replace('http://', 'http://us%40er:p%3Ass@');
    await deliver({ defaultURL });
    await deliver({ defaultURL, defaultHeaders: { authorization: 'Bearer mine' } });
    expect(receiver.requests.map(({ headers }) => headers.authorization)).toEqual([
      `Basic ${Buffer.from('us@er:p:ss').toString('base64')}`,
      'Bearer mine',
    ]);
  });
});

describe('the URL', () => {
  test('prefers the URL of the message to the default', async () => {
    const other = await startReceiver();
    await deliver(
      { defaultURL: receiver.url, blockPrivateNetworks: false },
      new Message().setURL(`${other.url}?q=1#f`),
    );
    expect(receiver.requests).toHaveLength(0);
    expect(other.requests[0]!.path).toBe('/hook?q=1');
    await other.close();
  });
});
