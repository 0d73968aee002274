import { addAbortListener, removeAbortListener } from '../abort-signals.js';
import type { AttemptRecord } from '../delivery.js';
import type { Job, JobHandler, JobReport } from '../engine.js';
import type { Limiter, Place, Task } from '../attempts/limiter.js';
import { hasAnswered } from '../attempts/target-health.js';
import { MAX_TIMER, type Runtime } from '../runtime.js';

/** The state that all runs of an engine share. */
export interface RunContext {
  readonly limiter: Limiter;
  readonly runtime: Runtime;
  readonly handle: JobHandler;
  /** Called at the end of a run. There is no report if the handler rejected. */
  readonly onEnd: (job: Job, report?: JobReport) => void;
}

/** A job from its first wait to its end. It is the only state that a waiting job has in the engine. */
export class Run implements Task {
  readonly #history: AttemptRecord[] = [];
  #attempt = 1;
  #resolve: (report: JobReport) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;
  #onAbort: (() => void) | undefined;
  #leaveQueue: (place?: Place) => void = () => undefined;

  constructor(
    private readonly context: RunContext,
    private readonly job: Job,
    private readonly signal: AbortSignal,
  ) {}

  get key(): string {
    return this.job.group;
  }

  start(): Promise<JobReport> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      const { notBefore } = this.job;
      const wait = notBefore === undefined ? 0 : notBefore - this.context.runtime.now();
      if (wait > 0) this.#wait(wait);
      else this.#acquirePlace();
    });
  }

  begin(place: Place): void {
    this.#stopListening();
    this.#leaveQueue(place);
  }

  /** Ends the wait. The next attempt ends the job, since the signal was aborted. */
  leave(): void {
    this.#stopListening();
    this.#leaveQueue();
  }

  /** Waits without using a slot of the limiter. */
  #wait(milliseconds: number): void {
    const left = milliseconds - MAX_TIMER;
    const go = (): void => {
      if (left > 0 && !this.signal.aborted) this.#wait(left);
      else this.#acquirePlace();
    };
    this.context.runtime.sleep(Math.min(milliseconds, MAX_TIMER), this.signal).then(go, go);
  }

  #acquirePlace(): void {
    const { limiter } = this.context;
    if (this.signal.aborted) {
      this.#makeAttempt();
      return;
    }
    const place = limiter.take(this.key);
    if (place) {
      this.#makeAttempt(place);
      return;
    }
    // Another job calls `begin`. The promise keeps the asynchronous context of this one, such as its trace.
    void new Promise<Place | undefined>((resolve) => {
      this.#leaveQueue = resolve;
    }).then((place) => {
      this.#makeAttempt(place);
    });
    this.#onAbort = () => {
      limiter.withdraw(this);
      this.leave();
    };
    addAbortListener(this.signal, this.#onAbort);
    limiter.beginWhenFree(this);
  }

  #stopListening(): void {
    if (this.#onAbort) removeAbortListener(this.signal, this.#onAbort);
    this.#onAbort = undefined;
  }

  #makeAttempt(place?: Place): void {
    this.context.handle(this.job, this.#attempt, this.signal).then(
      (step) => {
        const { record } = step;
        place?.end(record && !this.signal.aborted ? hasAnswered(record) : undefined);
        if (record) {
          this.#history.push(record);
          this.#attempt += 1;
        }
        if (step.kind === 'retry') {
          this.#wait(step.delay);
          return;
        }
        const report = { kind: 'ended', end: step, history: this.#history } as const;
        this.context.onEnd(this.job, report);
        this.#resolve(report);
      },
      (error: unknown) => {
        place?.end();
        this.context.onEnd(this.job);
        this.#reject(error);
      },
    );
  }
}
