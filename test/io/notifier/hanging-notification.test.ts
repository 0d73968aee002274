import {
  Message,
  Notifier,
  WebhookChannel,
  type WebhookNotification,
} from '../../../src/webhooks/messages/index.js';
import { startReceiver, type HostileReceiver } from '../../support/webhooks/hostile-receiver.js';

/** When a late message is built. */
let late: Promise<unknown> | undefined;

/** A message that is never built for whom it says so, and late for another. */
class News implements WebhookNotification<string> {
  via(): string[] {
    return ['webhook'];
  }
  async toWebhook(notifiable: string): Promise<Message> {
    if (notifiable === 'never') await new Promise(() => undefined);
    if (notifiable === 'late, without a URL') await late;
    const message = new Message().setJSON({ to: notifiable });
    return notifiable.endsWith('without a URL') ? message : message.setURL(receiver.url);
  }
}

let receiver: HostileReceiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

const open = () => new Notifier().register(new WebhookChannel({ blockPrivateNetworks: false }));
const sentBy = (notifier: Notifier) => new Promise((resolve) => notifier.on('sent', resolve));

describe('a toWebhook that never ends', () => {
  test('delays no other notifiable, and ends with drain({ timeout })', async () => {
    const notifier = open();
    const other = sentBy(notifier);
    const failed: unknown[] = [];
    notifier.on('failed', ({ attempt, error }) => failed.push([attempt, error.name]));
    const sending = notifier.send(['never', 'other'], new News());
    await other;
    await notifier.drain({ timeout: 20 });
    expect((await sending).deliveries).toMatchObject([
      { outcome: 'failed', attempts: 0, error: { code: 'ERR_DELIVERY_ABORTED' } },
      { outcome: 'sent', attempts: 1 },
    ]);
    expect(failed).toEqual([[0, 'DeliveryAbortedError']]);
  });

  test('ends with the signal of its send, and no other send does', async () => {
    const notifier = open();
    const controller = new AbortController();
    const one = notifier.send('never', new News(), { signal: controller.signal });
    const two = notifier.send('other', new News());
    controller.abort();
    expect((await one).deliveries).toMatchObject([{ error: { code: 'ERR_DELIVERY_ABORTED' } }]);
    expect((await two).deliveries).toMatchObject([{ outcome: 'sent' }]);
    await notifier.drain();
  });

  test('is not called if the signal has already fired', async () => {
    const notification = { via: () => ['webhook'], toWebhook: jest.fn() };
    const { deliveries } = await open().send('other', notification, { signal: AbortSignal.abort() });
    expect(deliveries).toMatchObject([{ error: { code: 'ERR_DELIVERY_ABORTED' } }]);
    expect(notification.toWebhook).not.toHaveBeenCalled();
  });
});

describe('a message without a URL', () => {
  test('rejects before anything is sent if it is built at once', async () => {
    const notifier = open();
    const sending = jest.fn();
    notifier.on('sending', sending);
    await expect(notifier.send(['other', 'without a URL'], new News())).rejects.toThrow(
      expect.objectContaining({ code: 'ERR_MISSING_URL' }),
    );
    await notifier.drain();
    expect(sending).not.toHaveBeenCalled();
  });

  test('rejects if it is built later, too, and the others arrive', async () => {
    const notifier = open();
    late = sentBy(notifier);
    await expect(notifier.send(['other', 'late, without a URL'], new News())).rejects.toThrow(
      expect.objectContaining({ code: 'ERR_MISSING_URL' }),
    );
    await notifier.drain();
  });
});
