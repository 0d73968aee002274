import {
  Message,
  Notifier,
  WebhookChannel,
  type AboutAttempt,
} from '../../../../src/webhooks/messages/index.js';
import { deliver, hurry, notificationOf } from '../../../support/webhooks/deliver.js';
import { answer, startReceiver } from '../../../support/webhooks/hostile-receiver.js';

const SECRET = `whsec_${Buffer.alloc(24, 'x').toString('base64')}`;

describe('attemptHeaders', () => {
  test('are requested for each attempt, with information about it', async () => {
    const receiver = await startReceiver((socket, request, index) => {
      answer(index === 0 ? '503 Busy' : '204 No Content')(socket, request, index);
    });
    const asked: AboutAttempt[] = [];
    const notifier = new Notifier(hurry).register(
      new WebhookChannel({
        endpoints: () => ({ id: 'e', url: receiver.url, secrets: [SECRET] }),
        blockPrivateNetworks: false,
        attemptHeaders: (about) => {
          asked.push(about);
          return { 'X-Attempt': String(about.attempt) };
        },
      }),
    );
    const { deliveries } = await notifier.send(
      'x',
      notificationOf(() => new Message().setJSON(1)),
    );
    const { id, messageId } = deliveries[0]!;
    const about = { id, messageId, endpoint: 'e', origin: new URL(receiver.url).origin };
    expect(asked).toEqual([
      { ...about, attempt: 1 },
      { ...about, attempt: 2 },
    ]);
    expect(receiver.requests.map(({ headers }) => headers['x-attempt'])).toEqual(['1', '2']);
    await notifier.drain();
    await receiver.close();
  });

  test('override all headers except a computed signature', async () => {
    const receiver = await startReceiver();
    const delivery = await deliver(
      {
        defaultURL: receiver.url,
        defaultHeaders: { 'X-A': 'default' },
        signingSecret: 'secret',
        standardWebhooks: { secrets: [SECRET] },
        attemptHeaders: () => ({
          'x-a': 'attempt',
          'X-B': 'attempt',
          'X-Signature': 'none',
          'webhook-id': 'none',
          Authorization: 'Bearer fresh',
        }),
      },
      new Message().setJSON(1).addHeader('X-B', 'message'),
    );
    expect(receiver.requests[0]!.headers).toMatchObject({
      'x-a': 'attempt',
      'x-b': 'attempt',
      'x-signature': expect.stringMatching(/^sha256=/),
      'webhook-id': delivery.messageId,
      authorization: 'Bearer fresh',
    });
    await receiver.close();
  });

  test.each<[string, () => unknown, string, RegExp]>([
    [
      'throws',
      () => {
        throw new Error('no token');
      },
      'ERR_NOTIFICATION',
      /^attemptHeaders\(\) threw: no token/,
    ],
    ['gives nothing', () => undefined, 'ERR_NOTIFICATION', /needs an object/],
    ['rejects', () => Promise.reject(new Error('no token')), 'ERR_NOTIFICATION', /threw: no token/],
    ['never answers', () => new Promise(() => undefined), 'ERR_NOTIFICATION', /not answer within 50 ms/],
    ['gives what cannot be sent', () => ({ 'X-A': 'secret\nvalue' }), 'ERR_NOTIFICATION', /X-A/],
    ['gives a framing header', () => ({ 'Content-Length': '1' }), 'ERR_NOTIFICATION', /Content-Length/],
  ])('one that %s makes no request, and is asked again', async (_, attemptHeaders, code, message) => {
    const receiver = await startReceiver();
    const delivery = await deliver({
      defaultURL: receiver.url,
      timeout: 50,
      attemptHeaders: attemptHeaders as never,
    });
    expect(delivery).toMatchObject({
      outcome: 'failed',
      attempts: 3,
      error: { code, message: expect.stringMatching(message) },
    });
    expect(String(delivery.error)).not.toContain('secret');
    expect(receiver.requests).toEqual([]);
    await receiver.close();
  });

  test('may be asynchronous, and may fail for a while', async () => {
    const receiver = await startReceiver();
    let asked = 0;
    const attemptHeaders = async () => {
      asked += 1;
      await Promise.resolve();
      if (asked === 1) throw new Error('the token service is away');
      return { Authorization: `Bearer ${asked}` };
    };
    const delivery = await deliver({ defaultURL: receiver.url, attemptHeaders });
    expect(delivery).toMatchObject({ outcome: 'sent', attempts: 2 });
    expect(receiver.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer 2']);
    await receiver.close();
  });

  test('the constructor throws for a value that is not a function', () => {
    expect(() => new WebhookChannel({ attemptHeaders: { 'X-A': 'a' } as never })).toThrow(
      /attemptHeaders.* needs a function/,
    );
  });
});
