import type { Queue } from 'bullmq';
import type { JobData, JobResult } from '../shared/job-data.js';
import type { Cancelling } from '../shared/store-engine.js';
import { RedisCommand } from './redis-command.js';

/** Name of the hash with the marks: ids of deliveries, and when they were cancelled. */
export const MARKS = 'cancelled-deliveries';

/**
 * Ends a job that waits, as a worker of BullMQ does that completes it, or marks one that a worker has. BullMQ
 * completes only jobs that a worker has, and a job must not move between a look at its state and the change.
 */
const CANCEL = `
local completed, id, prefix, now, result = KEYS[1], ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local job = prefix .. id
local taken = redis.call('ZREM', prefix .. 'prioritized', id) + redis.call('ZREM', prefix .. 'delayed', id)
if taken == 0 then
  taken = redis.call('LREM', prefix .. 'wait', 1, id) + redis.call('LREM', prefix .. 'paused', 1, id)
end
if taken > 0 then
  redis.call('HSET', job, 'finishedOn', now, 'returnvalue', result, 'delay', 0)
  redis.call('ZADD', completed, now, id)
  redis.call('HDEL', prefix .. '${MARKS}', id)
  return 'ended'
end
if redis.call('EXISTS', job) == 0 or redis.call('HEXISTS', job, 'finishedOn') == 1 then return '' end
redis.call('HSET', prefix .. '${MARKS}', id, now)
return 'underWay'
`;

/** Cancels deliveries, and keeps the marks of those that a worker had then. */
export class CancelledJobs {
  readonly #cancel: RedisCommand;
  readonly #marks: string;

  constructor(readonly queue: Queue<JobData, JobResult>) {
    const backend = queue.getBackend();
    this.#cancel = new RedisCommand(backend, 'dtospecCancelJob', CANCEL);
    this.#marks = backend.toKey(MARKS);
  }

  async cancel(ids: readonly string[]): Promise<Cancelling> {
    const results = await Promise.all(ids.map((id) => this.#end(id)));
    const count = (wanted: string): number => results.filter((result) => result === wanted).length;
    return { ended: count('ended'), underWay: count('underWay') };
  }

  /** Ends a job that was marked while a worker had it, and that waits again. */
  async endIfMarked(id: string): Promise<void> {
    const client = await this.queue.getBackend().client;
    if ((await client.hget(this.#marks, id)) != null) await this.#end(id);
  }

  async deleteMarks(ids: readonly string[]): Promise<void> {
    const client = await this.queue.getBackend().client;
    if (ids.length > 0) await client.hdel(this.#marks, ...ids);
  }

  /** Deletes the marks of jobs that have ended otherwise: a later job may have the same id. */
  async tidy(): Promise<void> {
    const client = await this.queue.getBackend().client;
    const ids = Object.keys(await client.hgetall(this.#marks));
    const states = await Promise.all(ids.map((id) => this.queue.getJobState(id)));
    await this.deleteMarks(ids.filter((_, index) => ENDED.includes(states[index])));
  }

  #end(id: string): Promise<unknown> {
    const backend = this.queue.getBackend();
    const result: JobResult = { outcome: 'cancelled' };
    return this.#cancel.run(
      backend.toKey('completed'),
      id,
      backend.toKey(''),
      Date.now(),
      JSON.stringify(result),
    );
  }
}

const ENDED: readonly unknown[] = ['completed', 'failed', 'unknown'];
