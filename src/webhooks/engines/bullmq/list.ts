import type { JobType, Queue } from 'bullmq';
import { LISTED } from '../../notifier/dead-jobs.js';
import type { DeliveryFilter, EngineStatus } from '../../notifier/engine.js';
import type { StoredDelivery } from '../../notifier/stored.js';
import type { JobData, JobResult } from '../shared/job-data.js';
import { deliveryOf, type DeliveryJob } from './stored-job.js';

type DeliveryQueue = Queue<JobData, JobResult>;

/** Of jobs whose attempt is due or under way. */
const DUE = ['wait', 'prioritized', 'active'] as const satisfies readonly JobType[];
const OPEN = [...DUE, 'delayed'] as const satisfies readonly JobType[];

/** How many jobs are read at once. */
const PAGE = 500;

/** The deliveries that a filter lets through, the latest first. */
export async function listDeliveries(
  queue: DeliveryQueue,
  filter: DeliveryFilter,
): Promise<StoredDelivery[]> {
  const { state, limit = LISTED } = filter;
  const types = [...OPEN, 'completed', 'failed'] as const;
  const wanted = types.filter((type) => state === undefined || mayHold(type, state));
  const lists = await Promise.all(wanted.map((type) => listType(queue, type, filter, limit)));
  // One that goes from one list to another meanwhile is in both.
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
  filter: DeliveryFilter,
  limit: number,
): Promise<StoredDelivery[]> {
  const found: StoredDelivery[] = [];
  for (let from = 0; found.length < limit; from += PAGE) {
    const jobs = (await queue.getJobs([type], from, from + PAGE - 1)) as (DeliveryJob | undefined)[];
    if (jobs.length === 0) break;
    for (const job of jobs) {
      // One that was removed meanwhile is listed without what it held.
      const delivery = job && deliveryOf(job);
      if (delivery && fits(delivery, filter)) found.push(delivery);
    }
  }
  return found;
}

function fits(delivery: StoredDelivery, { endpoint, event, since, state }: DeliveryFilter): boolean {
  return (
    (endpoint === undefined || delivery.endpoint === endpoint) &&
    (event === undefined || delivery.event === event) &&
    (since === undefined || stampOf(delivery) >= since) &&
    (state === undefined || delivery.state === state)
  );
}

function stampOf({ endedAt, createdAt }: StoredDelivery): number {
  return endedAt ?? createdAt;
}

export async function readStatus(queue: DeliveryQueue): Promise<EngineStatus> {
  const isPaused = await queue.isPaused();
  const [counts, overdue] = await Promise.all([
    queue.getJobCounts(...OPEN, 'failed'),
    queue.getDelayedCount(Date.now()),
  ]);
  const sum = (types: readonly JobType[]): number =>
    types.reduce((all, type) => all + (counts[type] ?? 0), 0);
  return { isPaused, waiting: sum(OPEN), due: sum(DUE) + overdue, dead: counts.failed ?? 0 };
}
