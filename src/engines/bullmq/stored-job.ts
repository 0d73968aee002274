import type { Job as BullJob } from 'bullmq';
import type { Job, Step } from '../../notifier/engine.js';
import { packJob, unpackJob } from '../../notifier/pack-job.js';
import {
  describeJob,
  remember,
  type StoredAttempt,
  type StoredDelivery,
  type StoredState,
} from '../../notifier/stored.js';

/** What BullMQ keeps of a delivery. */
export interface JobData {
  /** As `packJob` made it. */
  readonly job: string;
  /** Ids of the deliveries behind which it comes in its sequence, with blanks between: mostly one. */
  readonly after?: string;
  /** Number of the next attempt; `redeliver` begins at 1 again. */
  readonly attempt: number;
  /** How many attempts were made; of a job that arrived, without the last one. */
  readonly made: number;
  readonly history: readonly StoredAttempt[];
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly nextAt: number;
  /** When it may begin by the store's clock, where attempts at an origin are spaced and it has been given a turn. */
  readonly turn?: number;
}

/** How a delivery ended that is not dead: written with its end, at once. */
export interface JobResult {
  readonly outcome: 'sent' | 'gone' | 'failed';
  readonly made: number;
  readonly history: readonly StoredAttempt[];
}

export type DeliveryJob = BullJob<JobData, JobResult>;

export function newData(job: Job, now: number, after: string | undefined): JobData {
  const nextAt = Math.max(now, job.notBefore ?? now);
  const fresh = { job: packJob(job), attempt: 1, made: 0, history: [], createdAt: now, nextAt };
  return after === undefined ? fresh : { ...fresh, after };
}

/** What is known after a step: an attempt that was broken off, or not made, does not count. */
export function afterStep(
  { attempt, made, history }: JobData,
  { record }: Step,
): Pick<JobData, 'attempt' | 'made' | 'history'> {
  const more = record === undefined ? 0 : 1;
  return { attempt: attempt + more, made: made + more, history: remember(history, record) };
}

export function jobOf({ job }: JobData): Job {
  return unpackJob(job);
}

/** What is told of a job. */
export function toDelivery(bull: DeliveryJob): StoredDelivery {
  const { data, finishedOn } = bull;
  // Absent until it has arrived, whatever the type says.
  const result = bull.returnvalue as JobResult | null | undefined;
  const { made, history } = result ?? data;
  return {
    ...describeJob(jobOf(data)),
    state: stateOf(bull, result),
    attempts: made,
    history,
    createdAt: data.createdAt,
    ...(finishedOn === undefined ? { nextAt: data.nextAt } : { endedAt: finishedOn }),
  };
}

function stateOf(
  { finishedOn, failedReason }: DeliveryJob,
  result: JobResult | null | undefined,
): StoredState {
  if (finishedOn === undefined) return 'waiting';
  return result?.outcome ?? ((failedReason as string | undefined) === undefined ? 'waiting' : 'dead');
}
