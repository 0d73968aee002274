import { DelayedError, UnrecoverableError, Worker as BullWorker, type Queue, type QueueBase } from 'bullmq';
import { BoundedMap } from '../../base/bounded-map.js';
import type { EngineHost, Job, Step, StopOptions } from '../../notifier/engine.js';
import { hasAnswered } from '../../notifier/has-answered.js';
import { Limiter, type Place } from '../../notifier/limiter.js';
import { LONGEST_TIMER } from '../../notifier/longest-timer.js';
import { GRACE } from '../../notifier/under-way.js';
import { keepTrying } from './connections.js';
import type { Leases } from './leases.js';
import type { ResolvedOptions } from './options.js';
import type { Order } from './order.js';
import { Postponed, REMEMBERED } from './postponed.js';
import { afterStep, jobOf, type DeliveryJob, type JobData, type JobResult } from './stored-job.js';

export interface WorkerContext {
  readonly host: EngineHost;
  readonly queue: Queue<JobData, JobResult>;
  readonly order: Order;
  /** Where all workers share limits. */
  readonly leases: Leases | undefined;
  readonly options: ResolvedOptions;
}

/** No attempt was made: its origin has no place for it, or it is not its turn. */
interface PutOff {
  readonly kind: 'put-off';
  readonly at: number;
  readonly turn?: number;
  readonly record?: undefined;
}

/** Takes jobs from the queue, makes their attempts and has BullMQ store what follows. */
export class Worker {
  readonly #context: WorkerContext;
  readonly #limiter: Limiter;
  readonly #postponed: Postponed;
  readonly #breakOff = new AbortController();
  readonly #worker: BullWorker<JobData, JobResult>;
  /**
   * Those that wait for another of their sequence, by its id, as far as this process has seen them: another one may end it.
   */
  readonly #behind = new BoundedMap<string, string>(REMEMBERED);
  /** How many wait for a place. */
  #waiting = 0;
  #isStopping = false;

