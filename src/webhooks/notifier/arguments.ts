import { ConfigError } from '../../shared/errors.js';
import { isRecord, kindOf, show } from '../../shared/values.js';
import type { Channel, Notification } from './channel.js';

// For JavaScript and casts: TypeScript reports the same errors earlier.

export function requireChannel(channel: unknown): asserts channel is Channel {
  const { name, prepare, attempt } = (channel ?? {}) as Partial<Channel>;
  const isNamed = typeof name === 'string' && name !== '';
  if (isNamed && typeof prepare === 'function' && typeof attempt === 'function') return;
  throw new ConfigError(
    `notifier.register(channel) needs a channel, an object with name, prepare() and attempt(), as in new WebhookChannel(options), not ${show(channel)}.`,
  );
}

export function requireNotification(notification: unknown): asserts notification is Notification<never> {
  if (typeof (notification as Partial<Notification> | null | undefined)?.via === 'function') return;
  throw new ConfigError(
    `notifier.send(to, notification) needs a notification, an object with via(), not ${show(notification)}. Write send(customer, new ParcelLeft()), where via() returns ['webhook'].`,
  );
}

/** @throws ConfigError, whose message does not contain the value, which may contain a secret */
export function requireOptions(subject: string, example: string, options: unknown): void {
  if (isRecord(options)) return;
  throw new ConfigError(`${subject} needs an object, as in ${example}, not ${kindOf(options)}.`);
}
