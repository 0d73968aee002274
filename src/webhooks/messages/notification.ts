import { ConfigError } from '../../shared/errors.js';
import { kindOf } from '../../shared/values.js';
import { promiseOf } from '../notifier/awaitable.js';
import { NotificationError } from '../notifier/errors.js';
import type { Notification, PrepareRequest } from '../notifier/channel.js';
import { invalidEndpoint, WebhookError } from './errors.js';
import { isMessage, type Message, type MessageSnapshot, snapshotOf } from './message.js';

/** A notification that is sent as a webhook. `T` is the type of its JSON body. */
export interface WebhookNotification<N = unknown, T = unknown> extends Notification<N> {
  /** Returns the message. `channelName` identifies the channel, if there are several. */
  toWebhook(notifiable: N, channelName: string): Message<T> | Promise<Message<T>>;
}

/** Converts a message for an endpoint. `body` is the value of a JSON body, or the bytes of any other body. */
export type TransformMessage = (body: unknown, event: string | undefined) => Message | Promise<Message>;

/**
 * Builds and freezes the notification's message, synchronously if possible.
 * @throws ConfigError if it is no WebhookNotification, NotificationError if it throws or returns no message
 */
export function buildMessage(
  { notifiable, notification }: PrepareRequest,
  channelName: string,
): MessageSnapshot | Promise<MessageSnapshot> {
  if (!isWebhookNotification(notification)) {
    throw new ConfigError(
      `${notificationName(notification)} goes through the channel "${channelName}" but has no toWebhook(). ` +
        'Add the method, or take the name out of via().',
    );
  }
  try {
    const returned: unknown = notification.toWebhook(notifiable, channelName);
    return promiseOf(returned)?.then(takeSnapshot).catch(failNotification) ?? takeSnapshot(returned);
  } catch (error) {
    return failNotification(error);
  }
}

function takeSnapshot(message: unknown): MessageSnapshot {
  if (isMessage(message)) return snapshotOf(message);
  throw new ConfigError('it must return a Message');
}

/** @throws NotificationError if the function throws, InvalidMessageError if it returns no message */
export async function transformMessage(
  { id, transform }: { readonly id: string; readonly transform?: TransformMessage },
  message: MessageSnapshot,
): Promise<MessageSnapshot> {
  if (!transform) return message;
  const { bytes, contentType, event } = message;
  const body: unknown =
    contentType === 'application/json' ? JSON.parse(new TextDecoder().decode(bytes)) : bytes;
  const returned: unknown = await (async () => transform(body, event))().catch((error: unknown) => {
    throw new NotificationError(`transform() of the endpoint "${id}"`, error);
  });
  if (!isMessage(returned))
    throw invalidEndpoint(
      id,
      `has a transform() that returned ${kindOf(returned)}. Return a Message, as in (body) => new Message().setJSON(body)`,
    );
  const snapshot = snapshotOf(returned);
  return { ...snapshot, id: message.id, event, url: snapshot.url ?? message.url };
}

function failNotification(error: unknown): never {
  throw error instanceof WebhookError ? error : new NotificationError('toWebhook()', error);
}

function notificationName(notification: object): string {
  const prototype = Object.getPrototypeOf(notification) as object | null;
  return prototype === null || prototype === Object.prototype
    ? 'The notification'
    : prototype.constructor.name;
}

function isWebhookNotification(value: object): value is WebhookNotification {
  return 'toWebhook' in value && typeof value.toWebhook === 'function';
}
