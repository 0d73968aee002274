import type { Queue } from 'bullmq';
import type { Pace, PutOff, RateStore } from '../../notifier/attempts/rate.js';
import type { JobData, JobResult } from '../shared/job-data.js';
import { RedisCommand } from './redis-command.js';

/**
 * `takeTurn` of the notifier, by the clock of Redis. The key
 * ends when its endpoint could take all turns again.
 */
const TAKE = `
local key, spacing, slack = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local turn = math.max(tonumber(redis.call('GET', key) or 0), now)
if turn > now + slack + spacing + 1 then turn = now end
local wait = turn - slack - now
if wait > 0 then return math.ceil(wait) end
redis.call('SET', key, string.format('%.3f', turn + spacing), 'PX', math.ceil(turn + spacing - now))
return 0
`;

/**
 * Turns at endpoints that have a rate. Each endpoint has a key beside the queue, which all processes share.
 */
export class Rates implements RateStore {
  readonly #take: RedisCommand;

  constructor(private readonly queue: Queue<JobData, JobResult>) {
    this.#take = new RedisCommand(queue.getBackend(), 'dtospecTakeRate', TAKE);
  }

  async take(key: string, { spacing, slack }: Pace): Promise<number> {
    const backend = this.queue.getBackend();
    return (await this.#take.run(backend.toKey(`rate:${key}`), spacing, slack)) as number;
  }

  async hasten(deliveries: readonly PutOff[]): Promise<number> {
    const promoted = await Promise.all(deliveries.map((delivery) => this.#promote(delivery)));
    return promoted.filter(Boolean).length;
  }

  async #promote({ id, at }: PutOff): Promise<boolean> {
    const job = await this.queue.getJob(id);
    if (job?.data.nextAt !== at) return false;
    return this.queue
      .getBackend()
      .promote(id)
      .then(
        () => true,
        () => false, // it has ended, or has come back
      );
  }
}
