import { BoundedMap } from '../../../shared/bounded-map.js';
import type { Awaitable } from '../awaitable.js';

/** Maximum rate of the attempts at an endpoint. */
export interface EndpointRate {
  /** Number of attempts a second, also a fraction: 0.5 is one every two seconds. */
  readonly perSecond: number;
  /** Number of attempts that may follow each other at once after a quiet time. @default 1: evenly spaced */
  readonly burst?: number;
}

/** A rate in milliseconds. */
export interface Pace {
  /** Milliseconds between two turns. */
  readonly spacing: number;
  /** Milliseconds by which a turn may be taken before its time. */
  readonly slack: number;
}

/** Turns at endpoints that have a rate. Processes that share the store keep the rate together. */
export interface RateStore {
  /**
   * Takes a turn, if there is one.
   * @param key the endpoint
   * @returns 0, or the milliseconds until the next turn
   */
  take(key: string, pace: Pace): Awaitable<number>;
  /**
   * Makes deliveries due that were put off, unless something has happened to them since.
   * @returns how many have become due
   */
  hasten?(deliveries: readonly PutOff[]): Promise<number>;
}

/** A delivery that waits for its turn. */
export interface PutOff {
  /** Id of the delivery. */
  readonly id: string;
  /** The time at which it comes back by itself: `at` of the step that put it off. */
  readonly at: number;
}

/** Milliseconds by which a turn may be taken early, so that the next attempt may follow a late one sooner. */
const TOLERANCE = 25;

/** Milliseconds by which a stored time may be rounded. */
const ROUNDING = 1;

export function paceOf({ perSecond, burst = 1 }: EndpointRate): Pace {
  const spacing = 1_000 / perSecond;
  return { spacing, slack: (burst - 1) * spacing + TOLERANCE };
}

/**
 * Takes a turn by the generic cell rate algorithm (ITU-T I.371), which is a token bucket in one number.
 * @experimental
 * @param last the time that was returned before; 0 at first
 * @returns the time to store, or the milliseconds until the next turn
 */
export function takeTurn(
  last: number,
  now: number,
  { spacing, slack }: Pace,
): { readonly next: number } | { readonly wait: number } {
  // A turn beyond these is of another rate, or the clock was put back.
  const isValid = last <= now + slack + spacing + ROUNDING;
  const turn = isValid ? Math.max(last, now) : now;
  const wait = turn - slack - now;
  return wait > 0 ? { wait: Math.ceil(wait) } : { next: turn + spacing };
}

const MAX_KEYS = 10_000;

/** Keeps the turns in the memory of this process. */
export class MemoryRates implements RateStore {
  readonly #turns = new BoundedMap<string, number>(MAX_KEYS);

  constructor(private readonly now: () => number) {}

  take(key: string, pace: Pace): number {
    const taken = takeTurn(this.#turns.get(key) ?? 0, this.now(), pace);
    if ('wait' in taken) return taken.wait;
    this.#turns.set(key, taken.next);
    return 0;
  }
}
