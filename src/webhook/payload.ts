import { types } from 'node:util';
import { ConfigurationError, NotificationError } from '../notifier/errors.js';
import type { Prepared, PrepareRequest } from '../notifier/types.js';
import { BodyTooLargeError, MissingURLError, WebhookError } from './errors.js';
import type { HeaderList } from './headers.js';
import { isMessage, type Message, type MessageSnapshot } from './message.js';
import type { ResolvedChannel } from './options.js';
import { checkInstances } from './validate-payload.js';

/** A frozen message: data only, without the channel's default headers and without a secret. */
export interface WebhookPayload {
  readonly method: string;
  /** Absent when the message goes to the channel's default URL. */
  readonly url?: string;
  /** The message's own. */
  readonly headers: HeaderList;
  readonly contentType?: string;
  readonly body: Uint8Array;
}

/** A notification that goes out as a webhook (seed 2.8). `T` is the type of its JSON body. */
export interface WebhookNotification<N = unknown, T = unknown> {
  via(notifiable: N): readonly string[];
  /** Builds the message. One notification may go to several webhook channels, hence the name. */
  toWebhook(notifiable: N, channelName: string): Message<T> | Promise<Message<T>>;
}

/** About what a message takes in memory beside its body, in bytes. */
const OVERHEAD = 1024;

/** Builds, freezes and checks the message of a notification. */
export async function preparePayload(
  request: PrepareRequest,
  channel: ResolvedChannel,
): Promise<Prepared<WebhookPayload>> {
  const returned = askNotification(request, channel.name);
  // No wait without need: the bytes are those of the moment in which `send` was called.
  const snapshot = types.isPromise(returned) ? takeSnapshot(await returned) : takeSnapshot(returned);
  const url = snapshot.url ?? channel.defaultURL;
  if (!url) throw new MissingURLError(channel.name);
  if (snapshot.bytes.length > channel.maxBodyBytes) {
    throw new BodyTooLargeError(snapshot.bytes.length, channel.maxBodyBytes);
  }
  if (snapshot.validate ?? channel.validate) await checkInstances(snapshot.instances, snapshot.view);
  return {
    group: url.origin,
    payload: toPayload(snapshot),
    size: snapshot.bytes.length + OVERHEAD,
    ...(snapshot.id !== undefined && { messageId: snapshot.id }),
  };
}

function toPayload({ method, url, headers, contentType, bytes }: MessageSnapshot): WebhookPayload {
  return { method, headers, body: bytes, ...(url && { url: url.href }), ...(contentType && { contentType }) };
}

function askNotification({ notifiable, notification }: PrepareRequest, channelName: string): unknown {
  if (!isWebhookNotification(notification)) {
    throw new ConfigurationError(
      `${nameOf(notification)} goes through the channel "${channelName}" but has no toWebhook(). ` +
        'Add the method, or take the name out of via().',
    );
  }
  try {
    const returned: unknown = notification.toWebhook(notifiable, channelName);
    return types.isPromise(returned) ? returned.catch(failNotification) : returned;
  } catch (error) {
    return failNotification(error);
  }
}

/** Our own errors say where they come from; the application's are wrapped, so that it is known who threw. */
function failNotification(error: unknown): never {
  throw error instanceof WebhookError ? error : new NotificationError('toWebhook()', error);
}

/** The class, where there is one to name. */
function nameOf(notification: object): string {
  const prototype = Object.getPrototypeOf(notification) as object | null;
  return prototype === null || prototype === Object.prototype
    ? 'The notification'
    : prototype.constructor.name;
}

function takeSnapshot(message: unknown): MessageSnapshot {
  if (isMessage(message)) return message.snapshot();
  throw new NotificationError('toWebhook()', new TypeError('it must return a Message'));
}

function isWebhookNotification(value: object): value is WebhookNotification {
  return 'toWebhook' in value && typeof value.toWebhook === 'function';
}
