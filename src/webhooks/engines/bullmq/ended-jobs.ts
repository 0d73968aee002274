import type { Queue } from 'bullmq';
import { ERASED, eraseHistory } from '../../notifier/delivery.js';
import type { JobData, JobResult } from '../shared/job-data.js';
import { resultOf, withoutBody } from './list.js';
import { RedisCommand } from './redis-command.js';

/** The sets of BullMQ with ended jobs. */
type EndedSet = 'completed' | 'failed';

/** Number of ids to read at once. */
const PAGE = 1_000;

/** Name of the hash of paused deliveries, and when they ended. BullMQ itself uses the key `paused`. */
const PAUSED = 'paused-deliveries';

/**
 * Deletes a job if it is still in this set. BullMQ deletes a job in any state, also one that was restarted
 * meanwhile. A process that dies between two commands would leave a part of the job, and BullMQ would ignore
 * each later job with its id.
 */
const DELETE = `
local set, id, prefix = KEYS[1], ARGV[1], ARGV[2]
if redis.call('ZREM', set, id) == 0 then return 0 end
redis.call('HDEL', prefix .. '${PAUSED}', id)
redis.call('DEL', prefix .. id, prefix .. id .. ':logs')
return 1
`;

/**
 * Deletes ended deliveries, and keeps the times at which deliveries were paused, since BullMQ cannot count
 * completed jobs by their results.
 */
export class EndedJobs {
  readonly #paused: string;
  readonly #delete: RedisCommand;

  /** @param retention milliseconds for which BullMQ keeps completed jobs */
  constructor(
    readonly queue: Queue<JobData, JobResult>,
    readonly retention: number,
  ) {
    this.#paused = queue.getBackend().toKey(PAUSED);
    this.#delete = new RedisCommand(queue.getBackend(), 'dtospecDeleteJob', DELETE);
  }

  async addPaused(id: string): Promise<void> {
    const client = await this.queue.getBackend().client;
    await client.hset(this.#paused, { [id]: Date.now() });
  }

  async deletePaused(...ids: string[]): Promise<void> {
    const client = await this.queue.getBackend().client;
    if (ids.length > 0) await client.hdel(this.#paused, ...ids);
  }

  /** Returns the ids of paused deliveries, those of the earliest ends first. */
  async listPaused(): Promise<string[]> {
    const client = await this.queue.getBackend().client;
    const ends = Object.entries(await client.hgetall(this.#paused));
    const oldest = Date.now() - this.retention;
    const isExpired = ([, end]: [string, string]): boolean => Number(end) < oldest;
    await this.deletePaused(...ends.filter(isExpired).map(([id]) => id));
    const kept = ends.filter((one) => !isExpired(one)).sort(([, a], [, b]) => Number(a) - Number(b));
    return kept.map(([id]) => id);
  }

  /** @returns false if the job is not in this set any more */
  async delete(id: string, set: EndedSet): Promise<boolean> {
    const backend = this.queue.getBackend();
    return (await this.#delete.run(backend.toKey(set), id, backend.toKey(''))) === 1;
  }

  /**
   * Erases what ended jobs contain. BullMQ has no function for the result of a completed job, and its event
   * stream has the results of the last jobs.
   * @returns how many
   */
  async erase(ids: readonly string[]): Promise<number> {
    const erased = await Promise.all(ids.map((id) => this.#erase(id)));
    await this.queue.trimEvents(0);
    return erased.filter(Boolean).length;
  }

  async #erase(id: string): Promise<boolean> {
    const backend = this.queue.getBackend();
    const job = await this.queue.getJob(id);
    if (job?.finishedOn === undefined) return false;
    const { data } = job;
    await job.updateData({ ...withoutBody(data), history: eraseHistory(data.history) });
    const fields: Record<string, string> = {};
    const result = resultOf(job);
    if (result?.history)
      fields.returnvalue = JSON.stringify({ ...result, history: eraseHistory(result.history) });
    if ((job.failedReason as string | undefined) !== undefined)
      Object.assign(fields, { failedReason: ERASED, stacktrace: '[]' });
    if (Object.keys(fields).length > 0) await (await backend.client).hset(backend.toKey(id), fields);
    return true;
  }

  /**
   * Deletes the oldest paused deliveries.
   * @returns how many
   */
  async trimPaused(keep: number): Promise<number> {
    const ids = await this.listPaused();
    return this.#deleteAll(ids.slice(0, Math.max(0, ids.length - keep)));
  }

  /** Deletes the oldest completed deliveries that are not paused. */
  async trimOthers(keep: number): Promise<void> {
    const { completed = 0 } = await this.queue.getJobCounts('completed');
    if (completed <= keep) return; // the list of paused ones may be long
    const paused = new Set(await this.listPaused());
    let extra = completed - paused.size - keep;
    for (let from = 0; extra > 0;) {
      const ids = await this.queue.getRanges(['completed'], from, from + PAGE - 1, true);
      if (ids.length === 0) return;
      const oldest = ids.filter((id) => !paused.has(id)).slice(0, extra);
      await this.#deleteAll(oldest);
      extra -= oldest.length;
      from += ids.length - oldest.length;
    }
  }

  async #deleteAll(ids: readonly string[]): Promise<number> {
    const deleted = await Promise.all(ids.map((id) => this.delete(id, 'completed')));
    return deleted.filter(Boolean).length;
  }
}
