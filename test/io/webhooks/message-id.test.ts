import { Webhook } from 'standardwebhooks';
import { Message, Notifier, WebhookChannel } from '../../../src/webhooks/messages/index.js';
import { hurry, notificationOf } from '../../support/webhooks/deliver.js';
import { answer, startReceiver } from '../../support/webhooks/hostile-receiver.js';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

describe('the id of a message', () => {
  test('uses an id of the application in every attempt, and when a job runs twice', async () => {
    const receiver = await startReceiver((socket, request, index) => {
      answer(index % 2 === 0 ? '500 No' : '200 OK')(socket, request, index);
    });
    const channel = new WebhookChannel({
      defaultURL: receiver.url,
      standardWebhooks: { secrets: [SECRET] },
    });
    const notifier = new Notifier(hurry).register(channel);
    const events = new Set<string>();
    for (const name of ['sending', 'retrying', 'sent'] as const)
      notifier.on(name, ({ messageId }) => events.add(messageId));
    const job = notificationOf(() => new Message().setJSON({ n: 1 }).setId('order-42:shipped'));
    const first = await notifier.send('a', job);
    const second = await notifier.send('a', job);
    expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual(
      Array(4).fill('order-42:shipped'),
    );
    for (const { body, headers } of receiver.requests)
      expect(new Webhook(SECRET).verify(body.toString(), headers)).toEqual({ n: 1 });
    const deliveries = [...first.deliveries, ...second.deliveries];
    expect(deliveries.map(({ messageId }) => messageId)).toEqual(['order-42:shipped', 'order-42:shipped']);
    expect(new Set(deliveries.map(({ id }) => id)).size).toBe(2);
    expect(events).toEqual(new Set(['order-42:shipped']));
    await notifier.drain();
    await receiver.close();
  });

  test('creates a new id for each message otherwise', async () => {
    const receiver = await startReceiver();
    const channel = new WebhookChannel({
      defaultURL: receiver.url,
      standardWebhooks: { secrets: [SECRET] },
    });
    const notifier = new Notifier().register(channel);
    const { deliveries } = await notifier.send(
      ['a', 'b'],
      notificationOf(() => new Message().setJSON(1)),
    );
    const sent = receiver.requests.map(({ headers }) => headers['webhook-id']);
    expect(new Set(sent)).toEqual(new Set(deliveries.map(({ messageId }) => messageId)));
    expect(new Set(sent).size).toBe(2);
    await notifier.drain();
    await receiver.close();
  });

  test.each(['', 'a.b', 'a b', 'ü', 'a\n', 'x'.repeat(257), 5 as never])('rejects the id %p', (id) => {
    expect(() => new Message().setId(id)).toThrow(
      expect.objectContaining({ code: 'ERR_WEBHOOK_INVALID_MESSAGE_ID' }),
    );
  });
});
