import type { Queue, RedisQueueBackend } from 'bullmq';
import { CLOCK_TOLERANCE } from '../shared/engine-options.js';
import type { JobData, JobResult } from '../shared/job-data.js';
import type { Settings } from '../shared/store-engine.js';

type Backend = Pick<RedisQueueBackend, 'client' | 'toKey'>;

export function settingsOf(backend: Backend): Settings {
  const hash = backend.toKey('settings');
  return {
    get: async (name) => (await (await backend.client).hget(hash, name)) ?? undefined,
    set: async (name, value) => {
      const client = await backend.client;
      await (value === undefined ? client.hdel(hash, name) : client.hset(hash, { [name]: value }));
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
