import type { JobData, JobResult } from '../shared/job-data.js';

export interface HeldRow {
  readonly id: string;
  /** Name of its queue. */
  readonly name: string;
  /** Number of the claim. pg-boss ignores a worker whose claim is not the latest. */
  readonly retryCount: number;
}

/** How a claim ends. */
export interface Settlement {
  readonly row: HeldRow;
  readonly state: 'completed' | 'retry' | 'cancelled' | 'failed';
  /** Seconds until the next claim. */
  readonly wait?: number;
  /** New members of the data, or the whole data with `about`. */
  readonly data?: Partial<JobData>;
  readonly output?: JobResult;
}

interface Waiting {
  readonly settlement: Settlement;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Maximum number of claims that one statement ends. */
const BATCH_SIZE = 100;

/** Ends claims in batches: while one is stored, the next ones gather. */
export class Settlements {
  readonly #waiting = new Map<string, Waiting[]>();
  /** Ids of the rows that a statement of this class changes at the moment. */
  readonly #storing = new Set<string>();
  #extending: Promise<void> | undefined;

  constructor(private readonly store: (queue: string, settlements: readonly Settlement[]) => Promise<void>) {}

  /** Resolves when the end of the claim is stored. */
  add(settlement: Settlement): Promise<void> {
    const queue = settlement.row.name;
    return new Promise((resolve, reject) => {
      const waiting = this.#waiting.get(queue);
      const result = { settlement, resolve, reject };
      if (waiting) waiting.push(result);
      else {
        this.#waiting.set(queue, [result]);
        void this.#storeAll(queue);
      }
    });
  }

  /**
   * Extends the leases of rows whose ends are not being stored, and stores no ends meanwhile. Two statements
   * about the same rows would lock them in different orders, and PostgreSQL would end one after a second.
   */
  async extendLeases<R extends HeldRow>(
    rows: readonly R[],
    extend: (rows: R[]) => Promise<unknown>,
  ): Promise<void> {
    const claimed = rows.filter(({ id }) => !this.#storing.has(id));
    if (claimed.length === 0) return;
    const extending = extend(claimed);
    this.#extending = extending.then(
      () => undefined,
      () => undefined,
    );
    await extending;
  }

  async #storeAll(queue: string): Promise<void> {
    // Includes the results of the rest of this turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    const waiting = this.#waiting.get(queue) ?? [];
    while (waiting.length > 0) await this.#storeBatch(queue, waiting.splice(0, BATCH_SIZE));
    this.#waiting.delete(queue);
  }

  /**
   * A row that the database rejects must not hold up the
   * others, so the halves of a rejected batch are tried again.
   */
  async #storeBatch(queue: string, batch: readonly Waiting[]): Promise<void> {
    await this.#extending;
    const settlements = batch.map(({ settlement }) => settlement);
    for (const { row } of settlements) this.#storing.add(row.id);
    try {
      await this.store(queue, settlements);
      for (const { resolve } of batch) resolve();
    } catch (error) {
      const half = isRejection(error) ? Math.floor(batch.length / 2) : 0;
      if (half === 0) for (const { reject } of batch) reject(error);
      else for (const part of [batch.slice(0, half), batch.slice(half)]) await this.#storeBatch(queue, part);
    } finally {
      for (const { row } of settlements) this.#storing.delete(row.id);
    }
  }
}

/** SQLSTATE classes of a lost connection, of a lack of resources, and of a server that ends or has failed. */
const OF_ALL_ROWS = /^(08|53|57|58)/;

/** Returns whether the database rejected the statement, perhaps because of one row. */
function isRejection(error: unknown): boolean {
  const { code, severity } = (error ?? {}) as { readonly code?: unknown; readonly severity?: unknown };
  // Errors of a connection have no severity.
  return typeof code === 'string' && severity !== undefined && !OF_ALL_ROWS.test(code);
}
