import { storable } from '../../shared/storable.js';
import { omitUndefined } from '../../shared/values.js';
import type { ChannelResponse } from './channel.js';

/**
 * Outcome of a delivery. `dead`: it failed and is kept for `redeliver`; a message with the id of a dead one
 * is not queued again. `paused`: its endpoint is disabled. `queued`: a durable engine has stored it. The
 * process that makes the attempts emits events about its end.
 */
export type Outcome = 'sent' | 'gone' | 'failed' | 'dead' | 'paused' | 'queued';

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
  /**
   * First characters of the response's body, with `keepResponseBody`.
   * A receiver may repeat the sent message in it.
   */
  readonly responseBody?: string;
  /** The next step: the end, or another attempt after a number of milliseconds. */
  readonly next: 'end' | { readonly retryIn: number };
}

/** Ids of a delivery. */
export interface DeliveryIdentity {
  /** Id of the delivery, equal in all attempts. */
  readonly id: string;
  /**
   * Id of the message, equal at every endpoint and in all attempts; with Standard Webhooks the `webhook-id`.
   */
  readonly messageId: string;
  /** The channel's name; empty if `via` failed. */
  readonly channel: string;
  /** Id of the endpoint, if the channel has endpoints. */
  readonly endpoint?: string;
  /** Scheme, host and port of a webhook. Absent if the message could not be prepared. */
  readonly origin?: string;
}

/** Result of one notification to one notifiable through one channel, at one endpoint. */
export interface Delivery extends DeliveryIdentity {
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

export interface StoredError {
  readonly name: string;
  readonly message: string;
  /** The code of the error, such as `ECONNREFUSED`. */
  readonly code?: string;
}

/** An attempt of a stored delivery. */
export interface StoredAttempt extends Omit<AttemptRecord, 'error'> {
  /** Why the attempt failed. */
  readonly error?: StoredError;
}

/**
 * State of a stored delivery: `waiting` before and during an attempt, or its outcome. `paused`: it is kept
 * for `redeliver`, because its endpoint was disabled. `unreadable`: SQLite could not read the row and set it
 * aside; `redeliver` reads it again. `cancelled`: `cancel` ended it before it arrived.
 */
export type StoredState =
  | 'waiting'
  | 'sent'
  | 'gone'
  | 'failed'
  | 'dead'
  | 'paused'
  | 'cancelled'
  | 'unreadable';

/** A stored delivery, without headers and body. */
export interface StoredDelivery extends DeliveryIdentity {
  /** Name of the message's event, if it has one. */
  readonly event?: string;
  /** Scheme, host and port of a webhook. */
  readonly origin: string;
  /** State of the delivery. */
  readonly state: StoredState;
  /** Number of attempts, including those before a `redeliver`. */
  readonly attempts: number;
  /** The last hundred attempts, in order. */
  readonly history: readonly StoredAttempt[];
  /** Enqueue time, in milliseconds since the epoch. */
  readonly createdAt: number;
  /** Time of the next attempt, in milliseconds since the epoch. */
  readonly nextAt?: number;
  /** Time of the end, in milliseconds since the epoch. */
  readonly endedAt?: number;
}

const MAX_RECORDS = 100;

const MAX_ERROR_MESSAGE = 1_000;

/**
 * Adds the record of a step to a stored history, which keeps
 * the last hundred. Without a record it is unchanged.
 *
 * @experimental
 */
export function addRecord(
  history: readonly StoredAttempt[],
  record: AttemptRecord | undefined,
): readonly StoredAttempt[] {
  return record ? [...history, packRecord(record)].slice(-MAX_RECORDS) : history;
}

/**
 * Returns a history without what receivers answered, and
 * without the texts of errors, which may quote a message.
 *
 * @experimental
 */
export function eraseHistory(history: readonly StoredAttempt[]): readonly StoredAttempt[] {
  return history.map(({ responseBody, error, ...record }) => ({
    ...record,
    ...(error && { error: { ...error, message: ERASED } }),
  }));
}

/** Replaces the text of an error in the history of an erased delivery. */
export const ERASED = '(erased)';

/**
 * Returns a record of an attempt that survives JSON: its error as name, message and code, without characters
 * that PostgreSQL rejects.
 *
 * @experimental
 */
export function packRecord(attempt: AttemptRecord): StoredAttempt {
  if (!attempt.error && attempt.responseBody === undefined) return attempt;
  const { error, responseBody, ...record } = attempt;
  const body = responseBody === undefined ? undefined : storable(responseBody);
  return omitUndefined<StoredAttempt>({ error: error && storeError(error), responseBody: body, ...record });
}

function storeError(error: Error): StoredError {
  const { name, message, code } = error as Error & { code?: unknown };
  return {
    name: storable(name),
    message: storable(message.slice(0, MAX_ERROR_MESSAGE)),
    ...(typeof code === 'string' && { code: storable(code) }),
  };
}

export type JobIdentity = Pick<
  StoredDelivery,
  'id' | 'messageId' | 'channel' | 'endpoint' | 'event' | 'origin'
>;

export function describeJob(job: Omit<JobIdentity, 'origin'> & { readonly group: string }): JobIdentity {
  const { id, messageId, channel, endpoint, event, group: origin } = job;
  return omitUndefined<JobIdentity>({ id, messageId, channel, origin, endpoint, event });
}
