import { messageOf } from '../../../shared/errors.js';
import type { Writable } from '../../../shared/types.js';
import type { Limiter } from '../../notifier/attempts/limiter.js';
import type { Place } from '../../notifier/attempts/target-queue.js';
import { type Ahead, openLimiter, Prefetch, type Run, runIn } from '../shared/attempts.js';
import { isDamage } from './database.js';
import type { Cancellations } from '../shared/cancellations.js';
import { TOLERANCE } from '../shared/engine-options.js';
import type { DueGroup } from './groups.js';
import type { Store, Taken } from './store.js';
import type { EngineHost } from '../../notifier/engine.js';
import type { ResolvedSqliteOptions } from './sqlite-options.js';
import type { Writer } from './writer.js';

const PAGE = 500;

/** Milliseconds without claims from an origin after one of its rows was unreadable. */
const UNREADABLE = 60_000;

/**
 * Deliveries of an origin, and in all, that are taken before
 * there is a place for them, so that many share a transaction.
 */
const MAX_AHEAD = { perOrigin: 128, total: 512 } as const;

/** An origin has deliveries taken again as soon as so few of them wait. */
const REFILL_LEVEL = MAX_AHEAD.perOrigin / 2;

export interface Claimed {
  readonly taken: Taken;
  /** Undefined if the delivery must be given back. */
  readonly run: Run | undefined;
}

interface Row {
  readonly taken: Taken;
  /** Undefined if the delivery has to wait for one. */
  readonly place: Place | undefined;
}

class DamageError extends Error {
  constructor(
    readonly origin: string,
    /** The row, or undefined if an index is damaged. */
    readonly seq: number | undefined,
    override readonly cause: unknown,
  ) {
    super();
  }
}

export class Claims {
  readonly #limiter: Limiter;
  readonly #prefetch: Prefetch;
  readonly #unreadable = new Map<string, number>();
  /** True if the last look ended early, since there was no place for any origin. */
  #isShort = false;

  constructor(
    readonly context: WorkerContext,
    readonly worker: string,
    readonly onUnreadable: (what: readonly string[]) => void,
  ) {
    const { host, options } = context;
    const { limits, runtime } = host;
    const concurrencyPerTarget = Math.min(limits.concurrencyPerTarget, options.concurrencyPerOrigin);
    this.#limiter = openLimiter({ limits: { ...limits, concurrencyPerTarget }, runtime });
    this.#prefetch = new Prefetch(this.#limiter, MAX_AHEAD);
  }

  stop(): void {
    this.#limiter.stop();
  }

