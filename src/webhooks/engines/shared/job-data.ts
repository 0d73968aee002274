import { createHash } from 'node:crypto';
import type { Job, Step } from '../../notifier/engine.js';
import { packJob } from '../../notifier/queue/pack-job.js';
import {
  describeJob,
  remember,
  type JobIdentity,
  type StoredAttempt,
  type StoredDelivery,
} from '../../notifier/queue/stored-delivery.js';

/** A delivery as a queue of another library keeps it. */
export interface JobData {
  /** Listed without reading the job. */
  readonly about: JobIdentity;
  /** As `packJob` made it. */
  readonly job: string;
  /** Number of the next attempt; `redeliver` begins at 1 again. */
  readonly attempt: number;
  /** Attempts so far, those before a `redeliver` included. */
  readonly made: number;
  readonly history: readonly StoredAttempt[];
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly nextAt: number;
}

/** The end of a delivery that is not dead. */
export interface JobResult {
  readonly outcome: 'sent' | 'gone' | 'failed';
  readonly made: number;
  readonly history: readonly StoredAttempt[];
}

export function newData(job: Job, now: number): JobData {
  const nextAt = Math.max(now, job.notBefore ?? now);
  return {
    about: describeJob(job),
    job: packJob(job),
    attempt: 1,
    made: 0,
    history: [],
    createdAt: now,
    nextAt,
  };
}

/** Returns the data after a step. An attempt that was broken off, or not made, does not count. */
export function afterStep(data: JobData, { record }: Step): JobData {
  const more = record === undefined ? 0 : 1;
  return {
    ...data,
    attempt: data.attempt + more,
    made: data.made + more,
    history: remember(data.history, record),
  };
}

/** Returns the id of a job; the same dedupe key gives the same id. */
export function idOf({ id, dedupeKey }: Pick<Job, 'id' | 'dedupeKey'>): string {
  return dedupeKey === undefined ? id : `dlv_${hashOf(dedupeKey).toString('hex', 0, 16)}`;
}

/** SHA-256: names of sequences may hold anything, and be of any length. */
export function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Returns the listed form of a delivery, whose result is known once it has ended without being dead. */
export function toDelivery(
  data: JobData,
  state: StoredDelivery['state'],
  { result, endedAt }: { readonly result?: JobResult | undefined; readonly endedAt?: number | undefined },
): StoredDelivery {
  const { made, history } = result ?? data;
  return {
    ...data.about,
    state,
    attempts: made,
    history,
    createdAt: data.createdAt,
    ...(endedAt === undefined ? { nextAt: data.nextAt } : { endedAt }),
  };
}
