import { ConfigError } from '../../shared/errors.js';
import { show } from '../../shared/values.js';
import type { EndpointRate } from './attempts/rate.js';
import type { Awaitable } from './awaitable.js';

/**
 * An event to notify about, and the channels to use. Each channel calls its own method of it, e.g.
 * `toWebhook`.
 */
export interface Notification<N = unknown> {
  /** Returns the names of the channels for this notifiable; an empty list sends nothing. */
  via(notifiable: N): readonly string[];
  /**
   * Called for each channel before its message is built. If it returns false, no message is built, and the
   * result lists it as skipped. @default true
   */
  shouldSend?(notifiable: N, channelName: string): boolean | Promise<boolean>;
  /**
   * Delay of the first attempt: milliseconds after the call of `send`, or a Date. With a past date the
   * attempt starts immediately. The message is built when `send` is called. @default at once
   */
  readonly delay?: number | Date | ((notifiable: N) => number | Date | undefined) | undefined;
}

/**
 * A notification as you write it in the call of `send`, with the methods that its channels call: `toWebhook`,
 * and the methods of your own channels.
 */
export interface InlineNotification<N> extends Notification<N> {
  /** Returns the message of a webhook channel. `channelName` identifies the channel, if there are several. */
  toWebhook?(notifiable: N, channelName: string): BuiltMessage | Promise<BuiltMessage>;
  /** A method that one of your own channels calls, as in `toSlack`. */
  readonly [method: `to${string}`]: ((notifiable: N, channelName: string) => unknown) | undefined;
}

/** A message of `dtospec/webhook`. */
export interface BuiltMessage {
  /** Creates the content that is sent. */
  snapshot(): object;
}

/** The received part of a response. */
export interface ChannelResponse {
  /** HTTP status code. */
  readonly status: number;
  /** Response headers by name in lower case. Several values of one header are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The first bytes of the body. */
  readonly body: Uint8Array;
  /** True if the body was longer than the kept part, or incomplete. */
  readonly truncated: boolean;
  /** True if the end of the body did not arrive in time. */
  readonly stalled?: boolean;
  /** Returns `body` decoded as UTF-8. */
  text(): string;
}

/** Result of one attempt. `paused`: the destination accepts nothing now, so nothing was sent. */
export type AttemptResult =
  | {
      readonly kind: 'paused';
      /** Never set, because no request was sent. */
      readonly response?: undefined;
    }
  | {
      readonly kind: 'sent';
      /** The response. */
      readonly response?: ChannelResponse;
    }
  | {
      readonly kind: 'gone';
      /** The response, if any was received. */
      readonly response?: ChannelResponse;
      /** The failure. */
      readonly error: Error;
    }
  | {
      readonly kind: 'failed';
      /** The response, if any was received. */
      readonly response?: ChannelResponse;
      /** The failure. */
      readonly error: Error;
      /** False when another attempt cannot succeed. */
      readonly retryable: boolean;
      /** The wait that the receiver asked for, in milliseconds. */
      readonly retryAfter?: number;
    };

/** Input of `prepare`. */
export interface PrepareRequest {
  /** The notifiable. */
  readonly notifiable: unknown;
  /** The notification. */
  readonly notification: object;
  /**
   * True if a durable engine stores the payload and attempts use the stored copy. Then the payload must be
   * plain data (objects, arrays, strings, numbers, booleans, null and Uint8Arrays) without secrets.
   */
  readonly isStored: boolean;
}

/** A frozen message: plain data, so that a durable engine can store it. */
export interface Prepared<Payload> {
  /** Input of each attempt. */
  readonly payload: Payload;
  /** Deliveries of one group share the per-target limit; a webhook's group is its origin. */
  readonly group: string;
  /** Approximate size of the payload in bytes, which limits the number of waiting messages. @default 0 */
  readonly size?: number;
  /**
   * Id by which a receiver recognises repeats. It is equal in every attempt and at every endpoint. @default a
   * new one for each message
   */
  readonly messageId?: string;
  /** Id of the endpoint, for a channel with several. */
  readonly endpoint?: string;
  /** Name of the message's event. */
  readonly event?: string;
  /**
   * Key by which a durable engine ignores repeated messages
   * of a channel. @default none: each message is stored
   */
  readonly dedupeKey?: string;
  /**
   * True if the destination accepts nothing now. A durable engine stores the message all the same, and its
   * attempt decides. @default false
   */
  readonly isPaused?: boolean;
}

/** A destination whose message could not be prepared. Only its delivery fails. */
export interface Unprepared {
  /** The failure. */
  readonly error: Error;
  /** The message's id, if it has one. */
  readonly messageId?: string;
  /** Id of the endpoint. */
  readonly endpoint?: string;
}

/** A destination of a notification. */
export type Destination<Payload = unknown> = Prepared<Payload> | Unprepared;

/** One destination, or several. */
export type PreparedDestinations<Payload> = Prepared<Payload> | readonly Destination<Payload>[];

/** Context of an attempt. */
export interface AttemptContext {
  /** The delivery's id, equal in all attempts. */
  readonly id: string;
  /** The message's id, equal in all attempts and at all endpoints. */
  readonly messageId: string;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** Time of the send, in milliseconds since the epoch, if it is known. */
  readonly createdAt?: number;
  /** Aborted when the attempt must end. */
  readonly signal: AbortSignal;
}

/** A way to send messages, such as webhooks. */
export interface Channel<Payload = unknown> {
  /** Name of the channel, for `via`. */
  readonly name: string;
  /**
   * Builds and freezes the channel's message, before anything is sent. Several
   * destinations become separate deliveries; an empty list sends nothing. A
   * `ConfigError` rejects the whole `send`; other errors fail this delivery only.
   */
  prepare(request: PrepareRequest): PreparedDestinations<Payload> | Promise<PreparedDestinations<Payload>>;
  /**
   * Prepares for attempts, e.g. loads an HTTP client. It is called before each attempt, whose duration does
   * not include it.
   */
  open?(): Promise<unknown> | undefined;
  /**
   * Returns the rate of the payload's endpoint. It is called before an attempt,
   * which follows if the endpoint has a turn. Otherwise the delivery waits, at
   * no cost of an attempt. @default none: attempts follow each other at once
   */
  rate?(payload: Payload, context: AttemptContext): Awaitable<EndpointRate | undefined>;
  /** Makes one attempt. It returns failures and does not throw. */
  attempt(payload: Payload, context: AttemptContext): Promise<AttemptResult>;
  /**
   * Builds a test message for one endpoint, for `notifier.ping`. The endpoint need not be stored or enabled.
   * @default none: the channel cannot ping
   */
  ping?(endpoint: object): Promise<Destination<Payload>>;
  /** Closes idle connections. */
  close?(): void;
}

// Checks the argument for JavaScript callers and casts; TypeScript reports the same errors earlier.

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
