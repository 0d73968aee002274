import { createHash } from 'node:crypto';
import type { Done, Job } from '../../notifier/engine.js';
import type { StoredStep } from './cancellations.js';
import { packJob } from '../../notifier/queue/pack-job.js';
import {
  describeJob,
  addRecord,
  type JobIdentity,
  type StoredAttempt,
  type StoredDelivery,
} from '../../notifier/delivery.js';

/** A delivery as the stores keep it: the data of a BullMQ job, for example. */
export interface JobData {
  /** Identity of the delivery, for lists, which do not parse `job`. */
  readonly about: JobIdentity;
  /** Text of the job, as `packJob` wrote it. */
  readonly job: string;
  /** Number of the next attempt. `redeliver` resets it to 1. */
  readonly attempt: number;
  /** Number of attempts so far, including those before a `redeliver`. */
  readonly made: number;
  /** The last attempts, in the form of the store. */
  readonly history: readonly StoredAttempt[];
  /** Time of `enqueue`, in milliseconds since the epoch. */
  readonly createdAt: number;
  /** Time of the next attempt, in milliseconds since the epoch. */
  readonly nextAt: number;
}

/** The end of a delivery: the return value of a BullMQ job, for example. */
export interface JobResult {
  /** How the delivery ended. */
  readonly outcome: Done['outcome'] | 'cancelled';
  /** Number of attempts, including those before a `redeliver`. @default that of the data */
  readonly made?: number;
  /** The last attempts. @default that of the data */
  readonly history?: readonly StoredAttempt[];
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

/** Returns the data after a step. It counts the attempt, unless the attempt was aborted or not made. */
export function afterStep(data: JobData, { record }: Pick<StoredStep, 'record'>): JobData {
  const more = record === undefined ? 0 : 1;
  return {
    ...data,
    attempt: data.attempt + more,
    made: data.made + more,
    history: addRecord(data.history, record),
  };
}

/** Returns the approximate size of a stored job in bytes; 0 if another program wrote the data. */
export function sizeOf(data: Partial<JobData> | null): number {
  return typeof data?.job === 'string' ? data.job.length : 0;
}

export function idOf({ id, dedupeKey }: Pick<Job, 'id' | 'dedupeKey'>): string {
  return dedupeKey === undefined ? id : `dlv_${hashOf(dedupeKey).toString('hex', 0, 16)}`;
}

export function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

export function toDelivery(
  data: JobData,
  state: StoredDelivery['state'],
  { result, endedAt }: { readonly result?: JobResult | undefined; readonly endedAt?: number | undefined },
): StoredDelivery {
  const { made, history } = { ...data, ...result };
  return {
    ...data.about,
    state,
    attempts: made,
    history,
    createdAt: data.createdAt,
    ...(endedAt === undefined ? { nextAt: data.nextAt } : { endedAt }),
  };
}
