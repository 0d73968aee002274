import type { AttemptRecord } from './delivery.js';
import type { DeliveryEngine, Job, JobReport, Step, StepHandler } from './engine.js';
import { Limiter } from './limiter.js';
import { IN_PROCESS_RETRY } from './retry.js';
import type { Runtime } from './runtime.js';

export interface InProcessOptions {
  readonly concurrency: number;
  readonly concurrencyPerTarget: number;
  readonly sleep: Runtime['sleep'];
}

/** The default engine: needs nothing, forgets everything when the process ends. */
export class InProcessEngine implements DeliveryEngine {
  readonly defaultRetry = IN_PROCESS_RETRY;
  readonly exhausted = 'failed';
  readonly #limiter: Limiter;
  readonly #sleep: Runtime['sleep'];
  #handler: StepHandler | undefined;

  constructor(options: InProcessOptions) {
    this.#limiter = new Limiter(options.concurrency, options.concurrencyPerTarget);
    this.#sleep = options.sleep;
  }

  start(handler: StepHandler): void {
    this.#handler = handler;
  }

  async submit(job: Job, signal: AbortSignal): Promise<JobReport> {
    const history: AttemptRecord[] = [];
    for (let attempt = 1; ; attempt += 1) {
      const step = await this.#step(job, attempt, signal);
      if (step.record) history.push(step.record);
      if (step.kind === 'end') return { end: step, history };
      // A wait holds no place. If it is aborted, the next step sees the signal and ends the job.
      await this.#sleep(step.delay, signal).catch(() => undefined);
    }
  }

  #step(job: Job, attempt: number, signal: AbortSignal): Promise<Step> {
    const handler = this.#handler;
    if (!handler) throw new Error('start() was not called: give the engine to a Notifier.');
    const step = (): Promise<Step> => handler(job, attempt, signal);
    return this.#limiter.run(job.group, signal, step).catch((error: unknown) => {
      if (signal.aborted) return step();
      throw error;
    });
  }
}
