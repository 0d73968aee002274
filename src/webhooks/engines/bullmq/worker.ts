import { Worker as BullWorker, DelayedError, type Queue, type QueueBase, UnrecoverableError } from 'bullmq';
import { messageOf } from '../../../shared/errors.js';
import type { EngineHost, Job, StopOptions } from '../../notifier/engine.js';
import { LeftJobs } from '../../notifier/queue/left-jobs.js';
import { LaterFormatError, unpackJob } from '../../notifier/queue/pack-job.js';
import { ActiveWork } from '../../notifier/active-work.js';
import { BYTES_AHEAD, openLimiter } from '../shared/attempts.js';
import type { Limiter } from '../../notifier/attempts/limiter.js';
import { hasAnswered } from '../../notifier/attempts/target-health.js';
import { CANCELLED, type Cancellations, type StoredStep } from '../shared/cancellations.js';
import { afterStep, type JobData, type JobResult, sizeOf } from '../shared/job-data.js';
import type { ResolvedBullMqOptions } from './bullmq-options.js';
import { type DeliveryJob, isWithoutBody, withoutBody } from './list.js';
import type { CancelledJobs } from './cancelled-jobs.js';
import type { EndedJobs } from './ended-jobs.js';
import { type Warner, warnOfClock, warnOfTrim } from '../shared/store-errors.js';
import { explainRedis, fixDelays } from './connections.js';
import { PostponedJobs } from './postponed-jobs.js';
import type { Turns } from './turns.js';

interface WorkerContext {
  readonly host: EngineHost;
  readonly queue: Queue<JobData, JobResult>;
  /** Gives each delivery its priority. */
  readonly turns: Turns;
  readonly warner: Warner;
  readonly options: ResolvedBullMqOptions;
  /** Deletes ended deliveries. */
  readonly ended: EndedJobs;
  /** Ends deliveries that were cancelled during an attempt. */
  readonly cancelled: CancelledJobs;
  readonly cancellations: Cancellations;
}

/** Maximum milliseconds between two deletions of paused deliveries, and of other ended ones. */
const TIDY_INTERVAL = 60_000;
const TRIM_INTERVAL = 5_000;

export class Worker {
  readonly #context: WorkerContext;
  readonly #limiter: Limiter;
  readonly #postponed = new PostponedJobs();
  /** Jobs of a later format. */
  readonly #left = new LeftJobs();
  readonly #promotions = new Set<NodeJS.Timeout>();
  readonly #slots: number;
  /** Number of jobs that BullMQ has given to this worker. */
  #held = 0;
  /** Number of them that have a place. */
  #placed = 0;
  /** Size in bytes of the largest of the last jobs. The next ones are probably as large. */
  #largest = BYTES_AHEAD / FIRST_SLOTS;
  readonly #active = new ActiveWork();
  readonly #worker: BullWorker<JobData, JobResult>;
  readonly #clock: NodeJS.Timeout;
  readonly #trimming: NodeJS.Timeout[] = [];

