import { Backlog } from '../backlog.js';
import { type AttemptRecord, describeJob, addRecord, type StoredDelivery } from '../delivery.js';
import { checkFilter, type CheckedFilter, type DeadFilter, isSelected } from '../delivery-filter.js';
import type {
  DeliveryEngine,
  EngineLimits,
  EngineHost,
  EnqueueOptions,
  Job,
  JobReport,
  StopOptions,
} from '../engine.js';
import { Limiter } from '../attempts/limiter.js';
import type { Runtime } from '../runtime.js';
import { ActiveWork } from '../active-work.js';
import { IN_PROCESS_RETRY } from '../retry.js';
import { BoundedMap } from '../../../shared/bounded-map.js';
import { OneByOne } from '../../../shared/promises.js';
import { unwatchExit, watchExit } from './exit-warning.js';
import { run, type RunContext } from './run.js';

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
  #context: RunContext | undefined;

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
    this.#context = {
      limiter: this.#limiter,
      runtime: this.#runtime,
      handle,
      onEnd: (job, report) => {
        this.#end(job);
        if (report?.end.kind !== 'dead') return;
        const endedAt = this.#runtime.now();
        this.#dead.add({ job, history: report.history, endedAt });
      },
    };
  }

  room(signal: AbortSignal): Promise<void> | undefined {
    return this.#backlog.room(signal);
  }

  enqueue(job: Job, { signal }: EnqueueOptions): Promise<JobReport> {
    if (!this.#context) throw new Error('start() was not called: pass the engine to a Notifier.');
    this.#backlog.hold(job.size ?? 0);
    this.#work.begin();
    if (this.#work.count === 1) watchExit(this.#work);
    const context = this.#context;
    return job.sequence === undefined
      ? run(context, job, signal)
      : this.#sequences.run(job.sequence, () => run(context, job, signal));
  }

  redeliver(id: string): Promise<boolean> {
    const dead = this.#dead.take(id);
    if (dead) void this.enqueue({ ...dead.job, notBefore: 0 }, { signal: this.#work.signal });
    return Promise.resolve(dead !== undefined);
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- a wrong filter rejects
  async dead(filter: DeadFilter = {}): Promise<readonly StoredDelivery[]> {
    return this.#dead.list(checkFilter('The engine in process', 'dead', filter));
  }

  stop(options?: StopOptions): Promise<void> {
    return this.#work.stop(options);
  }

  #end({ size = 0 }: Job): void {
    this.#work.end();
    if (this.#work.isIdle) unwatchExit(this.#work);
    this.#backlog.hold(-size);
  }
}

interface DeadJob {
  readonly job: Job;
  readonly history: readonly AttemptRecord[];
  /** Time of the end, in milliseconds since the epoch. */
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

  list(filter: CheckedFilter): StoredDelivery[] {
    const all = [...this.#jobs.values()].reverse().map(describe);
    return all.filter((delivery) => isSelected(delivery, filter)).slice(0, filter.limit ?? LISTED);
  }
}

function describe({ job, history, endedAt }: DeadJob): StoredDelivery {
  const stored = history.reduce<StoredDelivery['history']>(addRecord, []);
  const attempts = history.length;
  const { createdAt = endedAt } = job;
  return { ...describeJob(job), state: 'dead', attempts, history: stored, createdAt, endedAt };
}
