import type { Job as BullJob } from 'bullmq';
import type { StoredDelivery, StoredState } from '../../notifier/stored.js';
import { toDelivery, type JobData, type JobResult } from '../shared/job-data.js';

export type DeliveryJob = BullJob<JobData, JobResult>;

/** Returns the listed form of a job; undefined for a job that is none of the engine's. */
export function deliveryOf(bull: DeliveryJob): StoredDelivery | undefined {
  // Somebody else may have put a job into the queue. The result is absent until it has arrived, whatever the type says.
  const data = bull.data as Partial<JobData>;
  const result = (bull.returnvalue as JobResult | null | undefined) ?? undefined;
  if (typeof data.about?.id !== 'string') return undefined;
  return toDelivery(bull.data, stateOf(bull, result), { result, endedAt: bull.finishedOn });
}

function stateOf({ finishedOn, failedReason }: DeliveryJob, result: JobResult | undefined): StoredState {
  if (finishedOn === undefined) return 'waiting';
  return result?.outcome ?? ((failedReason as string | undefined) === undefined ? 'waiting' : 'dead');
}