  /** Returns whether the end of an attempt at this origin is a reason to look for more deliveries. */
  isShortOf(origin: string): boolean {
    if (this.#isShort) return true;
    return this.#limiter.waiting <= MAX_AHEAD.total / 2 && this.#limiter.waitingFor(origin) <= REFILL_LEVEL;
  }

  async take(): Promise<readonly Claimed[]> {
    const { store, writer } = this.context;
    const now = Date.now();
    this.#isShort = this.#limiter.isFull;
    if (this.#isShort || store.db.isPaused) return [];
    // Waiting writes may make deliveries due, and they share the transaction.
    if (!writer.hasWrites && store.groups.due(now, undefined, 1).length === 0) return [];
    const claimed: Row[] = [];
    const unreadable: string[] = [];
    const giveBack = (): void => {
      for (const { place } of claimed.splice(0)) place?.end();
    };
    for (let isDone = false; !isDone;) {
      try {
        await writer.write(() => {
          giveBack(); // the claims of a transaction that was rolled back
          this.#claimDue(claimed, now);
        });
        isDone = true;
      } catch (error) {
        giveBack();
        if (!(error instanceof DamageError)) throw error;
        unreadable.push(await this.#setAside(error, now));
      }
    }
    if (unreadable.length > 0) this.onUnreadable(unreadable);
    return claimed.map(({ taken, place }) => ({
      taken,
      run: place ? runIn(place) : this.#prefetch.acquirePlace(taken.origin, taken.job.length),
    }));
  }

  /**
   * Sets unreadable rows aside. It uses a new transaction,
   * since SQLite rejects all writes in one after such an error.
   */
  async #setAside({ origin, seq, cause }: DamageError, now: number): Promise<string> {
    const { store, writer } = this.context;
    const reason = messageOf(cause);
    if (seq === undefined) {
      this.#unreadable.set(origin, now + UNREADABLE);
      return `deliveries to ${origin} wait (${reason})`;
    }
    const id = await writer.write(() => store.setAside(seq, origin, now));
    return `${id} to ${origin} is set aside (${reason})`;
  }

  #claimDue(claimed: Row[], now: number): void {
    const ahead = { perOrigin: 0, total: 0, bytes: 0 };
    let last: DueGroup | undefined;
    for (;;) {
      const groups = this.context.store.groups.due(now, last, PAGE);
      for (const { origin } of groups) {
        if ((this.#unreadable.get(origin) ?? 0) <= now) this.#claimGroup(origin, claimed, ahead, now);
        this.#isShort = this.#limiter.isFull;
        if (this.#isShort) return;
      }
      if (groups.length < PAGE) return;
      last = groups.at(-1);
    }
  }

  /** @param ahead counts those of this look that have to wait */
  #claimGroup(origin: string, claimed: Row[], ahead: Writable<Required<Ahead>>, now: number): void {
    const { store } = this.context;
    ahead.perOrigin = 0;
    for (let count = 0; ; count += 1) {
      const place = this.#limiter.take(origin);
      const canRun = place ?? this.#mayWait(origin, ahead);
      const [until, taken] = canRun ? this.#takeFor(place, origin, now) : [];
      if (taken) {
        claimed.push({ taken, place });
        if (!place) {
          ahead.perOrigin += 1;
          ahead.total += 1;
          ahead.bytes += taken.job.length;
        }
        this.#noteTurn(origin, now);
        continue;
      }
      place?.end();
      if (canRun || count > 0) store.groups.settle(origin);
      if (until !== undefined && until > now) store.groups.putOff(origin, until);
      return;
    }
  }

  /** With limits across processes, a delivery that waits would take the place of another process. */
  #mayWait(origin: string, more: Ahead): boolean {
    const { concurrencyPerOrigin, spacing } = this.context.options;
    if (concurrencyPerOrigin !== Infinity || spacing > 0) return false;
    const isFew = more.perOrigin > 0 || this.#limiter.waitingFor(origin) <= REFILL_LEVEL;
    return isFew && this.#prefetch.hasRoom(origin, more);
  }

  #takeFor(
    place: Place | undefined,
    origin: string,
    now: number,
  ): readonly [number | undefined, Taken | undefined] {
    const { store, options } = this.context;
    try {
      const until = this.#waitUntil(origin, now);
      if (until !== now) return [until, undefined];
      return [until, store.leaseFirst(origin, now, this.worker, now + options.lease)];
    } catch (error) {
      place?.end(); // otherwise the place would be lost
      throw isDamage(error) ? new DamageError(origin, this.#firstDue(origin, now), error) : error;
    }
  }

  /** Returns undefined if the index is damaged. */
  #firstDue(origin: string, now: number): number | undefined {
    try {
      return this.context.store.firstDue(origin, now);
    } catch {
      return undefined;
    }
  }

  /** Returns when the sequence is due, or undefined while another attempt of the origin must end first. */
  #waitUntil(origin: string, now: number): number | undefined {
    const { store, options } = this.context;
    const { concurrencyPerOrigin: most, spacing } = options;
    if (most !== Infinity && store.countTaken(origin, now) >= most) return undefined;
    const turn = spacing === 0 ? 0 : store.groups.turn(origin);
    return turn > now + TOLERANCE ? turn : now;
  }

  #noteTurn(origin: string, now: number): void {
    const { store, options } = this.context;
    const { spacing } = options;
    if (spacing > 0)
      store.groups.setTurn(origin, Math.max(store.groups.turn(origin), now - TOLERANCE) + spacing);
  }
}

export interface WorkerContext {
  readonly host: EngineHost;
  readonly cancellations: Cancellations;
  readonly store: Store;
  readonly writer: Writer;
  readonly options: ResolvedSqliteOptions;
}
