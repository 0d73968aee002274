import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Step, StopOptions } from '../../notifier/engine.js';
import { hasAnswered } from '../../notifier/attempts/target-health.js';
import { unpackJob } from '../../notifier/queue/pack-job.js';
import { remember, type StoredAttempt } from '../../notifier/queue/stored-delivery.js';
import { ActiveWork } from '../../notifier/attempts/active-work.js';
import { isDamage } from './database.js';
import { type Claimed, Claims, type WorkerContext } from './claims.js';
import type { Settled, Taken } from './store.js';
import { Warner, warnOfClock } from '../shared/store-errors.js';

/** Milliseconds between two deletions of old deliveries. */
const TIDY_INTERVAL = 60_000;

export class Worker {
  readonly #id = randomUUID();
  readonly #claims: Claims;
  readonly #warner: Warner;
  readonly #work = new ActiveWork();
  /**
   * Ids of attempts whose leases are extended. If the row of a job is damaged, so that its end can never be stored, the
   * id is removed, and the job becomes due again.
   */
  readonly #attempted = new Set<string>();
  /** Stores results that the file had no room for. This happens before the next claim, or they would be made again. */
  readonly #unsettled: (() => Promise<void>)[] = [];
  #isStopped = false;
  #looking: Promise<void> | undefined;
  #hasNews = false;
  #timer: NodeJS.Timeout | undefined;
  readonly #intervals: NodeJS.Timeout[];

  constructor(readonly context: WorkerContext) {
    const { host, options } = context;
    this.#warner = new Warner(host);
    this.#claims = new Claims(context, this.#id, (what) => {
      const message = `The file cannot be read in places: ${what.join(', ')}. Check it with PRAGMA integrity_check.`;
      host.warn({ code: 'sqlite-unreadable', message });
    });
    this.#intervals = [
      setInterval(() => {
        this.#checkFile();
        void this.#extendLeases();
      }, options.lease / 3),
      setInterval(() => void this.#tidy(), TIDY_INTERVAL),
    ];
    this.wake();
    void this.#extendLeases();
    void this.#tidy();
  }

  wake(): void {
    this.#hasNews = true;
    this.#looking ??= this.#look();
  }

  async stop(options?: StopOptions): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
    await this.#work.stop(options);
    await this.#settleAgain();
    for (const interval of this.#intervals) clearInterval(interval);
  }

  async #look(): Promise<void> {
    for (;;) {
      // Collects what happens in this turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
      if (!this.#hasNews || this.#isStopped) break;
      this.#hasNews = false;
      clearTimeout(this.#timer);
      void this.#settleAgain();
      try {
        const claimed = await this.#claims.take();
        for (const one of claimed) void this.#attempt(one);
      } catch (error) {
        this.#warner.warn('sqlite-claim', 'Nothing could be taken from the file', error);
      }
    }
    this.#looking = undefined;
    if (!this.#isStopped) this.#sleep();
  }

  #sleep(): void {
    const now = Date.now();
    const { pollInterval } = this.context.options;
    const wait = this.#ask(() => (this.context.store.groups.nextDue(now) ?? Infinity) - now, pollInterval);
    this.#timer = setTimeout(
      () => {
        this.wake();
      },
      Math.max(1, Math.min(wait, pollInterval)),
    );
  }

  async #attempt({ taken, place }: Claimed): Promise<void> {
    this.#work.begin();
    this.#attempted.add(taken.id);
    const { signal } = this.#work;
    const step = await this.#handle(taken, signal);
    place.end(step.record && !signal.aborted ? hasAnswered(step.record) : undefined);
    this.wake(); // takes the next delivery in the transaction that stores this end
    await this.#settle(taken, settledOf(step, taken));
    this.#work.end();
  }

  async #handle(taken: Taken, signal: AbortSignal): Promise<Step> {
    try {
      return await this.context.host.handle(unpackJob(taken.job), taken.attempts + 1, signal);
    } catch (error) {
      // Unexpected: neither the text nor the handler should throw. Other deliveries continue.
      this.#warner.warn('sqlite-job', `The delivery ${taken.id} cannot be attempted`, error);
      return { kind: 'dead', outcome: 'dead', error: error as Error };
    }
  }

  async #settle(taken: Taken, settled: Settled): Promise<void> {
    const { store, writer } = this.context;
    try {
      await writer.write(() => {
        store.settle(taken, settled, this.#id, Date.now());
      });
      this.#attempted.delete(taken.id);
      this.wake();
    } catch (error) {
      if (isDamage(error)) this.#attempted.delete(taken.id);
      else this.#unsettled.push(() => this.#settle(taken, settled));
      const what = `The end of ${taken.id} could not be stored; it is tried again`;
      this.#warner.warn('sqlite-settle', what, error);
    }
  }

  async #settleAgain(): Promise<void> {
    await Promise.all(this.#unsettled.splice(0).map((settle) => settle()));
  }

  /** Reports a deleted file, which SQLite can use as long as the process has it open. */
  #checkFile(): void {
    const { file } = this.context.options;
    if (!existsSync(file))
      this.#warner.warn(
        'sqlite-deleted',
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
        store.extendLeases(this.#id, [...this.#attempted], now + options.lease);
        return putBack;
      });
      if (late > 0) warnOfClock(host, late);
    } catch (error) {
      this.#warner.warn('sqlite-lease', 'Leases could not be extended; deliveries may be made twice', error);
    }
  }

  async #tidy(): Promise<void> {
    const { store, writer, options } = this.context;
    const forget = (states: readonly string[], retention: number): Promise<number> =>
      writer.write(() => (retention === Infinity ? 0 : store.forget(states, Date.now() - retention)));
    try {
      while ((await forget(['sent', 'gone', 'failed'], options.retention)) > 0 && !this.#isStopped);
      while ((await forget(['dead'], options.deadRetention)) > 0 && !this.#isStopped);
      await writer.write(() => {
        store.groups.forgetTurns(Date.now());
      });
    } catch (error) {
      this.#warner.warn('sqlite-tidy', 'Old deliveries could not be deleted', error);
    }
  }

  #ask<T>(ask: () => T, fallback: T): T {
    try {
      return ask();
    } catch {
      return fallback; // another connection has locked the file; the next look reports it if that lasts
    }
  }
}

/** Returns the history, or an empty one if it is unreadable, since the result of the attempt must still be stored. */
function historyOf({ history }: Taken): StoredAttempt[] {
  try {
    return JSON.parse(history) as StoredAttempt[];
  } catch {
    return [];
  }
}

function settledOf(step: Step, taken: Taken): Settled {
  const history = remember(historyOf(taken), step.record);
  const isCounted = step.record !== undefined;
  if (step.kind === 'retry') return { state: 'waiting', due: step.at, isCounted, history };
  return { state: step.outcome, due: null, isCounted, history };
}
