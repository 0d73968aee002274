import { BoundedMap } from '../../shared/bounded-map.js';
import type { AttemptRecord } from './delivery.js';
import type { DeadFilter, Job } from './engine.js';
import { describeJob, remember, type StoredDelivery } from './stored.js';

/** A job that was given up for good. */
export interface DeadJob {
  readonly job: Job;
  readonly history: readonly AttemptRecord[];
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Milliseconds since the epoch. */
  readonly endedAt: number;
}

/** How many are listed unless the filter says otherwise. */
export const LISTED = 100;

/** The last so many dead jobs of this process. */
export class DeadJobs {
  readonly #jobs: Map<string, DeadJob>;

  constructor(limit: number) {
    this.#jobs = new BoundedMap(limit);
  }

  add(dead: DeadJob): void {
    this.#jobs.set(dead.job.id, dead);
  }

  /** Takes one out. */
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
