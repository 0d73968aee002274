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

/** Stores when each target last responded, in milliseconds of a monotonic clock. */
export class TargetHealth {
  readonly #answered = new BoundedMap<string, number>(MAX_TARGETS);

  of(target: string, now: number): Health {
    const answered = this.#answered.get(target);
    if (answered === undefined) return 'new';
    if (answered === NEVER) return 'unresponsive';
    return now - answered <= FRESH ? 'responsive' : 'idle';
  }

  hasAnsweredSince(target: string, moment: number): boolean {
    return (this.#answered.get(target) ?? NEVER) >= moment;
  }

  note(target: string, answered: boolean, now: number): void {
    this.#answered.set(target, answered ? now : NEVER);
  }
}

/** Returns whether the target responded. A refused connection counts, and so does an immediate failure. */
export function hasAnswered({ stalled, status, error, duration }: AttemptRecord): boolean {
  return !stalled && (status !== undefined || error === undefined || duration < SLOW_AFTER);
}
