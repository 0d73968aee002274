import type { RedisQueueBackend } from 'bullmq';
import { describeJob } from '../../notifier/delivery.js';
import type { Job, Queued } from '../../notifier/engine.js';
import { RedisCommand } from './redis-command.js';

/**
 * Returns whether a job is dead, and the event of its data if they begin otherwise than those of the job that
 * was added: only then, Redis parses them.
 */
const FIND = `
local failed, id, job, beginning = KEYS[1], ARGV[1], ARGV[2], ARGV[3]
local isDead = redis.call('ZSCORE', failed, id) and 1 or 0
local data = redis.call('HGET', job, 'data')
if not data or string.sub(data, 1, #beginning) == beginning then return { isDead } end
local about = cjson.decode(data).about or {}
return { isDead, about.event or '' }
`;

/** The job that is stored under an id after an `add`, which BullMQ ignores if the id is known. */
export class StoredJob {
  readonly #find: RedisCommand;

  constructor(private readonly backend: Pick<RedisQueueBackend, 'client' | 'toKey'>) {
    this.#find = new RedisCommand(backend, 'dtospecFindJob', FIND);
  }

  /** @param job the job that was added */
  async find(job: Job): Promise<Pick<Queued, 'isDead' | 'earlierEvent'>> {
    const { backend } = this;
    const beginning = `{"about":${JSON.stringify(describeJob(job))},`;
    const found = await this.#find.run(backend.toKey('failed'), job.id, backend.toKey(job.id), beginning);
    const [isDead, event] = found as [number, string?];
    return {
      isDead: isDead === 1,
      ...(event !== undefined && { earlierEvent: event === '' ? null : event }),
    };
  }
}
