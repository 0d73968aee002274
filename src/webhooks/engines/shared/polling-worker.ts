import type { EngineHost, StopOptions } from '../../notifier/engine.js';
import { isPromise } from '../../notifier/awaitable.js';
import { ActiveWork } from '../../notifier/active-work.js';
import { LeftJobs } from '../../notifier/queue/left-jobs.js';
import { LaterFormatError, unpackJob } from '../../notifier/queue/pack-job.js';
import { CANCELLED, type Cancellations, type StoredStep } from './cancellations.js';
import type { Warner } from './store-errors.js';

/** Looks for due deliveries, one look at a time: when it is woken, and after a pause. */
export abstract class PollingWorker {
  protected readonly active = new ActiveWork();
  protected isStopped = false;
  /** Jobs of a later format. */
  readonly #left = new LeftJobs();
  #looking: Promise<void> | undefined;
  #hasNews = false;
  #timer: NodeJS.Timeout | undefined;
  readonly #intervals: NodeJS.Timeout[] = [];

  /** @param store its name begins the codes of warnings */
  constructor(
    readonly host: EngineHost,
    readonly warner: Warner,
    readonly store: string,
    private readonly cancellations: Cancellations,
  ) {}

  wake(): void {
    this.#hasNews = true;
    this.#looking ??= this.#lookAgain();
  }

  async stop(options?: StopOptions): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
    await this.active.stop(options);
    await this.release();
    for (const interval of this.#intervals) clearInterval(interval);
  }

  protected abstract look(): Promise<void>;

  protected abstract pause(): number;

  /** Called after the last attempt, while leases are still extended. */
  protected release(): Promise<void> {
    return Promise.resolve();
  }

  protected every(milliseconds: number, work: () => Promise<void>): void {
    this.#intervals.push(setInterval(() => void work(), milliseconds));
  }

  protected warn(code: string, what: string, error: unknown): void {
    this.warner.warn(`${this.store}-${code}`, what, error);
  }

  /**
   * Makes an attempt of a stored job. A job of a later format
   * waits; an unreadable one is dead, and delays no others.
   */
  protected async attempt(id: string, job: string, attempt: number): Promise<StoredStep> {
    const isCancelled = this.cancellations.has(id);
    // Awaits only a promise: most attempts find the marks read.
    if (isPromise(isCancelled) ? await isCancelled : isCancelled) return CANCELLED;
    try {
      return await this.host.handle(unpackJob(job), attempt, this.active.signal);
    } catch (error) {
      this.warn('job', `The delivery ${id} cannot be attempted`, error);
      if (error instanceof LaterFormatError) {
        const delay = this.#left.waitOf(id);
        return { kind: 'retry', at: Math.ceil(Date.now() + delay), delay };
      }
      return { kind: 'dead', outcome: 'dead', error: error as Error };
    }
  }

  async #lookAgain(): Promise<void> {
    for (;;) {
      // Collects the calls of this turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
      if (!this.#hasNews || this.isStopped) break;
      this.#hasNews = false;
      clearTimeout(this.#timer);
      await this.look();
    }
    this.#looking = undefined;
    if (this.isStopped) return;
    this.#timer = setTimeout(
      () => {
        this.wake();
      },
      Math.max(1, this.pause()),
    );
  }
}
