import type { ChannelResponse } from './channel.js';

/**
 * Outcome of a delivery. `dead`: it failed and is kept for `redeliver`; a message with the id of a dead one is not
 * queued again. `queued`: a durable engine has stored it. The process that makes the attempts emits events about its
 * end.
 */
export type Outcome = 'sent' | 'gone' | 'failed' | 'dead' | 'queued';

/** Record of one attempt. */
export interface AttemptRecord {
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** Start time in milliseconds since the epoch. */
  readonly startedAt: number;
  /** Duration in milliseconds. */
  readonly duration: number;
  /** HTTP status, if one was received. */
  readonly status?: number;
  /** The failure, if any. */
  readonly error?: Error;
  /** True if a status was received, but the response did not end in time. */
  readonly stalled?: boolean;
  /** First characters of the response's body, with `keepResponseBody`. A receiver may repeat the sent message in it. */
  readonly responseBody?: string;
  /** The next step: the end, or another attempt after a number of milliseconds. */
  readonly next: 'end' | { readonly retryIn: number };
}

/** Result of one notification to one notifiable through one channel, at one endpoint. */
export interface Delivery {
  /** Id of the delivery, equal in all attempts. */
  readonly id: string;
  /** Id of the message, equal at every endpoint and in all attempts; with Standard Webhooks the `webhook-id`. */
  readonly messageId: string;
  /** The channel's name; empty if `via` failed. */
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
  /** The attempts, with status, duration, error and next step. */
  readonly history: readonly AttemptRecord[];
  /** The last response, if any was received. */
  readonly response?: ChannelResponse;
  /** The last error; absent if the message was sent. */
  readonly error?: Error;
}

/** Adds the notifiable as a property that is not enumerable, so that logs do not show it. */
export function withNotifiable<T extends object>(value: T, notifiable: unknown): T & { notifiable: unknown } {
  Object.defineProperty(value, 'notifiable', { value: notifiable, enumerable: false });
  return value as T & { notifiable: unknown };
}
