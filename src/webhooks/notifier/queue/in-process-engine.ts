import { Backlog } from '../backlog.js';
import { type AttemptRecord, describeJob, remember, type StoredDelivery } from '../delivery.js';
import type {
  DeadFilter,
  DeliveryEngine,
  EngineLimits,
  EngineHost,
  EnqueueOptions,
  Job,
  JobHandler,
  JobReport,
  Step,
  StopOptions,
} from '../engine.js';
import { hasAnswered } from '../attempts/target-health.js';
import { Limiter } from '../attempts/limiter.js';
import { LONGEST_TIMER, type Runtime } from '../runtime.js';
import { ActiveWork } from '../active-work.js';
import { IN_PROCESS_RETRY } from '../retry.js';
import { BoundedMap } from '../../../shared/bounded-map.js';
import { OneByOne } from '../../../shared/promises.js';

interface InProcessOptions extends EngineLimits {
  readonly keepDead: number;
  readonly runtime: Runtime;
}

/** The default engine. It needs no server, and jobs end with the process. */
export class InProcessEngine implements DeliveryEngine {
  readonly defaultRetry = IN_PROCESS_RETRY;
  readonly isDurable = false;
  readonly keepsDead: boolean;
  readonly #limiter: Limiter;
  readonly #backlog: Backlog;
  readonly #runtime: Runtime;
  readonly #dead: DeadJobs;
  readonly #work = new ActiveWork();
  readonly #sequences = new OneByOne<string>();
  #handler: JobHandler | undefined;

  constructor({ runtime, keepDead, ...limits }: InProcessOptions) {
    this.#limiter = new Limiter({
      ...limits,
      now: () => runtime.monotonic(),
      onShorter: () => {
        this.#backlog.look();
      },
    });
    this.#backlog = new Backlog(() => this.#limiter.waiting);
    this.#runtime = runtime;
    this.#dead = new DeadJobs(keepDead);
    this.keepsDead = keepDead > 0;
  }

  start({ handle }: Pick<EngineHost, 'handle'>): void {
    this.#handler = handle;
  }

  room(signal: AbortSignal): Promise<void> | undefined {
    return this.#backlog.room(signal);
  }

  async enqueue(job: Job, { signal }: EnqueueOptions): Promise<JobReport> {
    this.#backlog.hold(job.size ?? 0);
    this.#work.begin();
    try {
      const run = (): Promise<JobReport> => this.#run(job, signal);
      return await (job.sequence === undefined ? run() : this.#sequences.run(job.sequence, run));
    } finally {
      this.#work.end();
      this.#backlog.hold(-(job.size ?? 0));
    }
  }

  redeliver(id: string): Promise<boolean> {
    const dead = this.#dead.take(id);
    if (dead) void this.enqueue({ ...dead.job, notBefore: 0 }, { signal: this.#work.signal });
    return Promise.resolve(dead !== undefined);
  }

  dead(filter: DeadFilter = {}): Promise<readonly StoredDelivery[]> {
    return Promise.resolve(this.#dead.list(filter));
  }

  stop(options?: StopOptions): Promise<void> {
    return this.#work.stop(options);
  }

  async #run(job: Job, signal: AbortSignal): Promise<JobReport> {
    const history: AttemptRecord[] = [];
    const createdAt = this.keepsDead ? this.#runtime.now() : 0;
    const wait = job.notBefore === undefined ? 0 : job.notBefore - this.#runtime.now();
    if (wait > 0) await this.#wait(wait, signal);
    for (let attempt = 1; ; attempt += 1) {
      const step = await this.#step(job, attempt, signal);
      if (step.record) history.push(step.record);
      if (step.kind === 'dead') this.#dead.add({ job, history, createdAt, endedAt: this.#runtime.now() });
      if (step.kind !== 'retry') return { kind: 'ended', end: step, history };
      await this.#wait(step.delay, signal);
    }
  }

  /** Waits without using a slot of the limiter. If the signal is aborted, the next step ends the job. */
  async #wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    let left = milliseconds;
    do {
      await this.#runtime.sleep(Math.min(left, LONGEST_TIMER), signal).catch(() => undefined);
      left -= LONGEST_TIMER;
    } while (left > 0 && !signal.aborted);
  }

  #step(job: Job, attempt: number, signal: AbortSignal): Promise<Step> {
    const handler = this.#handler;
    if (!handler) throw new Error('start() was not called: pass the engine to a Notifier.');
    const attemptOnce = (): Promise<Step> => handler(job, attempt, signal);
    const answered = ({ record }: Step): boolean | undefined =>
      record && !signal.aborted ? hasAnswered(record) : undefined;
    return this.#limiter.run(job.group, signal, attemptOnce, answered).catch((error: unknown) => {
      if (signal.aborted) return attemptOnce();
      throw error;
    });
  }
}

interface DeadJob {
  readonly job: Job;
  readonly history: readonly AttemptRecord[];
  readonly createdAt: number;
  readonly endedAt: number;
}

export const LISTED = 100;

class DeadJobs {
  readonly #jobs: Map<string, DeadJob>;

  constructor(limit: number) {
    this.#jobs = new BoundedMap(limit);
  }

  add(dead: DeadJob): void {
    this.#jobs.set(dead.job.id, dead);
  }

  take(id: string): DeadJob | undefined {
    const dead = this.#jobs.get(id);
    this.#jobs.delete(id);
    return dead;
  }

  list({ endpoint, event, since = -Infinity, limit = LISTED }: DeadFilter): StoredDelivery[] {
    const matches = ({ job, endedAt }: DeadJob): boolean =>
      (endpoint === undefined || job.endpoint === endpoint) &&
      (event === undefined || job.event === event) &&
      endedAt >= since;
    return [...this.#jobs.values()].reverse().filter(matches).slice(0, limit).map(describe);
  }
}

function describe({ job, history, createdAt, endedAt }: DeadJob): StoredDelivery {
  const stored = history.reduce<StoredDelivery['history']>(remember, []);
  const attempts = history.length;
  return { ...describeJob(job), state: 'dead', attempts, history: stored, createdAt, endedAt };
}
