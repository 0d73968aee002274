import type { HeaderList } from '../../../src/webhooks/messages/http/headers.js';
import { ConfigError } from '../../../src/shared/errors.js';
import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { anyCharacter } from '../../fixtures/any-character.js';
import { Webhook } from 'standardwebhooks';
import { Message, verifyStandardWebhook, WebhookChannel } from '../../../src/webhooks/messages/index.js';
import { parseSigner } from '../../../src/webhooks/messages/signatures/signing-keys.js';
import { standardHeaders } from '../../../src/webhooks/messages/signatures/sign.js';
import { answer, startReceiver } from '../../support/webhooks/hostile-receiver.js';
import { deliver } from '../../support/webhooks/deliver.js';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const OTHER = `whsec_${Buffer.from('another secret of some length').toString('base64')}`;
/** 23 bytes; the specification wants 24 and more. */
const SHORT = `whsec_${Buffer.alloc(23, 'x').toString('base64')}`;
const headersOf = (id: string, now: number, body: Uint8Array, ...secrets: string[]) =>
  Object.fromEntries(standardHeaders({ id, now, body }, secrets.map(parseSigner)) as HeaderList);

describe('Standard Webhooks signatures', () => {
  test('match the vector that Svix publishes', () => {
    const body = Buffer.from('{"test": 2432232314}');
    expect(headersOf('msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330_000, body, SECRET)).toEqual({
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    });
  });

  test('match the Ed25519 vector of RFC 8032, 7.1, test 3', () => {
    // The signed content is "<id>.<timestamp>.<body>", so the key alone is checked against the RFC's public key.
    const seed = Buffer.from('c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7', 'hex');
    const publicKey = Buffer.from('fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025', 'hex');
    const signature = parseSigner(`whsk_${seed.toString('base64')}`)({
      prefix: '',
      body: Buffer.from('af82', 'hex'),
    });
    expect(signature).toBe(
      `v1a,${Buffer.from(
        '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
        'hex',
      ).toString('base64')}`,
    );
    const body = Buffer.from('{}');
    const headers = headersOf(
      'msg_1',
      1_000,
      body,
      `whsk_${Buffer.concat([seed, publicKey]).toString('base64')}`,
    );
    const verify = (key: string) => verifyStandardWebhook(body, headers, key, { now: 1_000 });
    expect(verify(`whpk_${publicKey.toString('base64')}`)).toBe(true);
    expect(verify(`whsk_${seed.toString('base64')}`)).toBe(true);
    expect(verify(SECRET)).toBe(false);
  });

  test('are interchangeable with those of the reference package, for any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter }),
        fc.uint8Array({ minLength: 24, maxLength: 64 }),
        (text, key) => {
          const secret = `whsec_${Buffer.from(key).toString('base64')}`;
          const reference = new Webhook(secret);
          const body = Buffer.from(text, 'utf8');
          const ours = headersOf('msg_1', Date.now(), body, secret);
          expect(() => reference.verify(body, ours, { jsonParse: false })).not.toThrow();
          const now = new Date();
          const theirs = {
            'Webhook-Id': 'msg_2',
            'Webhook-Timestamp': String(Math.floor(now.getTime() / 1000)),
            'Webhook-Signature': reference.sign('msg_2', now, text),
          };
          expect(verifyStandardWebhook(body, theirs, secret)).toBe(true);
          expect(verifyStandardWebhook(Buffer.concat([body, Buffer.from('.')]), theirs, secret)).toBe(false);
        },
      ),
    );
  });

  describe('verifyStandardWebhook', () => {
    const body = Buffer.from('body');
    const good = headersOf('msg_1', 1_000_000, body, SECRET);
    test.each([
      ['as sent', good, SECRET, true],
      ['an old and a new secret', good, [OTHER, SECRET], true],
      ['without the prefix', good, SECRET.slice(6), true],
      ['fetch headers', new Headers(good), SECRET, true],
      ['another secret', good, OTHER, false],
      ['another id', { ...good, 'webhook-id': 'msg_2' }, SECRET, false],
      ['another timestamp', { ...good, 'webhook-timestamp': '1001' }, SECRET, false],
      ['a timestamp that is no number', { ...good, 'webhook-timestamp': '1000x' }, SECRET, false],
      ['no id', { ...good, 'webhook-id': undefined }, SECRET, false],
      [
        'a list of one signature',
        { ...good, 'webhook-signature': [good['webhook-signature']!] },
        SECRET,
        true,
      ],
      ['the id twice', { ...good, 'webhook-id': [good['webhook-id']!, good['webhook-id']!] }, SECRET, false],
      [
        'another version',
        { ...good, 'webhook-signature': good['webhook-signature']!.replace('v1', 'v2') },
        SECRET,
        false,
      ],
      [
        'several signatures',
        { ...good, 'webhook-signature': `v1,AAAA v2,x ${good['webhook-signature']!}` },
        SECRET,
        true,
      ],
    ])('%s', (_, headers, secrets, expected) => {
      expect(verifyStandardWebhook(body, headers, secrets, { now: 1_000_000 })).toBe(expected);
    });

    test.each([
      [300_999, true],
      [301_000, false],
      [-300_000, true],
      [-300_001, false],
    ])('checks a timestamp %i ms away from the clock', (away, expected) => {
      expect(verifyStandardWebhook(body, good, SECRET, { now: 1_000_000 + away })).toBe(expected);
    });

    test.each([
      ['toleranceSeconds', { toleranceSeconds: NaN, now: 1_000_000 }],
      ['now', { now: NaN }],
      ['both', { toleranceSeconds: NaN, now: NaN }],
    ])('rejects every signature if %s is NaN', (_, options) => {
      expect(verifyStandardWebhook(body, good, SECRET, options)).toBe(false);
    });

    test.each(['', 'whsec_', 'whsec_not base64', 'whpk_AAAA', 'whsk_AAAA', SHORT])(
      'rejects the secret %p',
      (secret) => {
        expect(() => verifyStandardWebhook(body, good, secret)).toThrow(ConfigError);
      },
    );
  });
});

