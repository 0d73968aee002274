import { Backlog } from './backlog.js';
import type { AttemptRecord } from './delivery.js';
import type { DeliveryEngine, Job, JobReport, Step, StepHandler } from './engine.js';
import { Limiter } from './limiter.js';
import { LONGEST_TIMER } from './longest-timer.js';
import { IN_PROCESS_RETRY } from './retry.js';
import type { Runtime } from './runtime.js';
import { PATIENCE } from './standings.js';

export interface InProcessOptions {
  readonly concurrency: number;
  readonly concurrencyPerTarget: number;
  readonly concurrencyUnanswered: number;
  readonly sleep: Runtime['sleep'];
  readonly now: Runtime['now'];
  readonly monotonic: Runtime['monotonic'];
}

/** The default engine: needs nothing, forgets everything when the process ends. */
export class InProcessEngine implements DeliveryEngine {
  readonly defaultRetry = IN_PROCESS_RETRY;
  readonly exhausted = 'failed';
  readonly #limiter: Limiter;
  readonly #backlog: Backlog;
  readonly #sleep: Runtime['sleep'];
  readonly #now: Runtime['now'];
  #handler: StepHandler | undefined;

  constructor(options: InProcessOptions) {
    this.#limiter = new Limiter({
      total: options.concurrency,
      perGroup: options.concurrencyPerTarget,
      aside: options.concurrencyUnanswered,
      now: options.monotonic,
      onShorter: () => {
        this.#backlog.look();
      },
    });
    this.#backlog = new Backlog(() => this.#limiter.waiting);
    this.#sleep = options.sleep;
    this.#now = options.now;
  }

  start(handler: StepHandler): void {
    this.#handler = handler;
  }

  room(signal: AbortSignal): Promise<void> | undefined {
    return this.#backlog.room(signal);
  }

  async submit(job: Job, signal: AbortSignal): Promise<JobReport> {
    this.#backlog.hold(job.size ?? 0);
    try {
      return await this.#run(job, signal);
    } finally {
      this.#backlog.hold(-(job.size ?? 0));
    }
  }

  async #run(job: Job, signal: AbortSignal): Promise<JobReport> {
    const history: AttemptRecord[] = [];
    const wait = job.notBefore === undefined ? 0 : job.notBefore - this.#now();
    if (wait > 0) await this.#wait(wait, signal);
    for (let attempt = 1; ; attempt += 1) {
      const step = await this.#step(job, attempt, signal);
      if (step.record) history.push(step.record);
      if (step.kind === 'end') return { end: step, history };
      await this.#wait(step.delay, signal);
    }
  }

  /** A wait holds no place. If it is aborted, the next step sees the signal and ends the job. */
  async #wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    let left = milliseconds;
    do {
      await this.#sleep(Math.min(left, LONGEST_TIMER), signal).catch(() => undefined);
      left -= LONGEST_TIMER;
    } while (left > 0 && !signal.aborted);
  }

  #step(job: Job, attempt: number, signal: AbortSignal): Promise<Step> {
    const handler = this.#handler;
    if (!handler) throw new Error('start() was not called: give the engine to a Notifier.');
    const step = (): Promise<Step> => handler(job, attempt, signal);
    const verdict = ({ record }: Step): boolean | undefined =>
      record && !signal.aborted ? hasAnswered(record) : undefined;
    return this.#limiter.run(job.group, signal, step, verdict).catch((error: unknown) => {
      if (signal.aborted) return step();
      throw error;
    });
  }
}

/** Whether the target is one that answers: a refusal is an answer too, and so is a failure that kept nobody waiting. */
function hasAnswered({ stalled, status, error, duration }: AttemptRecord): boolean {
  return !stalled && (status !== undefined || error === undefined || duration < PATIENCE);
}
