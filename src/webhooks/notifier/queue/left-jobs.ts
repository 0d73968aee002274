/** Milliseconds until another process has the first chance. */
const MIN_WAIT = 250;

/** Maximum milliseconds between two looks at one job. */
const MAX_WAIT = 300_000;

/** Part of the time since the first look that passes until the next one. */
const GROWTH = 0.25;

const MAX_JOBS = 10_000;

/**
 * Milliseconds after which a job is forgotten if there are too many: mostly another process has attempted it.
 */
const MEMORY = 3_600_000;

/**
 * Stored jobs that this process cannot attempt, but another one can, for example during a rolling deploy:
 * jobs of a later format or of an unknown channel. The longer a job has waited, the longer is its next wait.
 * So it soon reaches the other process, and jobs that no process can attempt cost little.
 */
export class LeftJobs {
  readonly #since = new Map<string, number>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Returns the milliseconds after which the job is due again. */
  waitOf(id: string): number {
    const now = this.now();
    const since = this.#since.get(id);
    if (since !== undefined) return Math.min(Math.max(MIN_WAIT, GROWTH * (now - since)), MAX_WAIT);
    if (this.#since.size >= MAX_JOBS) this.#forget(now - MEMORY);
    if (this.#since.size >= MAX_JOBS) return MAX_WAIT;
    this.#since.set(id, now);
    return MIN_WAIT;
  }

  #forget(before: number): void {
    for (const [id, since] of this.#since) {
      if (since >= before) return; // the rest is newer
      this.#since.delete(id);
    }
  }
}
