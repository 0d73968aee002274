import { createHash } from 'node:crypto';
import { Queue, type IQueueBackend, type QueueBase } from 'bullmq';
import { ConfigError } from '../../base/errors.js';
import { OneByOne } from '../../base/one-by-one.js';
import type {
  DeadFilter,
  DeliveryFilter,
  DurableEngine,
  EngineHost,
  EngineStatus,
  EnqueueOptions,
  Job,
  Queued,
  StopOptions,
} from '../../notifier/engine.js';
import type { HealthStore } from '../../notifier/health.js';
import { DURABLE_RETRY } from '../../notifier/retry.js';
import { GRACE, HEED } from '../../notifier/under-way.js';
import type { StoredDelivery } from '../../notifier/stored.js';
import { checkRedis, type MaybeRedis } from './check-redis.js';
import { endWithin, keepTrying } from './connections.js';
import { createHealthStore } from './health-store.js';
import { createLeases } from './leases.js';
import { listDeliveries, readStatus } from './list.js';
import { resolveOptions, type BullMqEngineOptions, type ResolvedOptions } from './options.js';
import { createOrder, type Order } from './order.js';
import { Outbox } from './outbox.js';
import { newData, type JobData, type JobResult } from './stored-job.js';
import { requireClient, withinTransaction } from './transaction.js';
import { withinTime } from '../shared/within-time.js';
import { Worker } from './worker.js';

/**
 * Keeps deliveries in a queue of BullMQ's, on Redis or PostgreSQL. Any number of processes and machines may share it; who
 * calls `notifier.start()` makes attempts, the others only store.
 *
 * @example
 * const engine = new BullMqEngine({ connection: { host: 'localhost', port: 6379 } });
 */
export class BullMqEngine implements DurableEngine {
  readonly isDurable = true;
  readonly keepsDead = true;
  readonly defaultRetry = DURABLE_RETRY;
  readonly health: HealthStore;
  readonly #options: ResolvedOptions;
  readonly #queue: Queue<JobData, JobResult>;
  readonly #order: Order;
  readonly #outbox: Outbox | undefined;
  /** By sequence: the connections of a pool would store what is sent at once in any order. */
  readonly #sequences = new OneByOne<string>();
  /** By connection: one that is amid a statement takes no other. */
  readonly #transactions = new OneByOne<unknown>();
  #host: EngineHost | undefined;
  #worker: Worker | undefined;
  #stopping: Promise<void> | undefined;

