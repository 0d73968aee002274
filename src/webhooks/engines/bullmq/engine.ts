import { Queue, type QueueBase } from 'bullmq';
import { ConfigError } from '../../../shared/errors.js';
import type { CheckedFilter, EndedState } from '../../notifier/delivery-filter.js';
import type { EngineHost, Job, Queued } from '../../notifier/engine.js';
import { ABORT_GRACE } from '../../notifier/active-work.js';
import type { StoredDelivery } from '../../notifier/delivery.js';
import { warnProcess } from '../../notifier/events.js';
import { idOf, newData, type JobData, type JobResult } from '../shared/job-data.js';
import { Cancellations } from '../shared/cancellations.js';
import { Warner } from '../shared/store-errors.js';
import { type Cancelling, type OpenStore, StoreEngine, type StoreStatus } from '../shared/store-engine.js';
import {
  checkEviction,
  checkRedis,
  endWithin,
  explainRedis,
  orExplain,
  timeOfRedis,
  settingsOf,
} from './connections.js';
import { deliveryOf, isWithoutBody, listDeliveries, readStatus, resultOf } from './list.js';
import { CancelledJobs } from './cancelled-jobs.js';
import { EndedJobs } from './ended-jobs.js';
import {
  resolveBullMqOptions,
  type BullMqEngineOptions,
  type ResolvedBullMqOptions,
} from './bullmq-options.js';
import { Rates } from './rates.js';
import { StoredJob } from './stored-job.js';
import { Turns } from './turns.js';
import { Worker } from './worker.js';

/**
 * Keeps deliveries in a BullMQ queue on Redis. Any number of processes and machines may share it. Processes
 * that call `notifier.start()` make attempts; the others only store. It takes no `transaction`, since Redis
 * cannot take part in that of a database.
 * @example
 * const engine = new BullMqEngine({ connection: { host: 'localhost', port: 6379 } });
 */
export class BullMqEngine extends StoreEngine {
  /** Options of a notifier that the engine does not support, with the reason. `new Notifier` rejects them. */
  readonly unsupported = {
    orderBy: 'BullMQ has no order by key. Use PostgresEngine or SqliteEngine.',
  };
  readonly #store: OpenQueue;

  /** @throws ConfigError for options that cannot work */
  constructor(options: BullMqEngineOptions) {
    const resolved = resolveBullMqOptions(options);
    const { enqueueTimeout } = resolved;
    const store = new OpenQueue(resolved);
    super({ name: 'BullMqEngine', open: () => Promise.resolve(store), enqueueTimeout });
    this.#store = store;
    void this.opened(); // BullMQ connects at once, so that `stop` has a connection to close
  }

  /** Returns BullMQ's queue for tools such as Bull Board. The engine owns its jobs. */
  get queue(): Queue {
    this.requireRunning();
    return this.#store.queue;
  }
}

class OpenQueue implements OpenStore {
  readonly queue: Queue<JobData, JobResult>;
  readonly settings;
  readonly rates: Rates;
  readonly #turns: Turns;
  readonly #ended: EndedJobs;
  readonly #cancelled: CancelledJobs;
  readonly #stored: StoredJob;
  #host: EngineHost | undefined;
  #isChecked = false;
  #warner: Warner | undefined;
  #worker: Worker | undefined;

  constructor(readonly options: ResolvedBullMqOptions) {
    const { queueName, connection, prefix } = options;
    this.queue = new Queue(queueName, { connection, ...(prefix !== undefined && { prefix }) });
    this.queue.on('error', (cause) => {
      this.#warner?.warn('bullmq', 'BullMQ reports an error', explainRedis(cause));
    });
    this.settings = settingsOf(this.queue.getBackend());
    this.rates = new Rates(this.queue);
    this.#turns = new Turns(this.queue.getBackend());
    this.#ended = new EndedJobs(this.queue, options.retention);
    this.#cancelled = new CancelledJobs(this.queue);
    this.#stored = new StoredJob(this.queue.getBackend());
  }

