import type { AttemptRecord } from '../delivery.js';

/** An error in storage. */
export interface StoredError {
  /** The error's name. */
  readonly name: string;
  /** Its message, cut at 1000 characters. */
  readonly message: string;
  /** Code of the error, such as `ERR_WEBHOOK_TIMEOUT`, if it has one. */
  readonly code?: string;
}

/** An attempt in storage. */
export interface StoredAttempt extends Omit<AttemptRecord, 'error'> {
  /** The error, if the attempt failed. */
  readonly error?: StoredError;
}

/**
 * State of a stored delivery: `waiting` before and during an attempt, or its outcome. `unreadable`: SQLite could not
 * read the row and set it aside; `redeliver` reads it again.
 */
export type StoredState = 'waiting' | 'sent' | 'gone' | 'failed' | 'dead' | 'unreadable';

/** A stored delivery, without headers and body. */
export interface StoredDelivery {
  /** The delivery's id. */
  readonly id: string;
  /** The message's id, equal at all endpoints. */
  readonly messageId: string;
  /** The channel's name. */
  readonly channel: string;
  /** Id of the endpoint, if the channel has endpoints. */
  readonly endpoint?: string;
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

const REMEMBERED = 100;

const LONGEST_MESSAGE = 1_000;

export function remember(
  history: readonly StoredAttempt[],
  record: AttemptRecord | undefined,
): readonly StoredAttempt[] {
  return record ? [...history, storeAttempt(record)].slice(-REMEMBERED) : history;
}

function storeAttempt({ error, responseBody, ...record }: AttemptRecord): StoredAttempt {
  return {
    ...record,
    ...(error && { error: storeError(error) }),
    ...(responseBody !== undefined && { responseBody: storable(responseBody) }),
  };
}

function storeError(error: Error): StoredError {
  const { name, message, code } = error as Error & { code?: unknown };
  return {
    name: storable(name),
    message: storable(message.slice(0, LONGEST_MESSAGE)),
    ...(typeof code === 'string' && { code: storable(code) }),
  };
}

/** Replaces characters that PostgreSQL rejects: NUL, and halves of surrogate pairs. */
function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').replace(/\p{Cs}/gu, '\uFFFD');
}

export type JobIdentity = Pick<
  StoredDelivery,
  'id' | 'messageId' | 'channel' | 'endpoint' | 'event' | 'origin'
>;

export function describeJob(job: Omit<JobIdentity, 'origin'> & { readonly group: string }): JobIdentity {
  const { id, messageId, channel, endpoint, event, group } = job;
  return {
    id,
    messageId,
    channel,
    origin: group,
    ...(endpoint !== undefined && { endpoint }),
    ...(event !== undefined && { event }),
  };
}
