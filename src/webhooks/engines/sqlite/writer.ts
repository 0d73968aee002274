import { setTimeout as wait } from 'node:timers/promises';
import { type Database, isBusy, PATIENCE, STANDSTILL } from './database.js';

/** How many writes share a transaction at most: while it lasts nothing else in the process has its turn. */
const TOGETHER = 500;

/** How many may wait before no more messages of a large send are built ahead. */
const WAITING = 1_000;

/** Who has the file may have it for long, so SQLite waits for a moment only: the pauses between two tries are the process's. */
const BEGIN = `PRAGMA busy_timeout = 2; BEGIN IMMEDIATE; PRAGMA busy_timeout = ${STANDSTILL}`;

interface Write {
  readonly run: () => unknown;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

/** Writes of one moment share a transaction, and so the wait for the disk. */
export class Writer {
  readonly #waiting: Write[] = [];
  #flushing: Promise<void> | undefined;

  /** Since when others have had the file. */
  #busySince: number | undefined;

  constructor(
    readonly database: Database,
    private patience = PATIENCE,
  ) {}

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

  /** Waits no longer for others. */
  hurry(): void {
    this.patience = 0;
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

  /** If one of them fails, each has a transaction of its own; if the file was not to be had, all fail. */
  async #commit(writes: readonly Write[]): Promise<void> {
    try {
      const results = await this.#transact(() => writes.map(({ run }) => run()));
      for (const [index, { resolve }] of writes.entries()) resolve(results[index] as never);
    } catch (error) {
      if (writes.length > 1 && !isBusy(error)) for (const write of writes) await this.#commit([write]);
      else for (const { reject } of writes) reject(error);
    }
  }

  /** Of what comes while the file has been another's for too long, each is tried once. */
  async #transact<T>(run: () => T): Promise<T> {
    for (let pause = 2; ; pause = Math.min(2 * pause, 50)) {
      try {
        const result = this.#tryTransact(run);
        this.#busySince = undefined;
        return result;
      } catch (error) {
        if (!isBusy(error)) throw error;
        const now = performance.now();
        this.#busySince ??= now;
        if (now - this.#busySince >= this.patience) throw error;
        await wait(pause);
      }
    }
  }

  #tryTransact<T>(run: () => T): T {
    this.#begin();
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
  #begin(): void {
    try {
      this.database.exec(BEGIN);
    } catch (error) {
      this.database.exec(`PRAGMA busy_timeout = ${STANDSTILL}`);
      throw error;
    }
  }
}
