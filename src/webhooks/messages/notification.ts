import { types } from 'node:util';
import { ConfigError } from '../../shared/errors.js';
import { NotificationError } from '../notifier/errors.js';
import type { Notification, PrepareRequest } from '../notifier/channel.js';
import { WebhookError } from './errors.js';
import { isMessage, type Message, type MessageSnapshot } from './message.js';

/** A notification that is sent as a webhook. `T` is the type of its JSON body. */
export interface WebhookNotification<N = unknown, T = unknown> extends Notification<N> {
  /** Builds the message. `channelName` identifies the channel, if there are several. */
  toWebhook(notifiable: N, channelName: string): Message<T> | Promise<Message<T>>;
}

/**
 * Builds the notification's message and freezes it, synchronously where possible.
 * @throws ConfigError if it is no WebhookNotification, NotificationError if it throws or returns no message
 */
export function buildMessage(
  { notifiable, notification }: PrepareRequest,
  channelName: string,
): MessageSnapshot | Promise<MessageSnapshot> {
  if (!isWebhookNotification(notification)) {
    throw new ConfigError(
      `${nameOf(notification)} goes through the channel "${channelName}" but has no toWebhook(). ` +
        'Add the method, or take the name out of via().',
    );
  }
  try {
    const returned: unknown = notification.toWebhook(notifiable, channelName);
    return types.isPromise(returned)
      ? returned.then(takeSnapshot).catch(failNotification)
      : takeSnapshot(returned);
  } catch (error) {
    return failNotification(error);
  }
}

function takeSnapshot(message: unknown): MessageSnapshot {
  if (isMessage(message)) return message.snapshot();
  throw new ConfigError('it must return a Message');
}

/** Wraps the application's errors; the library's own already name their source. */
function failNotification(error: unknown): never {
  throw error instanceof WebhookError ? error : new NotificationError('toWebhook()', error);
}

function nameOf(notification: object): string {
  const prototype = Object.getPrototypeOf(notification) as object | null;
  return prototype === null || prototype === Object.prototype
    ? 'The notification'
    : prototype.constructor.name;
}

function isWebhookNotification(value: object): value is WebhookNotification {
  return 'toWebhook' in value && typeof value.toWebhook === 'function';
}
