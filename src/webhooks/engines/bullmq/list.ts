import type { Job as BullJob, JobType, Queue } from 'bullmq';
import { LISTED } from '../../notifier/queue/in-process-engine.js';
import { type CheckedFilter, isSelected, stampOf } from '../../notifier/delivery-filter.js';
import type { StoreStatus } from '../shared/store-engine.js';
import type { StoredDelivery, StoredState } from '../../notifier/delivery.js';
import type { EndedJobs } from './ended-jobs.js';
import { type JobData, type JobResult, toDelivery } from '../shared/job-data.js';

type DeliveryQueue = Queue<JobData, JobResult>;

const DUE = ['wait', 'prioritized', 'active'] as const satisfies readonly JobType[];
const OPEN = [...DUE, 'delayed'] as const satisfies readonly JobType[];

const PAGE = 500;

export async function listDeliveries(queue: DeliveryQueue, filter: CheckedFilter): Promise<StoredDelivery[]> {
  const { id, state, limit = LISTED } = filter;
  if (id !== undefined) {
    const job = await queue.getJob(id);
    const delivery = job && deliveryOf(job);
    return delivery && isSelected(delivery, filter) ? [delivery] : [];
  }
  const types = [...OPEN, 'completed', 'failed'] as const;
  const wanted = types.filter((type) => state === undefined || mayHold(type, state));
  const lists = await Promise.all(wanted.map((type) => listType(queue, type, filter, limit)));
  // A delivery that moves between two lists during the reading is in both.
  const byId = new Map(lists.flat().map((delivery) => [delivery.id, delivery]));
  return [...byId.values()].sort((a, b) => stampOf(b) - stampOf(a)).slice(0, limit);
}

function mayHold(type: JobType, state: StoredDelivery['state']): boolean {
  if (state === 'waiting') return (OPEN as readonly JobType[]).includes(type);
  return type === (state === 'dead' ? 'failed' : 'completed');
}

async function listType(
  queue: DeliveryQueue,
  type: JobType,
  filter: CheckedFilter,
  limit: number,
): Promise<StoredDelivery[]> {
  const deliveries: StoredDelivery[] = [];
  for (let from = 0; deliveries.length < limit; from += PAGE) {
    const jobs = (await queue.getJobs([type], from, from + PAGE - 1)) as (DeliveryJob | undefined)[];
    if (jobs.length === 0) break;
    for (const job of jobs) {
      // A job that was removed during the reading is listed without its data.
      const delivery = job && deliveryOf(job);
      if (delivery && isSelected(delivery, filter)) deliveries.push(delivery);
    }
  }
  return deliveries;
}

export async function readStatus(queue: DeliveryQueue, ended: EndedJobs): Promise<StoreStatus> {
  const isPaused = await queue.isPaused();
  const [counts, overdue, paused] = await Promise.all([
    queue.getJobCounts(...OPEN, 'failed'),
    queue.getDelayedCount(Date.now()),
    ended.listPaused(),
  ]);
  const sum = (types: readonly JobType[]): number =>
    types.reduce((all, type) => all + (counts[type] ?? 0), 0);
  return {
    isPaused,
    waiting: sum(OPEN),
    due: sum(DUE) + overdue,
    dead: counts.failed ?? 0,
    paused: paused.length,
  };
}

export type DeliveryJob = BullJob<JobData, JobResult>;

export function deliveryOf(bull: DeliveryJob): StoredDelivery | undefined {
  const data = bull.data as Partial<JobData> | null;
  const result = resultOf(bull);
  if (typeof data?.about?.id !== 'string') return undefined;
  return toDelivery(bull.data, stateOf(bull, result), { result, endedAt: bull.finishedOn });
}

export function resultOf({
  returnvalue,
}: {
  readonly returnvalue: JobResult | null | undefined;
}): JobResult | undefined {
  return returnvalue ?? undefined;
}

function stateOf({ finishedOn, failedReason }: DeliveryJob, result: JobResult | undefined): StoredState {
  if (finishedOn === undefined) return 'waiting';
  return result?.outcome ?? ((failedReason as string | undefined) === undefined ? 'waiting' : 'dead');
}

/** Returns the data of a delivered message without its body: ids and attempts. */
export function withoutBody(data: JobData): JobData {
  return { ...data, job: '' };
}

export function isWithoutBody(data: Partial<JobData> | null): boolean {
  return data?.job === '';
}
