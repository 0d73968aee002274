import { Queue, type QueueBase, type RedisQueueBackend } from 'bullmq';
import { ConfigError } from '../../../shared/errors.js';
import type {
  DeliveryFilter,
  DurableEngine,
  EndedState,
  EngineHost,
  EngineStatus,
  EnqueueOptions,
  Job,
  Queued,
  StopOptions,
} from '../../notifier/engine.js';
import type { HealthStore } from '../../notifier/endpoint-health.js';
import { GRACE, HEED } from '../../notifier/attempts/active-work.js';
import type { StoredDelivery } from '../../notifier/queue/stored-delivery.js';
import { idOf, newData, type JobData, type JobResult } from '../shared/job-data.js';
import { Warner, withinTime } from '../shared/store-errors.js';
import { checkRedis, endWithin, explainMemory, timeOfRedis } from './connections.js';
import { createHealthStore } from './settings.js';
import { deliveryOf, listDeliveries, readStatus, resultOf } from './list.js';
import { resolveOptions, type BullMqEngineOptions, type ResolvedOptions } from './options.js';
import { StoreEngine } from '../shared/store-engine.js';
import { Worker } from './worker.js';

/**
 * Keeps deliveries in a BullMQ queue on Redis. Any number of processes and machines may share it. Processes that call
 * `notifier.start()` make attempts; the others only store.
 * @example
 * const engine = new BullMqEngine({ connection: { host: 'localhost', port: 6379 } });
 */
export class BullMqEngine extends StoreEngine implements DurableEngine {
  /** @internal */
  protected override readonly engineName = 'BullMqEngine';
  readonly unsupported = {
    orderBy: 'BullMQ has no order by key. Use PostgresEngine or SqliteEngine.',
  };
  readonly health: HealthStore;
  readonly #options: ResolvedOptions;
  readonly #queue: Queue<JobData, JobResult>;
  #host: EngineHost | undefined;
  #warner: Warner | undefined;
  #worker: Worker | undefined;

  /** @throws ConfigError for options that cannot work */
  constructor(options: BullMqEngineOptions) {
    super();
    this.#options = resolveOptions(options);
    const { queueName, connection, prefix } = this.#options;
    this.#queue = new Queue(queueName, { connection, ...(prefix !== undefined && { prefix }) });
    this.#queue.on('error', (cause) => {
      this.#warner?.warn('bullmq', 'BullMQ reports an error', explainMemory(cause));
    });
    this.health = createHealthStore(this.#backend);
  }

  /** Returns BullMQ's queue for tools such as Bull Board. The engine owns its jobs. */
  get queue(): Queue<JobData, JobResult> {
    return this.#open();
  }

  async start(host: EngineHost): Promise<void> {
    const queue = this.#open();
    this.requireFree(this.#host);
    this.#host = host;
    this.#warner = new Warner(host);
    try {
      await this.#startWorker(host, queue, this.#warner);
    } catch (error) {
      this.#open(); // reports that it was stopped meanwhile
      this.#host = undefined; // the next call tries again
      throw error;
    }
  }

  async #startWorker(host: EngineHost, queue: Queue<JobData, JobResult>, warner: Warner): Promise<void> {
    await queue.waitUntilReady();
    this.#open();
    await checkRedis(this.#backend, host.warn);
    this.#open();
    const worker = new Worker({ host, queue, warner, options: this.#options });
    this.#worker = worker;
    try {
      await worker.ready();
    } catch (error) {
      await worker.stop({ grace: 0 });
      this.#worker = undefined;
      throw error;
    }
  }

  /**
   * Stores a job.
   * @throws ConfigError for a `transaction`, since Redis cannot take part in a database transaction
   */
  async enqueue(job: Job, { transaction }: Pick<EnqueueOptions, 'transaction'>): Promise<Queued> {
    const queue = this.#open();
    if (transaction !== undefined)
      throw new ConfigError(
        'A BullMqEngine does not support transactions, because Redis cannot join the transaction of a database. Use PostgresEngine or SqliteEngine.',
      );
    const id = idOf(job);
    await withinTime(this.#add({ ...job, id }, queue), this.#options.enqueueTimeout).catch(
      (error: unknown) => {
        throw explainMemory(error);
      },
    );
    const isDead = job.dedupeKey !== undefined && (await queue.getJobState(id)) === 'failed';
    return { kind: 'queued', id, isDead };
  }

  async #add(job: Job, queue: Queue<JobData, JobResult>): Promise<void> {
    const now = Date.now();
    const delay = Math.max(0, Math.ceil((job.notBefore ?? now) - now));
    // A process that only sends may have a wrong clock.
    const timestamp = delay > 0 ? ((await timeOfRedis(this.#backend)) ?? now) : now;
    const data = newData(delay > 0 ? { ...job, notBefore: timestamp + delay } : job, timestamp);
    // BullMQ ignores a second job with a known id, also if the first has ended.
    await queue.add('delivery', data, { jobId: job.id, delay, timestamp, ...ANOTHER_TRY });
  }

  async redeliver(id: string, state: EndedState = 'dead'): Promise<boolean> {
    const job = await this.#open().getJob(id);
    if (!job || deliveryOf(job)?.state !== state) return false;
    const { made, history } = resultOf(job) ?? job.data;
    await job.updateData({ ...job.data, made, history, attempt: 1, nextAt: Date.now() });
    const list = state === 'dead' ? 'failed' : 'completed';
    try {
      await job.retry(list);
      return true;
    } catch (error) {
      // Another process was faster.
      if ((await job.getState()) !== list) return false;
      throw error;
    }
  }

  async deliveries(filter: DeliveryFilter = {}): Promise<readonly StoredDelivery[]> {
    return listDeliveries(this.#open(), filter);
  }

  async status(): Promise<EngineStatus> {
    return readStatus(this.#open());
  }

  async pause(): Promise<void> {
    await this.#open().pause();
  }

  async resume(): Promise<void> {
    await this.#open().resume();
  }

  /** @internal */
  protected override async close({ grace = GRACE }: StopOptions): Promise<void> {
    const parts = (): QueueBase[] => [this.#queue, ...(this.#worker ? [this.#worker.bull] : [])];
    const hasEnded = await endWithin(this.#close({ grace }), grace + HEED, parts);
    if (hasEnded) return;
    const message =
      'The store did not respond while the engine stopped. Unfinished attempts are repeated later.';
    this.#host?.warn({ code: 'bullmq-stop', message });
  }

  async #close(options: StopOptions): Promise<void> {
    await this.#worker?.stop(options);
    await this.#queue.close();
  }

  get #backend(): Pick<RedisQueueBackend, 'client' | 'toKey'> {
    return this.#queue.getBackend();
  }

  #open(): Queue<JobData, JobResult> {
    this.requireRunning();
    return this.#queue;
  }
}

/** Makes BullMQ retry if it cannot store the end of an attempt. Such a failure must not end the delivery. */
const ANOTHER_TRY = { attempts: 1_000_000_000, backoff: { type: 'fixed', delay: 1_000 } } as const;
