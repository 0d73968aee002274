import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { addRecord, type StoredAttempt } from '../../notifier/delivery.js';
import { isDamage } from './database.js';
import { type Claimed, Claims, type WorkerContext } from './claims.js';
import type { Settled, Taken } from './store.js';
import type { Retry, StopOptions } from '../../notifier/engine.js';
import type { StoredStep } from '../shared/cancellations.js';
import { PollingWorker } from '../shared/polling-worker.js';
import { Warner, warnOfClock, warnOfTrim } from '../shared/store-errors.js';

/** Milliseconds between two deletions of old deliveries. */
const TIDY_INTERVAL = 60_000;

/**
 * Milliseconds that the end of a delivery waits for other
 * writes. If the process ends meanwhile, it is sent again.
 */
const SETTLE_DELAY = 25;

export class Worker extends PollingWorker {
  readonly #id = randomUUID();
  readonly #claims: Claims;
  /**
   * Ids of deliveries whose leases are extended. If the row of a job is damaged, so that its end can never be
   * stored, the id is removed, and the job becomes due again.
   */
  readonly #held = new Set<string>();
  /**
   * Functions that store the results for which the file was full. They run before the next claim, which would
   * repeat the attempts.
   */
  readonly #unsettled: (() => Promise<void>)[] = [];

  constructor(readonly context: WorkerContext) {
    const { host, options, cancellations } = context;
    super(host, new Warner(host), 'sqlite', cancellations);
    this.#claims = new Claims(context, this.#id, (what) => {
      const message = `The file cannot be read in places: ${what.join(', ')}. Check it with PRAGMA integrity_check.`;
      host.warn({ code: 'sqlite-unreadable', message });
    });
    this.every(options.lease / 3, () => {
      this.#checkFile();
      return this.#extendLeases();
    });
    this.every(TIDY_INTERVAL, () => this.#tidy());
    this.wake();
    void this.#extendLeases();
    void this.#tidy();
  }

  protected override async look(): Promise<void> {
    void this.#settleAgain();
    try {
      for (const one of await this.#claims.take()) void this.#make(one);
    } catch (error) {
      this.warn('claim', 'Nothing could be taken from the file', error);
    }
  }

  protected override pause(): number {
    const { store, options } = this.context;
    const now = Date.now();
    try {
      return Math.min((store.groups.nextDue(now) ?? Infinity) - now, options.pollInterval);
    } catch {
      return options.pollInterval; // another connection has locked the file; the next look reports it if that lasts
    }
  }

  protected override release(): Promise<void> {
    return this.#settleAgain();
  }

  override async stop(options?: StopOptions): Promise<void> {
    this.#claims.stop();
    await super.stop(options);
  }

  async #make({ taken, run }: Claimed): Promise<void> {
    this.active.begin();
    this.#held.add(taken.id);
    const step = await run?.(() => this.attempt(taken.id, taken.job, taken.attempts + 1));
    // Takes the next deliveries in the transaction that stores this end.
    if (this.#claims.isShortOf(taken.origin)) this.wake();
    await this.#settle(taken, settledOf(step ?? later(), taken));
    this.active.end();
  }

  async #settle(taken: Taken, settled: Settled): Promise<void> {
    const { store, writer, options } = this.context;
    const { sequence } = taken;
    // True if another delivery may be due as soon as this is stored.
    const hasNext =
      settled.state === 'waiting' || sequence !== null || options.concurrencyPerOrigin !== Infinity;
    try {
      await writer.write(
        () => {
          store.settle(taken, settled, this.#id, Date.now());
        },
        hasNext ? 0 : SETTLE_DELAY,
      );
      this.#held.delete(taken.id);
      if (hasNext) this.wake();
    } catch (error) {
      if (isDamage(error)) this.#held.delete(taken.id);
      else this.#unsettled.push(() => this.#settle(taken, settled));
      const what = `The end of ${taken.id} could not be stored; it is tried again`;
      this.warn('settle', what, error);
    }
  }

  async #settleAgain(): Promise<void> {
    await Promise.all(this.#unsettled.splice(0).map((settle) => settle()));
  }

  /** Reports a deleted file, which SQLite can use as long as the process has it open. */
  #checkFile(): void {
    const { file } = this.context.options;
    if (!existsSync(file))
      this.warn(
        'deleted',
        `The file ${file} was deleted: what is queued is lost when the process ends`,
        new Error('there is no such file'),
      );
  }

  async #extendLeases(): Promise<void> {
    const { store, writer, options, host } = this.context;
    try {
      const late = await writer.write(() => {
        const now = Date.now();
        const putBack = store.groups.mendClock(now);
        store.extendLeases(this.#id, [...this.#held], now + options.lease);
        return putBack;
      });
      if (late > 0) warnOfClock(host, late);
    } catch (error) {
      this.warn('lease', 'Leases could not be extended; deliveries may be made twice', error);
    }
  }

  async #trimPaused(): Promise<void> {
    const { store, writer, options, host } = this.context;
    if (options.keepPaused === Infinity) return;
    let count = 0;
    for (let deleted = 1; deleted > 0 && !this.isStopped; count += deleted)
      deleted = await writer.write(() => store.trimPaused(options.keepPaused));
    if (count > 0) warnOfTrim(host, count);
  }

  async #tidy(): Promise<void> {
    const { store, writer, options } = this.context;
    const forget = (states: readonly string[], retention: number): Promise<number> =>
      writer.write(() => (retention === Infinity ? 0 : store.forget(states, Date.now() - retention)));
    try {
      while (
        (await forget(['sent', 'gone', 'failed', 'paused', 'cancelled'], options.retention)) > 0 &&
        !this.isStopped
      );
      while ((await forget(['dead'], options.deadRetention)) > 0 && !this.isStopped);
      await this.#trimPaused();
      await writer.write(() => {
        store.groups.forgetTurns(Date.now());
        store.forgetMarks();
      });
    } catch (error) {
      this.warn('tidy', 'Old deliveries could not be deleted', error);
    }
  }
}

/**
 * Returns the history, or an empty one if it is unreadable,
 * since the result of the attempt must still be stored.
 */
function historyOf({ history }: Taken): StoredAttempt[] {
  try {
    return JSON.parse(history) as StoredAttempt[];
  } catch {
    return [];
  }
}

function settledOf(step: StoredStep, taken: Taken): Settled {
  const history = addRecord(historyOf(taken), step.record);
  const isCounted = step.record !== undefined;
  if (step.kind === 'retry') return { state: 'waiting', due: step.at, isCounted, history };
  return { state: step.outcome, due: null, isCounted, history };
}

/** Gives a delivery back without an attempt. */
function later(): Retry {
  return { kind: 'retry', at: Date.now(), delay: 0 };
}
