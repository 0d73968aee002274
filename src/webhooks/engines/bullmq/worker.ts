import { Worker as BullWorker, DelayedError, type Queue, type QueueBase, UnrecoverableError } from 'bullmq';
import { messageOf } from '../../../shared/errors.js';
import type { EngineHost, Job, Step, StopOptions } from '../../notifier/engine.js';
import { unpackJob } from '../../notifier/queue/pack-job.js';
import { ActiveWork } from '../../notifier/active-work.js';
import { enter, openLimiter, type Run } from '../shared/attempts.js';
import type { Limiter } from '../../notifier/attempts/limiter.js';
import { afterStep, type JobData, type JobResult } from '../shared/job-data.js';
import type { ResolvedOptions } from './options.js';
import type { DeliveryJob } from './list.js';
import { type Warner, warnOfClock } from '../shared/store-errors.js';
import { explainRedis, mendDelays } from './connections.js';

interface WorkerContext {
  readonly host: EngineHost;
  readonly queue: Queue<JobData, JobResult>;
  readonly warner: Warner;
  readonly options: ResolvedOptions;
}

/** A private part of BullMQ's worker (6.7), which wakes its loop. Without it, new slots are used when a job has ended. */
interface MainLoop {
  readonly mainLoopQueue?: { add(job: Promise<undefined>): void } | null;
}

/** Milliseconds between two deliveries that the worker returns to the queue because their origin has too many in it. */
const APART = 10;

export class Worker {
  readonly #context: WorkerContext;
  readonly #limiter: Limiter;
  readonly #delayed = new PutOff();
  readonly #crowded = new Set<string>();
  #leaving: NodeJS.Timeout | undefined;
  /** Number of deliveries of an origin that may wait in this process for as long as they must. */
  readonly #perOrigin: number;
  readonly #slots: number;
  readonly #active = new ActiveWork();
  readonly #worker: BullWorker<JobData, JobResult>;
  readonly #clock: NodeJS.Timeout;