  constructor(context: WorkerContext) {
    this.#context = context;
    const { host, options } = context;
    const { concurrency, concurrencyPerTarget, concurrencyUnanswered } = host.limits;
    const perGroup = Math.min(concurrencyPerTarget, options.origins?.concurrency ?? Infinity);
    this.#limiter = new Limiter({
      total: concurrency,
      perGroup,
      aside: concurrencyUnanswered,
      now: () => host.runtime.monotonic(),
    });
    this.#postponed = new Postponed(perGroup);
    const { queueName, connection, backend, prefix, lease, retention } = options;
    this.#worker = new BullWorker<JobData, JobResult>(
      queueName,
      (job, token) => this.#process(job, token),
      {
        connection,
        ...(prefix !== undefined && { prefix }),
        // As many as the limiter has places, those that wait for one, and some that look whether there is one.
        concurrency: concurrency + Math.ceil(concurrencyUnanswered * 1.5) + concurrencyPerTarget + LOOKING,
        lockDuration: lease,
        stalledInterval: lease,
        // A process that dies in mid-attempt is no reason to give a delivery up, however often.
        maxStalledCount: 1_000_000_000,
        removeOnComplete: { age: Math.ceil(retention / 1_000) },
      },
      backend as undefined,
    );
    keepTrying(this.#worker.getBackend());
    this.#worker.on('error', (cause) => {
      host.warn({ code: 'bullmq', message: `BullMQ reports an error: ${cause.message}.`, cause });
    });
  }

  /** BullMQ's own. */
  get bull(): QueueBase {
    return this.#worker;
  }

  async ready(): Promise<void> {
    await this.#worker.waitUntilReady();
  }

  async stop({ grace = GRACE }: StopOptions = {}): Promise<void> {
    this.#isStopping = true;
    const timer = setTimeout(
      () => {
        this.#breakOff.abort();
      },
      Math.min(grace, LONGEST_TIMER),
    );
    await this.#worker.close();
    this.#context.leases?.stop();
    clearTimeout(timer);
  }

  /** @throws DelayedError or UnrecoverableError, by which BullMQ knows that a job comes back or is dead */
  async #process(bull: DeliveryJob, token: string | undefined): Promise<JobResult> {
    try {
      return await this.#work(bull, token);
    } catch (error) {
      if (error instanceof DelayedError || error instanceof UnrecoverableError) throw error;
      // The store did not do what it was asked: no reason to give the delivery up. If it cannot be put off either, its lease ends.
      const { message } = error as Error;
      const text = `The delivery ${bull.id ?? ''} could not be worked on; it is tried again: ${message}.`;
      this.#context.host.warn({ code: 'bullmq', message: text, cause: error });
      return await comeBack(bull, Date.now() + AGAIN, token).catch(() => {
        throw new DelayedError();
      });
    }
  }

  async #work(bull: DeliveryJob, token: string | undefined): Promise<JobResult> {
    const job = this.#readJob(bull);
    if (await this.#isBehind(bull)) return comeBack(bull, this.#postponed.behind(bull.id ?? ''), token);
    if (this.#isStopping) return comeBack(bull, Date.now(), token);
    const place = this.#limiter.take(job.group);
    // Who waits for long keeps a place of the worker's from others.
    if (!place && !this.#mayWait(job.group)) return comeBack(bull, this.#postponed.next(job.group), token);
    const step = place ? await this.#attemptAt(place, bull, job) : await this.#attemptInTurn(bull, job);
    const { turn, ...data } = bull.data;
    if (step.kind === 'put-off') {
      if (step.turn !== undefined) await bull.updateData({ ...data, nextAt: step.at, turn: step.turn });
      return comeBack(bull, step.at, token);
    }
    const known = afterStep(data, step);
    if (step.kind === 'retry') {
      await bull.updateData({ ...data, ...known, nextAt: step.at });
      return comeBack(bull, step.at, token);
    }
    this.#wakeBehind(bull.id ?? '');
    if (step.kind === 'done') return { outcome: step.outcome, made: known.made, history: known.history };
    await bull.updateData({ ...data, ...known });
    // The message is what BullMQ's tools show.
    throw new UnrecoverableError(step.error.message);
  }

  /** @throws UnrecoverableError for what no attempt will ever read */
  #readJob(bull: DeliveryJob): Job {
    try {
      return jobOf(bull.data);
    } catch (cause) {
      const message = `The job ${bull.id ?? ''} is no delivery that can be read, and is dead.`;
      this.#context.host.warn({ code: 'bullmq-job', message, cause });
      throw new UnrecoverableError(message);
    }
  }

  /** Whether a place for it will be free in a moment. They are few who may wait, if all should be wrong. */
  #mayWait(group: string): boolean {
    return this.#postponed.isQuick(group) && this.#waiting < this.#context.host.limits.concurrencyPerTarget;
  }

  async #attemptInTurn(bull: DeliveryJob, job: Job): Promise<Step | PutOff> {
    const { signal } = this.#breakOff;
    this.#waiting += 1;
    const attempt = (): Promise<Step | PutOff> => {
      this.#waiting -= 1;
      return this.#attempt(bull, job);
    };
    try {
      return await this.#limiter.run(job.group, signal, attempt, (step) => this.#answered(step));
    } catch (error) {
      if (!signal.aborted) throw error;
      // It waited still: an attempt does not reject.
      this.#waiting -= 1;
      return { kind: 'retry', at: Date.now(), delay: 0 };
    }
  }

  async #attemptAt(place: Place, bull: DeliveryJob, job: Job): Promise<Step | PutOff> {
    let answered: boolean | undefined;
    try {
      const step = await this.#attempt(bull, job);
      answered = this.#answered(step);
      return step;
    } finally {
      place.end(answered);
    }
  }

  async #attempt(bull: DeliveryJob, job: Job): Promise<Step | PutOff> {
    const { host, leases } = this.#context;
    const lease = await leases?.take(job.group, bull.data.turn);
    if (lease?.kind === 'full') return { kind: 'put-off', at: this.#postponed.next(job.group) };
    if (lease?.kind === 'early')
      return { kind: 'put-off', at: Math.ceil(Date.now() + lease.wait), turn: lease.turn };
    try {
      const step = await host.handle(job, bull.data.attempt, this.#breakOff.signal);
      if (step.record) this.#postponed.note(job.group, step.record.duration);
      return step;
    } finally {
      lease?.end();
    }
  }

  #answered({ record }: Step | PutOff): boolean | undefined {
    return record && !this.#breakOff.signal.aborted ? hasAnswered(record) : undefined;
  }

  /** Whether one before it in its sequence has not come to its end. What is not known any more has, or was never stored. */
  async #isBehind({ id = '', data: { after = '' } }: DeliveryJob): Promise<boolean> {
    for (const before of after.split(' ').filter(Boolean)) {
      const state = await this.#context.queue.getJobState(before);
      const isOver = state === 'completed' || state === 'unknown';
      if (!isOver && (state !== 'failed' || this.#context.options.afterDead === 'hold')) {
        this.#behind.set(before, id);
        return true;
      }
      this.#behind.delete(before);
    }
    return false;
  }

  /** Looks again soon, when the end is stored: else it would be done at the next time that was set. */
  #wakeBehind(id: string): void {
    const next = this.#behind.get(id);
    if (next === undefined) return;
    this.#behind.delete(id);
    this.#postponed.forget(next);
    setTimeout(() => {
      // It may be looked at just now, or be another's.
      this.#context.order.wake(next).catch(() => undefined);
    }, WAKE).unref();
  }
}

/** Milliseconds in which an end is stored, mostly. */
const WAKE = 20;

const LOOKING = 4;

/** Milliseconds after which something is tried again that the store did not do. */
const AGAIN = 1_000;

async function comeBack(bull: DeliveryJob, at: number, token: string | undefined): Promise<never> {
  await bull.moveToDelayed(at, token);
  throw new DelayedError();
}
