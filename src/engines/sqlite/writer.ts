import { setTimeout as wait } from 'node:timers/promises';
import { isBusy, PATIENCE } from './busy.js';
import type { Database } from './database.js';

/** How many writes share a transaction at most: while it lasts nothing else in the process has its turn. */
const TOGETHER = 500;

/** How many may wait before no more messages of a large send are built ahead. */
const WAITING = 1_000;

interface Write {
  readonly run: () => unknown;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

/** Writes of one moment share a transaction, and so the wait for the disk. */
export class Writer {
  readonly #waiting: Write[] = [];
  #flushing: Promise<void> | undefined;

  constructor(readonly database: Database) {}

  /** Resolves with what `run` gives when that is on the disk. Run again after a rollback, it must give the same. */
  write<T>(run: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ run, resolve: resolve, reject });
      this.#flushing ??= this.#flush();
    });
  }

  /** To be awaited before another message is built: a promise while many wait. */
  room(): Promise<void> | undefined {
    return this.#waiting.length < WAITING ? undefined : this.#flushing;
  }

  /** Resolves when nothing is left to write. */
  async idle(): Promise<void> {
    while (this.#flushing) await this.#flushing;
  }

  async #flush(): Promise<void> {
    // What the rest of this turn of the event loop has to write comes along.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const writes = this.#waiting.splice(0, TOGETHER);
      await this.#commit(writes);
    }
    this.#flushing = undefined;
  }

  /** If one of them fails, each has a transaction of its own. */
  async #commit(writes: readonly Write[]): Promise<void> {
    try {
      const results = await this.#transact(() => writes.map(({ run }) => run()));
      for (const [index, { resolve }] of writes.entries()) resolve(results[index] as never);
    } catch (error) {
      const [only] = writes;
      if (writes.length > 1) for (const write of writes) await this.#commit([write]);
      else only?.reject(error);
    }
  }

  async #transact<T>(run: () => T): Promise<T> {
    const began = Date.now();
    for (let pause = 2; ; pause = Math.min(2 * pause, 50)) {
      try {
        return this.#tryTransact(run);
      } catch (error) {
        if (!isBusy(error) || Date.now() - began > PATIENCE) throw error;
        await wait(pause);
      }
    }
  }

  #tryTransact<T>(run: () => T): T {
    this.database.exec('BEGIN IMMEDIATE');
    try {
      const result = run();
      this.database.exec('COMMIT');
      return result;
    } catch (error) {
      try {
        this.database.exec('ROLLBACK');
      } catch {
        // After a full disk and the like SQLite has done so itself.
      }
      throw error;
    }
  }
}
