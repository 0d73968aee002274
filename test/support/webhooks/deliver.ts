import {
  Message,
  Notifier,
  WebhookChannel,
  type Delivery,
  type NotifierOptions,
  type WebhookChannelOptions,
  type WebhookNotification,
} from '../../../src/webhooks/messages/index.js';

/** A notification that sends what the function builds, through the channel `webhook`. */
export function notificationOf(
  build: (notifiable: unknown, channel: string) => Message,
  channels: readonly string[] = ['webhook'],
): WebhookNotification {
  return { via: () => channels, toWebhook: build };
}

/** Retries without waiting. */
export const hurry: NotifierOptions = { runtime: { sleep: () => Promise.resolve() } };

/** Sends one message through one fresh channel and returns its delivery. */
export async function deliver(
  channel: WebhookChannelOptions,
  message: Message = new Message().setJSON({ hello: 'world' }),
  options: NotifierOptions = hurry,
): Promise<Delivery> {
  const notifier = new Notifier(options).register(new WebhookChannel(channel));
  const { deliveries } = await notifier.send(
    'customer',
    notificationOf(() => message),
  );
  await notifier.drain();
  return deliveries[0]!;
}
