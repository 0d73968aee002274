import type { ChannelResponse } from './channel.js';

/**
 * Outcome of a delivery. `dead`: it failed and is kept for `redeliver`; a message id that is dead already is not
 * queued again. `queued`: a durable engine has stored it, and events report its end where the attempts are made.
 */
export type Outcome = 'sent' | 'gone' | 'failed' | 'dead' | 'queued';

/** Record of one attempt. */
export interface AttemptRecord {
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Duration in milliseconds. */
  readonly duration: number;
  /** HTTP status, if one was received. */
  readonly status?: number;
  /** The failure, if any. */
  readonly error?: Error;
  /** True when a status was received, but the response did not end in time. */
  readonly stalled?: boolean;
  /** Beginning of the response's body, with `keepResponseBody`. It may repeat what was sent. */
  readonly responseBody?: string;
  /** The next step: the end, or another attempt after this number of milliseconds. */
  readonly next: 'end' | { readonly retryIn: number };
}

/** Result of one notification to one notifiable through one channel, at one endpoint. */
export interface Delivery {
  /** Id of this delivery, the same over all attempts. */
  readonly id: string;
  /** Id of the message, the same at every endpoint and over all attempts; with Standard Webhooks the `webhook-id`. */
  readonly messageId: string;
  /** The channel's name; empty if `via` itself failed. */
  readonly channel: string;
  /** Id of the endpoint, if the channel has endpoints. */
  readonly endpoint?: string;
  /** Scheme, host and port of a webhook. Absent if the message could not be prepared. */
  readonly origin?: string;
  /** The notifiable. Not enumerable, so that logs do not contain the application's objects. */
  readonly notifiable: unknown;
  /** The outcome of the delivery. */
  readonly outcome: Outcome;
  /** Number of attempts; 0 if the message could not be prepared. */
  readonly attempts: number;
  /** The attempts: status, duration, error, next step. */
  readonly history: readonly AttemptRecord[];
  /** The last response, if any was received. */
  readonly response?: ChannelResponse;
  /** The last error; absent if the message was sent. */
  readonly error?: Error;
}

/** Adds the notifiable as a property that logs do not show. */
export function withNotifiable<T extends object>(value: T, notifiable: unknown): T & { notifiable: unknown } {
  Object.defineProperty(value, 'notifiable', { value: notifiable, enumerable: false });
  return value as T & { notifiable: unknown };
}