  async start(host: EngineHost, requireRunning: () => void): Promise<void> {
    const { queue, options } = this;
    this.#host = host;
    this.#isChecked = true;
    const warner = (this.#warner = new Warner(host));
    await queue.waitUntilReady();
    requireRunning();
    await checkRedis(queue.getBackend(), `${options.prefix}:${options.queueName}`, host.warn);
    requireRunning();
    const cancellations = new Cancellations(this.settings);
    const jobs = { ended: this.#ended, cancelled: this.#cancelled, cancellations };
    this.#worker = new Worker({ host, queue, turns: this.#turns, warner, options, ...jobs });
    try {
      await this.#worker.ready();
    } catch (error) {
      await this.#worker.stop({ grace: 0 });
      this.#worker = undefined;
      throw error;
    }
  }

  async enqueue(job: Job, transaction: unknown): Promise<Queued> {
    if (transaction !== undefined)
      throw new ConfigError(
        'A BullMqEngine does not support transactions, because Redis cannot join the transaction of a database. Use PostgresEngine or SqliteEngine.',
      );
    const id = idOf(job);
    await orExplain(this.#add({ ...job, id }));
    this.#checkSender();
    return {
      kind: 'queued',
      id,
      ...(job.dedupeKey !== undefined && (await this.#stored.find({ ...job, id }))),
    };
  }

  /** Checks Redis once for a process that only sends, and so has no notifier to warn. */
  #checkSender(): void {
    if (this.#isChecked) return;
    this.#isChecked = true;
    // If Redis does not respond, the next send reports it.
    void checkEviction(this.queue.getBackend(), warnProcess).catch(() => undefined);
  }

  async #add(job: Job): Promise<void> {
    const now = Date.now();
    const delay = Math.max(0, Math.ceil((job.notBefore ?? now) - now));
    // A process that only sends may have a wrong clock.
    const timestamp = delay > 0 ? ((await timeOfRedis(this.queue.getBackend())) ?? now) : now;
    const data = newData(delay > 0 ? { ...job, notBefore: timestamp + delay } : job, timestamp);
    const priority = await this.#turns.take(job.group, delay > 0);
    // BullMQ ignores a second job with a known id, also if the first has ended.
    await this.queue.add('delivery', data, { jobId: job.id, delay, timestamp, priority, ...ANOTHER_TRY });
  }

  async redeliver(ids: readonly string[], state: EndedState): Promise<number> {
    await this.#cancelled.deleteMarks(ids);
    const restarted = await orExplain(Promise.all(ids.map((id) => this.#redeliver(id, state))));
    return restarted.filter(Boolean).length;
  }

  async #redeliver(id: string, state: EndedState): Promise<boolean> {
    const job = await this.queue.getJob(id);
    if (!job || isWithoutBody(job.data) || deliveryOf(job)?.state !== state) return false;
    const { made, history } = { ...job.data, ...resultOf(job) };
    await job.updateData({ ...job.data, made, history, attempt: 1, nextAt: Date.now() });
    const list = setOf(state);
    await job.changePriority({ priority: await this.#turns.take(job.data.about.origin) });
    // Not after `retry`: another attempt may pause it again.
    if (state === 'paused') await this.#ended.deletePaused(id);
    try {
      await job.retry(list);
      return true;
    } catch (error) {
      // Another process was faster.
      if ((await job.getState()) !== list) return false;
      if (state === 'paused') await this.#ended.addPaused(id);
      throw error;
    }
  }

  async discard(ids: readonly string[], state: EndedState): Promise<number> {
    const discarded = await Promise.all(ids.map((id) => this.#discard(id, state)));
    return discarded.filter(Boolean).length;
  }

  async #discard(id: string, state: EndedState): Promise<boolean> {
    const job = await this.queue.getJob(id);
    if (!job || deliveryOf(job)?.state !== state) return false;
    return this.#ended.delete(id, setOf(state));
  }

  cancel(ids: readonly string[]): Promise<Cancelling> {
    return orExplain(this.#cancelled.cancel(ids));
  }

  erase(ids: readonly string[]): Promise<number> {
    return orExplain(this.#ended.erase(ids));
  }

  deliveries(filter: CheckedFilter): Promise<readonly StoredDelivery[]> {
    return listDeliveries(this.queue, filter);
  }

  async job(id: string): Promise<string | undefined> {
    const job = await this.queue.getJob(id);
    return job && !isWithoutBody(job.data) ? job.data.job : undefined;
  }

  status(byEndpoint: boolean): Promise<StoreStatus> {
    return readStatus(this.queue, this.#ended, byEndpoint);
  }

  async isAttended(): Promise<boolean> {
    const backend = this.queue.getBackend();
    const [client, active] = await Promise.all([backend.client, this.queue.getActive(0, LOOKED_AT - 1)]);
    // The lock of a job expires after its worker has ended. Another worker makes the job wait again.
    const locks = active.flatMap(({ id }) => (id === undefined ? [] : [`${backend.toKey(id)}:lock`]));
    const found = await Promise.all(locks.map((lock) => client.get(lock)));
    return found.some((lock) => lock !== null);
  }

  isPaused(): Promise<boolean> {
    return this.queue.isPaused();
  }

  setPaused(isPaused: boolean): Promise<void> {
    return orExplain(isPaused ? this.queue.pause() : this.queue.resume());
  }

  async close(grace: number): Promise<void> {
    const queues = (): QueueBase[] => [this.queue, ...(this.#worker ? [this.#worker.bull] : [])];
    const closing = (async () => {
      await this.#worker?.stop({ grace });
      this.#turns.stop();
      await this.queue.close();
    })();
    if (await endWithin(closing, grace + ABORT_GRACE, queues)) return;
    const message =
      'The store did not respond while the engine stopped. Unfinished attempts are repeated later.';
    this.#host?.warn({ code: 'bullmq-stop', message });
  }
}

/** Active jobs whose locks are read. */
const LOOKED_AT = 20;

/** Returns the set in which BullMQ keeps jobs of a state. */
function setOf(state: EndedState): 'completed' | 'failed' {
  return state === 'dead' ? 'failed' : 'completed';
}

/** Makes BullMQ retry if it cannot store the end of an attempt. Such a failure must not end the delivery. */
const ANOTHER_TRY = { attempts: 1_000_000_000, backoff: { type: 'fixed', delay: 1_000 } } as const;