  constructor(context: WorkerContext) {
    this.#context = context;
    const { host, options } = context;
    const { concurrency, concurrencyPerTarget } = host.limits;
    this.#slots = concurrency + 2 * concurrencyPerTarget;
    this.#limiter = openLimiter(host);
    const { queueName, connection, prefix, lease, retention } = options;
    this.#worker = new BullWorker<JobData, JobResult>(queueName, (job, token) => this.#process(job, token), {
      connection,
      ...(prefix !== undefined && { prefix }),
      concurrency: Math.min(this.#slots, FIRST_SLOTS),
      lockDuration: lease,
      stalledInterval: lease,
      // If a process ends during an attempt, the delivery continues.
      maxStalledCount: 1_000_000_000,
      removeOnComplete: { age: Math.ceil(retention / 1_000) },
    });
    this.#worker.on('error', (cause) => {
      context.warner.warn('bullmq', 'BullMQ reports an error', explainRedis(cause));
    });
    this.#worker.on('drained', () => void context.turns.drained());
    this.#clock = setInterval(() => {
      void this.#checkClock();
      void context.cancelled.tidy().catch(() => undefined); // the next one retries
    }, lease / 3);
    if (options.keepPaused !== Infinity)
      this.#trimEvery(Math.min(lease, TIDY_INTERVAL), () => this.#trimPaused());
    if (options.keepEnded !== Infinity)
      this.#trimEvery(TRIM_INTERVAL, () => context.ended.trimOthers(options.keepEnded));
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
    clearInterval(this.#clock);
    for (const timer of this.#trimming) clearInterval(timer);
    for (const timer of this.#promotions) clearTimeout(timer);
    await Promise.all([this.#active.stop(options), this.#worker.close()]);
  }

  async #checkClock(): Promise<void> {
    const { queue, host } = this.#context;
    const late = await fixDelays(queue, queue.getBackend()).catch(() => 0); // the next check retries
    if (late > 0) warnOfClock(host, late);
  }

  #trimEvery(milliseconds: number, trim: () => Promise<void>): void {
    const { warner } = this.#context;
    let isTrimming = false;
    const look = async (): Promise<void> => {
      if (isTrimming) return;
      isTrimming = true;
      await trim().catch((cause: unknown) => {
        warner.warn('bullmq', 'Old deliveries could not be deleted', explainRedis(cause));
      });
      isTrimming = false;
    };
    this.#trimming.push(setInterval(() => void look(), milliseconds));
  }

  async #trimPaused(): Promise<void> {
    const { host, ended, options } = this.#context;
    const count = await ended.trimPaused(options.keepPaused);
    if (count > 0) warnOfTrim(host, count);
  }

  /** @throws DelayedError or UnrecoverableError, so that BullMQ delays the job or counts it as dead */
  async #process(bull: DeliveryJob, token: string | undefined): Promise<JobResult> {
    this.#held += 1;
    try {
      this.#largest = Math.max(DECAY * this.#largest, sizeOf(bull.data));
      if (isWithoutBody(bull.data)) {
        // Its worker ended after the message had arrived.
        const { made, history } = bull.data;
        return { outcome: 'sent', made, history };
      }
      const job = this.#readJob(bull);
      if (!job) return await this.#leave(bull, this.#left.waitOf(bull.data.about.id), token);
      this.#postponed.delete(job.group, job.id);
      this.#context.turns.begin(bull.priority);
      const step = await this.#attempt(job, bull.data.attempt);
      if (step) return await this.#settle(bull, step, token);
      const at = this.#limiter.isStopped ? Date.now() : this.#postponed.add(job.group, job.id);
      return await this.#delay(bull, at, token);
    } finally {
      this.#held -= 1;
    }
  }

  /**
   * Makes an attempt, perhaps after a wait. Resolves to
   * undefined if the target is unresponsive or the worker stops.
   */
  async #attempt(job: Job, attempt: number): Promise<StoredStep | undefined> {
    const { group } = job;
    // BullMQ looks for further jobs after this call, so `#adjustSlots` is called before the first `await`.
    let place = this.#limiter.take(group);
    if (place) this.#placed += 1;
    this.#adjustSlots();
    if (!place && this.#limiter.healthOf(group) !== 'unresponsive') {
      place = await this.#limiter.enter(group);
      if (place) this.#placed += 1;
      if (this.#adjustSlots()) void this.#lookForJobs();
    }
    if (!place) return undefined;
    const { signal } = this.#active;
    const { host, cancellations } = this.#context;
    this.#active.begin();
    let step: StoredStep | undefined;
    try {
      const isCancelled = await cancellations.has(job.id);
      return (step = isCancelled ? CANCELLED : await host.handle(job, attempt, signal));
    } finally {
      this.#placed -= 1;
      place.end(step?.record && hasAnswered(step.record));
      this.#active.end();
      this.#fetchBack(group);
      this.#adjustSlots();
    }
  }

  /**
   * Adds slots for attempts at unresponsive targets, but not more than needed: BullMQ fills all slots before
   * it starts the first job. Large jobs have fewer slots to wait in.
   *
   * @returns true if BullMQ waits for an end of a job, although there is room for another
   */
  #adjustSlots(): boolean {
    const waiting = Math.max(1, Math.floor(BYTES_AHEAD / this.#largest));
    const slots = Math.min(this.#slots + this.#limiter.extra, this.#placed + waiting);
    const wasFull = this.#held >= this.#worker.concurrency;
    const hasMore = slots > this.#worker.concurrency;
    this.#worker.concurrency = slots;
    return wasFull && hasMore;
  }

  async #lookForJobs(): Promise<void> {
    await this.#worker.pause(true);
    if (!this.#limiter.isStopped) await this.#worker.resume();
  }

  async #settle(bull: DeliveryJob, step: StoredStep, token: string | undefined): Promise<JobResult> {
    const known = afterStep(bull.data, step);
    if (step.kind === 'done') {
      if (step.outcome === 'paused') await this.#context.ended.addPaused(bull.data.about.id);
      if (step.outcome === 'sent' && !this.#context.options.keepBodies)
        await bull.updateData(withoutBody(known));
      return { outcome: step.outcome, made: known.made, history: known.history };
    }
    await bull.updateData(step.kind === 'retry' ? { ...known, nextAt: step.at } : known);
    if (step.kind === 'retry' && step.isLeft) return this.#leave(bull, step.delay, token);
    if (step.kind === 'retry') {
      // With its old turn, thousands of retries that are due at once would come before every new delivery.
      const priority = await this.#context.turns.take(bull.data.about.origin, true);
      await bull.changePriority({ priority });
      return this.#delay(bull, step.at, token);
    }
    // BullMQ's tools show the message.
    throw new UnrecoverableError(step.error.message);
  }

  /**
   * Leaves a job to another process. Workers race for a job that falls due,
   * and one of them wins four of five races, perhaps this one. A promoted
   * job goes to the worker that has waited longest, so each has its chance.
   */
  async #leave(bull: DeliveryJob, wait: number, token: string | undefined): Promise<never> {
    const promotion = setTimeout(() => {
      this.#promotions.delete(promotion);
      this.#promote(bull.id ?? '');
    }, wait);
    this.#promotions.add(promotion);
    return this.#delay(bull, Math.ceil(Date.now() + wait + PROMOTION_TIME), token);
  }

  async #delay(bull: DeliveryJob, dueAt: number, token: string | undefined): Promise<never> {
    await bull.moveToDelayed(dueAt, token);
    // Not before: `cancel` may come between the look and the move.
    await this.#context.cancelled.endIfMarked(bull.data.about.id);
    throw new DelayedError();
  }

  /** Fails for a job that has already come back; one that is not promoted comes back by itself. */
  #promote(id: string): void {
    this.#context.queue
      .getBackend()
      .promote(id)
      .catch(() => undefined);
  }

  /** Returns the job, or undefined if its format is of a later version of dtospec. */
  #readJob(bull: DeliveryJob): Job | undefined {
    // BullMQ hands out an evicted job without its name and its data.
    if ((bull.name as unknown) === undefined) {
      const message = `The data of the job ${bull.id ?? ''} is lost. ${EVICTED}`;
      this.#context.warner.warn('redis-eviction', 'Deliveries are lost', new Error(EVICTED));
      throw new UnrecoverableError(message);
    }
    try {
      return unpackJob(bull.data.job);
    } catch (cause) {
      if (cause instanceof LaterFormatError) {
        this.#context.warner.warn('bullmq-job', `The job ${bull.id ?? ''} cannot be read yet`, cause);
        return undefined;
      }
      const message = `The job ${bull.id ?? ''} cannot be read and is set aside: ${messageOf(cause)}.`;
      this.#context.host.warn({ code: 'bullmq-job', message, cause });
      throw new UnrecoverableError(message);
    }
  }

  /**
   * Makes deliveries that were put off due again: as many as
   * have room, or one as a trial of an unresponsive target.
   */
  #fetchBack(target: string): void {
    const isUnresponsive = this.#limiter.healthOf(target) === 'unresponsive';
    const room = 2 * this.#context.host.limits.concurrencyPerTarget - this.#limiter.waitingFor(target);
    for (const id of this.#postponed.take(target, isUnresponsive ? 1 : Math.max(0, room))) this.#promote(id);
  }
}

const EVICTED =
  'Redis has evicted it, or a program has deleted it: set maxmemory-policy to noeviction in the configuration of Redis';

/** Milliseconds for the promotion of a left job, until it comes back by itself. */
const PROMOTION_TIME = 1_000;

/** Number of jobs to take before the size of one is known. */
const FIRST_SLOTS = 16;

/** By how much the expected size of the next job falls with each smaller job. */
const DECAY = 0.9;