describe('Standard Webhooks on the wire', () => {
  test('sends one id over all attempts, a new timestamp for each, and one signature per secret', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const whsk = `whsk_${Buffer.from(privateKey.export({ format: 'jwk' }).d!, 'base64url').toString('base64')}`;
    const whpk = `whpk_${Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('base64')}`;
    const receiver = await startReceiver((socket, request, index) => {
      answer(index < 2 ? '500 No' : '200 OK')(socket, request, index);
    });
    const delivery = await deliver(
      {
        defaultURL: receiver.url,
        signingSecret: 'both',
        standardWebhooks: { secrets: [OTHER, SECRET, whsk] },
      },
      new Message().setJSON({ text: 'ü' }).addHeader('webhook-id', 'by hand'),
    );
    expect(delivery).toMatchObject({ outcome: 'sent', attempts: 3 });
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id']))).toEqual(
      new Set([delivery.messageId]),
    );
    for (const { body, headers } of receiver.requests) {
      expect(headers['webhook-signature']!.split(' ').map((part) => part.split(',')[0])).toEqual([
        'v1',
        'v1',
        'v1a',
      ]);
      for (const secret of [OTHER, SECRET]) {
        expect(new Webhook(secret).verify(body.toString(), headers)).toEqual({ text: 'ü' });
      }
      expect(verifyStandardWebhook(body, headers, whpk)).toBe(true);
      expect(headers['x-signature']).toMatch(/^sha256=/);
    }
    await receiver.close();
  });

  test('signs an empty body', async () => {
    const receiver = await startReceiver();
    await deliver({ defaultURL: receiver.url, standardWebhooks: { secrets: [SECRET] } }, new Message());
    expect(verifyStandardWebhook('', receiver.requests[0]!.headers, SECRET)).toBe(true);
    await receiver.close();
  });

  test.each([[[]], [['']], [['whsec_']], [['whsec_*']], [['whsk_AAAA']], [[SECRET, SHORT]]])(
    'rejects the secrets %p at construction',
    (secrets) => {
      expect(() => new WebhookChannel({ standardWebhooks: { secrets } })).toThrow(ConfigError);
    },
  );
});
