import type { Job as BullJob, JobType, Queue } from 'bullmq';
import { LISTED } from '../../notifier/queue/in-process-engine.js';
import { type CheckedFilter, isSelected, stampOf } from '../../notifier/delivery-filter.js';
import type { EndpointStatus } from '../../notifier/engine.js';
import type { StoreStatus } from '../shared/store-engine.js';
import type { StoredDelivery, StoredState } from '../../notifier/delivery.js';
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
    return delivery && isSelected(delivery, filter) ? [delivery].slice(0, limit) : [];
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

/**
 * Numbers of jobs, in the order of their turns, among which
 * `status` looks for the oldest one, and by endpoint.
 */
const NEXT = 100;
const NEXT_BY_ENDPOINT = 10_000;

/** The lists of due jobs that no worker has. */
const OVERDUE = ['wait', 'prioritized', 'delayed'] as const satisfies readonly JobType[];

export async function readStatus(
  queue: DeliveryQueue,
  ended: { listPaused(): Promise<readonly string[]> },
  byEndpoint: boolean,
): Promise<StoreStatus> {
  const isPaused = await queue.isPaused();
  const [counts, overdue, paused, dues] = await Promise.all([
    queue.getJobCounts(...OPEN, 'failed'),
    queue.getDelayedCount(Date.now()),
    ended.listPaused(),
    listDue(queue, byEndpoint ? NEXT_BY_ENDPOINT : NEXT),
  ]);
  const sum = (types: readonly JobType[]): number =>
    types.reduce((all, type) => all + (counts[type] ?? 0), 0);
  return {
    isPaused,
    waiting: sum(OPEN),
    due: sum(DUE) + overdue,
    oldestDue: Math.max(0, ...dues.slice(0, 1).map(({ age }) => age)),
    dead: counts.failed ?? 0,
    paused: paused.length,
    ...(byEndpoint && { endpoints: countByEndpoint(dues) }),
  };
}

interface DueJob {
  readonly endpoint: string | undefined;
  /** Milliseconds for which it has been due. */
  readonly age: number;
}

/** Returns due jobs that no worker has, the oldest first. BullMQ orders them by their turns. */
async function listDue(queue: DeliveryQueue, most: number): Promise<DueJob[]> {
  const now = Date.now();
  const lists = OVERDUE.map(async (type) => {
    const due: DueJob[] = [];
    const size = Math.min(most, PAGE);
    for (let from = 0; from < most; from += size) {
      const jobs = (await queue.getJobs([type], from, from + size - 1, true)) as (DeliveryJob | undefined)[];
      for (const job of jobs) {
        const data = job?.data as Partial<JobData> | null | undefined;
        if (typeof data?.nextAt === 'number' && data.nextAt <= now)
          due.push({ endpoint: data.about?.endpoint, age: now - data.nextAt });
      }
      if (jobs.length < size) break;
    }
    return due;
  });
  return (await Promise.all(lists)).flat().sort((a, b) => b.age - a.age);
}

function countByEndpoint(dues: readonly DueJob[]): EndpointStatus[] {
  const byEndpoint = new Map<string, EndpointStatus>();
  for (const { endpoint, age } of dues) {
    if (endpoint === undefined) continue;
    const { due, oldestDue } = byEndpoint.get(endpoint) ?? { due: 0, oldestDue: age };
    byEndpoint.set(endpoint, { endpoint, due: due + 1, oldestDue });
  }
  return [...byEndpoint.values()];
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
