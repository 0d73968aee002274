import { setTimeout as wait } from 'node:timers/promises';
import { type Database, explainFull, isBusy, isFull, BUSY_TIMEOUT, STANDSTILL } from './database.js';

/** Maximum number of writes in one transaction, which blocks the process. */
const BATCH_SIZE = 500;

/**
 * Starts a transaction. SQLite itself waits only for a
 * moment, so that the process can work between two tries.
 */
const BEGIN = `PRAGMA busy_timeout = 2; BEGIN IMMEDIATE; PRAGMA busy_timeout = ${STANDSTILL}`;

const STILL_READ =
  'The message is erased, but another connection reads the file, so the log of SQLite keeps its bytes. End its transaction, and erase the message again.';

interface Write {
  readonly run: () => unknown;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

/** Puts concurrent writes into one transaction, which waits for the disk once. */
export class Writer {
  readonly #waiting: Write[] = [];
  #flushing: Promise<void> | undefined;
  #compacting: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #busySince: number | undefined;
  #isFull = false;

  constructor(
    readonly database: Database,
    private patience = BUSY_TIMEOUT,
  ) {}

  /**
   * Resolves with the result of `run` when it is on the disk. `run` may run again after a rollback.
   *
   * @param delay milliseconds that it may wait for other writes
   */
  write<T>(run: () => T, delay = 0): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ run, resolve: resolve, reject });
      if (delay === 0 || this.#waiting.length >= BATCH_SIZE) this.#flushSoon();
      else
        this.#timer ??= setTimeout(() => {
          this.#flushSoon();
        }, delay);
    });
  }

  get hasWrites(): boolean {
    return this.#waiting.length > 0;
  }

  hurry(): void {
    this.patience = 0;
  }

  /**
   * Writes the file anew and empties its log, so that no deleted byte is left. It blocks the process, and the
   * writes of others, for about 12 ms for each megabyte. Calls of one turn of the event loop share it.
   * @throws if another connection reads or writes for longer than writes wait
   */
  compact(): Promise<void> {
    return (this.#compacting ??= this.#compact());
  }

  async #compact(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#compacting = undefined;
    await this.#whenFree(() => {
      this.database.exec('VACUUM');
    });
    await this.#whenFree(() => {
      const { busy } = this.database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
      if (busy !== 0) throw Object.assign(new Error(STILL_READ), { code: 'SQLITE_BUSY' });
    });
  }

  async idle(): Promise<void> {
    if (this.hasWrites) this.#flushSoon();
    while (this.#flushing) await this.#flushing;
  }

  #flushSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushing ??= this.#flush();
  }

  async #flush(): Promise<void> {
    // Includes the writes of the rest of this turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#waiting.length > 0) {
      const writes = this.#waiting.splice(0, BATCH_SIZE);
      await this.#commit(writes);
    }
    this.#flushing = undefined;
  }

  /**
   * Commits writes together. If one fails, each gets its own
   * transaction. If the file is busy or still full, all fail.
   */
  async #commit(writes: readonly Write[]): Promise<void> {
    const wasFull = this.#isFull;
    try {
      const results = await this.#transact(() => writes.map(({ run }) => run()));
      for (const [index, { resolve }] of writes.entries()) resolve(results[index] as never);
    } catch (error) {
      const isForAll = isBusy(error) || (wasFull && this.#isFull);
      if (writes.length > 1 && !isForAll) for (const write of writes) await this.#commit([write]);
      else for (const { reject } of writes) reject(explainFull(error));
    }
  }

  #transact<T>(run: () => T): Promise<T> {
    return this.#whenFree(() => this.#tryTransact(run));
  }

  /** Tries again while another connection uses the file. */
  async #whenFree<T>(run: () => T): Promise<T> {
    for (let pause = 2; ; pause = Math.min(2 * pause, 50)) {
      try {
        const result = run();
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
    if (this.#isFull) this.#emptyLog();
    this.#begin();
    try {
      const result = run();
      this.database.exec('COMMIT');
      return result;
    } catch (error) {
      try {
        this.database.exec('ROLLBACK');
      } catch {
        // After some errors, such as a full disk, SQLite has already rolled back.
      }
      this.#isFull = isFull(error);
      throw error;
    }
  }

  /**
   * Empties SQLite's log after a full disk, before another write makes it longer. SQLite does so itself only
   * when the log has 4 MB.
   * @throws if the file itself has no room
   */
  #emptyLog(): void {
    this.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    this.#isFull = false;
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
