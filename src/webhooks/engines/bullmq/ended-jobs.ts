import type { Queue } from 'bullmq';
import { ERASED, eraseHistory } from '../../notifier/delivery.js';
import type { JobData, JobResult } from '../shared/job-data.js';
import { resultOf, withoutBody } from './list.js';
import { RedisCommand } from './redis-command.js';

/** The sets of BullMQ with ended jobs. */
type EndedSet = 'completed' | 'failed';

/** Number of ids to read at once. */
const PAGE = 1_000;

/** Takes a job out of a set. BullMQ's clients have no `zrem`. */
const TAKE = "return redis.call('ZREM', KEYS[1], ARGV[1])";

/**
 * Deletes ended deliveries, and keeps the times at which deliveries were paused, since BullMQ cannot count
 * completed jobs by their results.
 */
export class EndedJobs {
  readonly #paused: string;
  readonly #take: RedisCommand;

  /** @param retention milliseconds for which BullMQ keeps completed jobs */
  constructor(
    readonly queue: Queue<JobData, JobResult>,
    readonly retention: number,
  ) {
    // BullMQ itself uses the key `paused`.
    this.#paused = queue.getBackend().toKey('paused-deliveries');
    this.#take = new RedisCommand(queue.getBackend(), 'dtospecTakeJob', TAKE);
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

  /**
   * Deletes a job if it is still in this set. BullMQ deletes a job in any state, and takes it out of its set
   * when it is restarted. So taking it out first decides between two processes that restart and delete it.
   */
  async delete(id: string, set: EndedSet): Promise<boolean> {
    const isTaken = (await this.#take.run(this.queue.getBackend().toKey(set), id)) === 1;
    if (isTaken) await this.queue.remove(id);
    return isTaken;
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
    const oldest = ids.slice(0, Math.max(0, ids.length - keep));
    // Not afterwards: one that is restarted meanwhile may be paused again.
    await this.deletePaused(...oldest);
    return this.#deleteAll(oldest);
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
