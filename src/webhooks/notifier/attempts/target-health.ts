import { BoundedMap } from '../../../shared/bounded-map.js';
import type { AttemptRecord } from '../delivery.js';

/** Milliseconds without a response after which a target is unresponsive. */
export const SLOW_AFTER = 1_000;

/**
 * Milliseconds within which a response counts as fast. It is less than SLOW_AFTER, so that a silent target
 * gets no more slots before it is noticed.
 */
const FRESH = SLOW_AFTER / 2;

/** Maximum number of targets to store. Those without a response for the longest time are deleted first. */
const MAX_TARGETS = 10_000;

/**
 * Recent behaviour of a target. `responsive`: it responded within the last half second; `idle`: it responded
 * to the last attempt; `unresponsive`: it did not; `new`: there was no attempt.
 */
export type Health = 'new' | 'responsive' | 'idle' | 'unresponsive';

const NEVER = -Infinity;

interface Known {
  /** Time of the last response. */
  answered: number;
  /** Time at which the target became the last one of the map. */
  readonly placed: number;
}

/** Stores when each target last responded, in milliseconds of a monotonic clock. */
export class TargetHealth {
  readonly #known = new BoundedMap<string, Known>(MAX_TARGETS);

  of(target: string, now: number): Health {
    const answered = this.#known.get(target)?.answered;
    if (answered === undefined) return 'new';
    if (answered === NEVER) return 'unresponsive';
    return now - answered <= FRESH ? 'responsive' : 'idle';
  }

  hasAnsweredSince(target: string, moment: number): boolean {
    return (this.#known.get(target)?.answered ?? NEVER) >= moment;
  }

  note(target: string, answered: boolean, now: number): void {
    const known = this.#known.get(target);
    // A new place in the map at each attempt would take longer than the turns of the limiter.
    if (known && answered && now - known.placed < FRESH) known.answered = now;
    else this.#known.set(target, { answered: answered ? now : NEVER, placed: now });
  }
}

/** Returns whether the target responded. A refused connection counts, and so does an immediate failure. */
export function hasAnswered({ stalled, status, error, duration }: AttemptRecord): boolean {
  return !stalled && (status !== undefined || error === undefined || duration < SLOW_AFTER);
}
