import type { AttemptRecord } from '../delivery.js';

/** An error as it is stored. */
export interface StoredError {
  /** The error's name. */
  readonly name: string;
  /** Its message, cut at 1000 characters. */
  readonly message: string;
  /** As in `ERR_WEBHOOK_TIMEOUT`, if it has one. */
  readonly code?: string;
}

/** One attempt as it is stored. */
export interface StoredAttempt extends Omit<AttemptRecord, 'error'> {
  /** Why it failed, if it did. */
  readonly error?: StoredError;
}

/** `waiting` for an attempt or amid one, or how it ended. */
export type StoredState = 'waiting' | 'sent' | 'gone' | 'failed' | 'dead';

/** What an engine tells of a delivery that it keeps: neither headers nor body. */
export interface StoredDelivery {
  /** The delivery's id. */
  readonly id: string;
  /** The message's id, the same at all endpoints. */
  readonly messageId: string;
  /** The channel's name. */
  readonly channel: string;
  /** Id of the endpoint, if the channel has endpoints. */
  readonly endpoint?: string;
  /** Name of the event that the message tells of, if it has one. */
  readonly event?: string;
  /** Where it goes: of a webhook scheme, host and port. */
  readonly origin: string;
  /** Whether it waits, or how it ended. */
  readonly state: StoredState;
  /** How many attempts were made, those before a `redeliver` included. */
  readonly attempts: number;
  /** The attempts one by one, the first one first; the last hundred of them. */
  readonly history: readonly StoredAttempt[];
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** When the next attempt is due, in milliseconds since the epoch. */
  readonly nextAt?: number;
  /** Milliseconds since the epoch. */
  readonly endedAt?: number;
}

/** How many attempts of a delivery are remembered. */
const REMEMBERED = 100;

/** A longer message is cut. */
const LONGEST_MESSAGE = 1_000;

/** The history with one attempt more. */
export function remember(
  history: readonly StoredAttempt[],
  record: AttemptRecord | undefined,
): readonly StoredAttempt[] {
  return record ? [...history, storeAttempt(record)].slice(-REMEMBERED) : history;
}

function storeAttempt({ error, ...record }: AttemptRecord): StoredAttempt {
  return { ...record, ...(error && { error: storeError(error) }) };
}

function storeError(error: Error): StoredError {
  const { name, message, code } = error as Error & { code?: unknown };
  return {
    name: storable(name),
    message: storable(message.slice(0, LONGEST_MESSAGE)),
    ...(typeof code === 'string' && { code: storable(code) }),
  };
}

/** Replaces what a database refuses in a text: NUL, and halves of surrogate pairs. */
function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').replace(/\p{Cs}/gu, '\uFFFD');
}

/** The part of a stored delivery that never changes. */
export type JobIdentity = Pick<
  StoredDelivery,
  'id' | 'messageId' | 'channel' | 'endpoint' | 'event' | 'origin'
>;

/** Returns the identity of a job. */
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
