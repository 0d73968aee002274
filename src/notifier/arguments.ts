import { show } from '../../decorators/arguments.js';
import { ConfigurationError } from './errors.js';
import type { Channel, Notification } from './types.js';

// Checks for JavaScript and for casts: TypeScript refuses the same things earlier.

/** @throws ConfigurationError */
export function requireChannel(channel: unknown): asserts channel is Channel {
  const { name, prepare, attempt } = (channel ?? {}) as Partial<Channel>;
  const isNamed = typeof name === 'string' && name !== '';
  if (isNamed && typeof prepare === 'function' && typeof attempt === 'function') return;
  throw new ConfigurationError(
    `notifier.register(channel) needs a channel, an object with name, prepare() and attempt(), as in new WebhookChannel(options), not ${show(channel)}.`,
  );
}

/** @throws ConfigurationError */
export function requireNotification(notification: unknown): asserts notification is Notification<never> {
  if (typeof (notification as Partial<Notification> | null | undefined)?.via === 'function') return;
  throw new ConfigurationError(
    `notifier.send(to, notification) needs a notification, an object with via(), not ${show(notification)}. Write send(customer, new ParcelLeft()), where via() returns ['webhook'].`,
  );
}

/** @throws TypeError that never shows the value, which may hold a secret */
export function requireOptions(subject: string, example: string, options: unknown): void {
  if (typeof options === 'object' && options !== null && !Array.isArray(options)) return;
  throw new TypeError(`${subject} needs an object, as in ${example}, not ${kindOf(options)}.`);
}

/** What a value is, without its content. */
export function kindOf(value: unknown): string {
  return typeof value === 'string' ? 'a text' : typeof value === 'object' ? show(value) : typeof value;
}