  constructor(context: WorkerContext) {
    this.#context = context;
    const { host, options } = context;
    const { concurrency, concurrencyPerTarget } = host.limits;
    this.#perOrigin = 2 * concurrencyPerTarget;
    this.#slots = concurrency + this.#perOrigin;
    this.#limiter = openLimiter(host);
    const { queueName, connection, prefix, lease, retention } = options;
    this.#worker = new BullWorker<JobData, JobResult>(queueName, (job, token) => this.#process(job, token), {
      connection,
      ...(prefix !== undefined && { prefix }),
      concurrency: this.#slots,
      lockDuration: lease,
      stalledInterval: lease,
      // If a process ends during an attempt, the delivery continues.
      maxStalledCount: 1_000_000_000,
      removeOnComplete: { age: Math.ceil(retention / 1_000) },
    });
    this.#worker.on('error', (cause) => {
      context.warner.warn('bullmq', 'BullMQ reports an error', explainRedis(cause));
    });
    this.#clock = setInterval(() => void this.#checkClock(), lease / 3);
    void this.#checkClock();
  }

  get bull(): QueueBase {
    return this.#worker;
  }

  async ready(): Promise<void> {
    await this.#worker.waitUntilReady();
  }

  async stop(options?: StopOptions): Promise<void> {
    this.#limiter.stop();
    clearTimeout(this.#leaving);
    clearInterval(this.#clock);
    await Promise.all([this.#active.stop(options), this.#worker.close()]);
  }

  async #checkClock(): Promise<void> {
    const { queue, host } = this.#context;
    const late = await mendDelays(queue, queue.getBackend()).catch(() => 0); // the next check retries
    if (late > 0) warnOfClock(host, late);
  }

  /** @throws DelayedError or UnrecoverableError, so that BullMQ delays the job or counts it as dead */
  async #process(bull: DeliveryJob, token: string | undefined): Promise<JobResult> {
    const job = this.#readJob(bull);
    this.#delayed.delete(job.group, job.id);
    if (this.#limiter.isStopped) return comeBack(bull, Date.now(), token);
    const run = this.#enter(job.group);
    if (!run) return this.#putOff(bull, job, token);
    const { signal } = this.#active;
    this.#active.begin();
    try {
      const step = await run(() => {
        this.#makeRoom();
        return this.#context.host.handle(job, bull.data.attempt, signal);
      });
      return await (step ? this.#settle(bull, step, token) : this.#putOff(bull, job, token));
    } finally {
      this.#active.end();
      this.#fetchBack(job.group);
      this.#makeRoom();
    }
  }

  /**
   * Adds slots for attempts at unresponsive origins, but not more than needed: BullMQ fills all slots before it starts
   * the first job. It looks for further jobs when one has ended, so it gets an empty one.
   */
  #makeRoom(): void {
    const slots = this.#slots + this.#limiter.extra;
    const { mainLoopQueue } = this.#worker as unknown as MainLoop;
    if (slots > this.#worker.concurrency) mainLoopQueue?.add(Promise.resolve(undefined));
    this.#worker.concurrency = slots;
  }

  #putOff(bull: DeliveryJob, { group, id }: Job, token: string | undefined): Promise<never> {
    const isSilent = this.#limiter.healthOf(group) === 'unresponsive';
    return comeBack(bull, this.#delayed.add(group, id, isSilent), token);
  }

  /** Lets a delivery wait in the worker, where BullMQ extends its lock. */
  #enter(origin: string): Run | undefined {
    const run = enter(this.#limiter, origin, { perOrigin: this.#slots, total: this.#slots });
    if (this.#limiter.waitingFor(origin) > this.#perOrigin) {
      this.#crowded.add(origin);
      this.#letLastGo();
    }
    return run;
  }

  #letLastGo(): void {
    this.#leaving ??= setTimeout(() => {
      this.#leaving = undefined;
      const [origin] = this.#crowded;
      if (origin === undefined) return;
      this.#crowded.delete(origin);
      const waiting = this.#limiter.waitingFor(origin);
      if (waiting > this.#perOrigin) {
        this.#limiter.letGo(origin, waiting - 1);
        this.#crowded.add(origin); // after the other deliveries
      }
      this.#letLastGo();
    }, APART);
  }

  async #settle(bull: DeliveryJob, step: Step, token: string | undefined): Promise<JobResult> {
    const known = afterStep(bull.data, step);
    if (step.kind === 'done') return { outcome: step.outcome, made: known.made, history: known.history };
    await bull.updateData(step.kind === 'retry' ? { ...known, nextAt: step.at } : known);
    if (step.kind === 'retry') return comeBack(bull, step.at, token);
    // BullMQ's tools show the message.
    throw new UnrecoverableError(step.error.message);
  }

  #readJob(bull: DeliveryJob): Job {
    try {
      return unpackJob(bull.data.job);
    } catch (cause) {
      const message = `The job ${bull.id ?? ''} cannot be read and is set aside: ${messageOf(cause)}.`;
      this.#context.host.warn({ code: 'bullmq-job', message, cause });
      throw new UnrecoverableError(message);
    }
  }

  #fetchBack(origin: string): void {
    const health = this.#limiter.healthOf(origin);
    const waiting = this.#limiter.waitingFor(origin);
    if (waiting > this.#perOrigin / 4) return;
    const count = health === 'responsive' ? this.#perOrigin - waiting : 1;
    const backend = this.#context.queue.getBackend();
    // Fails for deliveries that have already come back; the others come back by themselves later.
    for (const id of this.#delayed.take(origin, count)) backend.promote(id).catch(() => undefined);
  }
}

async function comeBack(bull: DeliveryJob, at: number, token: string | undefined): Promise<never> {
  await bull.moveToDelayed(at, token);
  throw new DelayedError();
}

/**
 * Milliseconds after which a delayed delivery becomes due again. Normally its process makes it due earlier, but that
 * process may have died.
 */
const LONGEST = 60_000;
const SHORTEST = 1_000;

/** Milliseconds between the times at which delayed deliveries become due again. */
const SPREAD = 10;

const REMEMBERED = 100_000;

class PutOff {
  readonly #ids = new Map<string, Set<string>>();
  #count = 0;

  /**
   * @param isSilent true to wait for longer, the more deliveries are put off: they would fill the queue
   * @returns the time at which the delivery becomes due again, in milliseconds since the epoch
   */
  add(origin: string, id: string, isSilent: boolean): number {
    if (this.#count >= REMEMBERED) {
      this.#ids.clear();
      this.#count = 0;
    }
    const ids = this.#ids.get(origin) ?? new Set();
    if (!ids.has(id)) this.#count += 1;
    this.#ids.set(origin, ids.add(id));
    return Date.now() + Math.min(SHORTEST + (isSilent ? this.#count : ids.size) * SPREAD, LONGEST);
  }

  delete(origin: string, id: string): void {
    const ids = this.#ids.get(origin);
    if (!ids?.delete(id)) return;
    this.#count -= 1;
    if (ids.size === 0) this.#ids.delete(origin);
  }

  take(origin: string, count: number): readonly string[] {
    const ids = [...(this.#ids.get(origin) ?? [])].slice(0, count);
    for (const id of ids) this.delete(origin, id);
    return ids;
  }
}