  /** @throws ConfigError for options that cannot work */
  constructor(options: BullMqEngineOptions) {
    this.#options = resolveOptions(options);
    const { queueName, connection, backend, prefix } = this.#options;
    const own = { connection, ...(prefix !== undefined && { prefix }) };
    this.#queue = new Queue(queueName, own, backend as undefined);
    this.#queue.on('error', (cause) => {
      this.#host?.warn({ code: 'bullmq', message: `BullMQ reports an error: ${cause.message}.`, cause });
    });
    keepTrying(this.#backend);
    this.#order = createOrder(this.#backend, queueName);
    this.health = createHealthStore(this.#backend, queueName);
    this.#outbox = this.#options.outbox && new Outbox(this.#options.outbox, queueName);
  }

  /** BullMQ's own queue, for its tools, such as Bull Board. What it holds is the engine's. */
  get queue(): Queue<JobData, JobResult> {
    return this.#open();
  }

  async start(host: EngineHost): Promise<void> {
    const queue = this.#open();
    if (this.#host)
      throw new ConfigError(
        'This BullMqEngine works for a notifier already. Give each notifier an engine of its own.',
      );
    this.#host = host;
    try {
      await this.#startWorker(host, queue);
    } catch (error) {
      this.#open(); // what was stopped meanwhile has no other fault
      this.#host = undefined; // who calls again has it tried again
      throw error;
    }
    // One that a relay queued and died may be known.
    const relay = (job: Job): Promise<void> =>
      withinTime(store(job, queue, this.#order, true), this.#options.enqueueTimeout);
    this.#outbox?.start(relay, host.warn);
  }

  /** What is stopped meanwhile begins nothing. */
  async #startWorker(host: EngineHost, queue: Queue<JobData, JobResult>): Promise<void> {
    await queue.waitUntilReady();
    this.#open();
    await checkRedis(this.#backend as MaybeRedis, host.warn);
    this.#open();
    const leases = createLeases(this.#backend, this.#options, host.warn);
    const worker = new Worker({ host, queue, leases, order: this.#order, options: this.#options });
    this.#worker = worker;
    try {
      await worker.ready();
    } catch (error) {
      await worker.stop({ grace: 0 });
      this.#worker = undefined;
      throw error;
    }
  }

  /** A `transaction` is a client of `pg`, where the store is PostgreSQL or there is an `outbox`. */
  async enqueue(job: Job, { transaction }: Pick<EnqueueOptions, 'transaction'>): Promise<Queued> {
    const queue = this.#open();
    const stored = { ...job, id: job.dedupeKey === undefined ? job.id : idOf(job.dedupeKey) };
    const storing =
      transaction === undefined
        ? this.#store(stored, queue)
        : this.#transactions.run(transaction, () => this.#storeWithin(transaction, stored));
    await withinTime(storing, this.#options.enqueueTimeout);
    return { kind: 'queued', id: stored.id };
  }

  #store(job: Job, queue: Queue<JobData, JobResult>): Promise<void> {
    const { sequence } = job;
    const work = (): Promise<void> => store(job, queue, this.#order);
    return sequence === undefined ? work() : this.#sequences.run(sequence, work);
  }

  async #storeWithin(transaction: unknown, job: Job): Promise<void> {
    if (this.#outbox) await this.#outbox.add(requireClient(transaction), job);
    else
      await withinTransaction(transaction, this.#backend, this.#options, (within) =>
        store(job, within.queue, within.order),
      );
  }

  async redeliver(id: string): Promise<boolean> {
    const job = await this.#open().getJob(id);
    if (!job || !(await job.isFailed())) return false;
    await job.updateData({ ...job.data, attempt: 1, nextAt: Date.now() });
    try {
      await job.retry('failed');
      return true;
    } catch (error) {
      // Somebody else was faster.
      if (!(await job.isFailed())) return false;
      throw error;
    }
  }

  dead(filter: DeadFilter = {}): Promise<readonly StoredDelivery[]> {
    return this.deliveries({ ...filter, state: 'dead' });
  }

  async deliveries(filter: DeliveryFilter = {}): Promise<readonly StoredDelivery[]> {
    return listDeliveries(this.#open(), filter);
  }

  async status(): Promise<EngineStatus> {
    const status = await readStatus(this.#open());
    const toMove = (await this.#outbox?.count()) ?? 0;
    return { ...status, waiting: status.waiting + toMove, due: status.due + toMove };
  }

  async pause(): Promise<void> {
    await this.#open().pause();
  }

  async resume(): Promise<void> {
    await this.#open().resume();
  }

  /** Afterwards the engine cannot be used any more. */
  stop(options?: StopOptions): Promise<void> {
    return (this.#stopping ??= this.#stop(options));
  }

  async #stop({ grace = GRACE }: StopOptions = {}): Promise<void> {
    const parts = (): QueueBase[] => [this.#queue, ...(this.#worker ? [this.#worker.bull] : [])];
    const hasEnded = await endWithin(this.#close({ grace }), grace + HEED, parts);
    if (hasEnded) return;
    const message =
      'The store did not answer when the engine was stopped, and was left: what was under way is made again.';
    this.#host?.warn({ code: 'bullmq-stop', message });
  }

  async #close(options: StopOptions): Promise<void> {
    await Promise.all([this.#outbox?.stop(), this.#worker?.stop(options)]);
    await this.#queue.close();
  }

  get #backend(): IQueueBackend {
    return this.#queue.getBackend();
  }

  #open(): Queue<JobData, JobResult> {
    if (this.#stopping) throw new ConfigError('This BullMqEngine was stopped. Make another one.');
    return this.#queue;
  }
}

async function store(
  job: Job,
  queue: Queue<JobData, JobResult>,
  order: Order,
  mayBeKnown = job.dedupeKey !== undefined,
): Promise<void> {
  const now = Date.now();
  const { id, sequence, notBefore = now } = job;
  const isKnown = sequence !== undefined && mayBeKnown && (await queue.getJob(id)) !== undefined;
  if (isKnown) return;
  const before = sequence === undefined ? undefined : await order.append(sequence, id);
  const data = newData(job, now, before);
  // Of an id that it knows, under way or ended, BullMQ adds no second job.
  await queue.add('delivery', data, { jobId: id, delay: Math.max(0, Math.ceil(notBefore - now)) });
}

/** The same key always gives the same id. */
function idOf(dedupeKey: string): string {
  return `dlv_${createHash('sha256').update(dedupeKey).digest('base64url').slice(0, 32)}`;
}
