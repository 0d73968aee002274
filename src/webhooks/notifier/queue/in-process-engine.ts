import { Backlog } from './backlog.js';
import type { AttemptRecord } from '../delivery.js';
import type {
  DeadFilter,
  DeliveryEngine,
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
import { IN_PROCESS_RETRY } from '../retry.js';
import { describeJob, remember, type StoredDelivery } from './stored-delivery.js';
import { UnderWay } from '../attempts/active-work.js';
import { BoundedMap } from '../../../shared/bounded-map.js';

interface InProcessOptions {
  readonly concurrency: number;
  readonly concurrencyPerTarget: number;
  readonly concurrencyUnanswered: number;
  readonly keepDead: number;
  readonly sleep: Runtime['sleep'];
  readonly now: Runtime['now'];
  readonly monotonic: Runtime['monotonic'];
}

/** The default engine: without a server, and without memory beyond the process. */
export class InProcessEngine implements DeliveryEngine {
  readonly defaultRetry = IN_PROCESS_RETRY;
  readonly isDurable = false;
  readonly keepsDead: boolean;
  readonly #limiter: Limiter;
  readonly #backlog: Backlog;
  readonly #sleep: Runtime['sleep'];
  readonly #now: Runtime['now'];
  readonly #dead: DeadJobs;
  readonly #underWay = new UnderWay();
  /** The last job of each sequence. */
  readonly #sequences = new Map<string, Promise<void>>();
  #handler: JobHandler | undefined;

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
    this.#dead = new DeadJobs(options.keepDead);
    this.keepsDead = options.keepDead > 0;
  }

  start({ handle }: Pick<EngineHost, 'handle'>): void {
    this.#handler = handle;
  }

  room(signal: AbortSignal): Promise<void> | undefined {
    return this.#backlog.room(signal);
  }

  async enqueue(job: Job, { signal }: EnqueueOptions): Promise<JobReport> {
    this.#backlog.hold(job.size ?? 0);
    this.#underWay.begin();
    try {
      return await this.#inSequence(job, () => this.#run(job, signal));
    } finally {
      this.#underWay.end();
      this.#backlog.hold(-(job.size ?? 0));
    }
  }

  redeliver(id: string): Promise<boolean> {
    const dead = this.#dead.take(id);
    if (dead) void this.enqueue({ ...dead.job, notBefore: 0 }, { signal: this.#underWay.signal });
    return Promise.resolve(dead !== undefined);
  }

  dead(filter: DeadFilter = {}): Promise<readonly StoredDelivery[]> {
    return Promise.resolve(this.#dead.list(filter));
  }

  stop(options?: StopOptions): Promise<void> {
    return this.#underWay.stop(options);
  }

  #inSequence<T>({ sequence }: Job, run: () => Promise<T>): Promise<T> {
    if (sequence === undefined) return run();
    const before = this.#sequences.get(sequence);
    const own = before ? before.then(run) : run();
    const end = own.then(ignore, ignore);
    this.#sequences.set(sequence, end);
    void end.then(() => {
      if (this.#sequences.get(sequence) === end) this.#sequences.delete(sequence);
    });
    return own;
  }

  async #run(job: Job, signal: AbortSignal): Promise<JobReport> {
    const history: AttemptRecord[] = [];
    const createdAt = this.keepsDead ? this.#now() : 0;
    const wait = job.notBefore === undefined ? 0 : job.notBefore - this.#now();
    if (wait > 0) await this.#wait(wait, signal);
    for (let attempt = 1; ; attempt += 1) {
      const step = await this.#step(job, attempt, signal);
      if (step.record) history.push(step.record);
      if (step.kind === 'dead') this.#dead.add({ job, history, createdAt, endedAt: this.#now() });
      if (step.kind !== 'retry') return { kind: 'ended', end: step, history };
      await this.#wait(step.delay, signal);
    }
  }

  /** Waits without a place. If the signal fires, the next step ends the job. */
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

function ignore(): void {
  // Its own promise tells.
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
