import type { Queue, RedisQueueBackend } from 'bullmq';
import type { EndpointHealth, HealthStore } from '../../notifier/endpoint-health.js';
import { CLOCK_TOLERANCE } from '../shared/engine-options.js';
import type { JobData, JobResult } from '../shared/job-data.js';

type Backend = Pick<RedisQueueBackend, 'client' | 'toKey'>;

export function createHealthStore(backend: Backend): HealthStore {
  const hash = backend.toKey('health');
  return {
    get: async (key) => {
      const text = await (await backend.client).hget(hash, key);
      return text ? (JSON.parse(text) as EndpointHealth) : undefined;
    },
    set: async (key, health) => {
      const client = await backend.client;
      await (health ? client.hset(hash, { [key]: JSON.stringify(health) }) : client.hdel(hash, key));
    },
  };
}

/**
 * Corrects due times after the clock was set back. BullMQ stores them by the clock of the process.
 *
 * @returns the number of milliseconds by which the clock was set back, or 0
 */
export async function mendDelays(queue: Queue<JobData, JobResult>, backend: Backend): Promise<number> {
  const client = await backend.client;
  const hash = backend.toKey('clock');
  const now = Date.now();
  const late = Number((await client.hget(hash, 'now')) ?? 0) - now;
  await client.hset(hash, { now: String(now) });
  if (late < CLOCK_TOLERANCE) return 0;
  for (const job of await queue.getDelayed())
    if (Math.max(job.timestamp, job.processedOn ?? 0) > now + CLOCK_TOLERANCE)
      // Fails for one that another process has changed.
      await job.changeDelay(job.delay).catch(() => undefined);
  return late;
}
