import type { JobResult } from '../shared/job-data.js';

export interface HeldRow {
  readonly id: string;
  /** Name of its queue. */
  readonly name: string;
  /** Number of the claim. pg-boss ignores a worker whose claim is not the latest. */
  readonly retryCount: number;
}

export interface Ended {
  readonly row: HeldRow;
  readonly result: JobResult;
}

interface Waiting extends Ended {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Maximum number of rows that one transaction completes. */
const BATCH_SIZE = 100;

/** Completes rows in batches: while one is stored, the next ones gather. */
export class Settlements {
  readonly #waiting = new Map<string, Waiting[]>();

  constructor(private readonly complete: (queue: string, ended: readonly Ended[]) => Promise<void>) {}

  /** Resolves when the result is stored. */
  add(row: HeldRow, result: JobResult): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(row.name);
      const settlement = { row, result, resolve, reject };
      if (waiting) waiting.push(settlement);
      else {
        this.#waiting.set(row.name, [settlement]);
        void this.#settle(row.name);
      }
    });
  }

  async #settle(queue: string): Promise<void> {
    // Includes the results of the rest of this turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    const waiting = this.#waiting.get(queue) ?? [];
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH_SIZE);
      try {
        await this.complete(queue, batch);
        for (const { resolve } of batch) resolve();
      } catch {
        // A row that the database rejects must not hold up the others.
        for (const one of batch) await this.complete(queue, [one]).then(one.resolve, one.reject);
      }
    }
    this.#waiting.delete(queue);
  }
}
