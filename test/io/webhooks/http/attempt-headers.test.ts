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
    ['promises', () => Promise.resolve({ 'X-A': 'a' }), 'ERR_NOTIFICATION', /not a promise/],
    ['gives what cannot be sent', () => ({ 'X-A': 'secret\nvalue' }), 'ERR_WEBHOOK_INVALID_HEADER', /X-A/],
    [
      'gives a framing header',
      () => ({ 'Content-Length': '1' }),
      'ERR_WEBHOOK_INVALID_HEADER',
      /Content-Length/,
    ],
  ])('one that %s fails the delivery, without a request', async (_, attemptHeaders, code, message) => {
    const receiver = await startReceiver();
    const delivery = await deliver({ defaultURL: receiver.url, attemptHeaders: attemptHeaders as never });
    expect(delivery).toMatchObject({
      outcome: 'failed',
      attempts: 1,
      error: { code, message: expect.stringMatching(message) },
    });
    expect(String(delivery.error)).not.toContain('secret');
    expect(receiver.requests).toEqual([]);
    await receiver.close();
  });

  test('the constructor throws for a value that is not a function', () => {
    expect(() => new WebhookChannel({ attemptHeaders: { 'X-A': 'a' } as never })).toThrow(
      /attemptHeaders.* needs a function/,
    );
  });
});
