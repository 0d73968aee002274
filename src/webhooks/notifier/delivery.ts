import type { ChannelResponse } from './channel.js';

/**
 * How a delivery ended. `dead`: it failed, and is kept for `redeliver`; a message id that is dead already is not queued again. `queued`: a durable engine has stored it, and its
 * end is told by events where the attempts are made.
 */
export type Outcome = 'sent' | 'gone' | 'failed' | 'dead' | 'queued';

/** One attempt, as it went. */
export interface AttemptRecord {
  /** 1 for the first. */
  readonly attempt: number;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** Milliseconds. */
  readonly duration: number;
  /** HTTP status, if one was received. */
  readonly status?: number;
  /** Why it failed. */
  readonly error?: Error;
  /** True when a status was received, but the end of the response was waited for in vain. */
  readonly stalled?: boolean;
  /** What followed: the end, or another attempt after so many milliseconds. */
  readonly next: 'end' | { readonly retryIn: number };
}

/** What became of one notification to one notifiable through one channel, at one endpoint. */
export interface Delivery {
  /** This delivery's own, stable over all attempts. */
  readonly id: string;
  /** The message's, the same at every endpoint and over all attempts; with Standard Webhooks the `webhook-id`. */
  readonly messageId: string;
  /** The channel's name; empty if `via` itself failed. */
  readonly channel: string;
  /** Id of the endpoint, if the channel has endpoints. */
  readonly endpoint?: string;
  /** Where it went: of a webhook scheme, host and port. Absent if the message could not be prepared. */
  readonly origin?: string;
  /** Not enumerable, so that a logged result does not spell out the application's objects. */
  readonly notifiable: unknown;
  /** What became of it. */
  readonly outcome: Outcome;
  /** How many attempts were made; 0 if the message could not be prepared. */
  readonly attempts: number;
  /** The attempts one by one: status, duration, error, next step. */
  readonly history: readonly AttemptRecord[];
  /** The last response, if any was received. */
  readonly response?: ChannelResponse;
  /** Why it did not arrive; absent when it was sent. */
  readonly error?: Error;
}

/** Adds the notifiable where the program finds it but a log does not. */
export function withNotifiable<T extends object>(value: T, notifiable: unknown): T & { notifiable: unknown } {
  Object.defineProperty(value, 'notifiable', { value: notifiable, enumerable: false });
  return value as T & { notifiable: unknown };
}
