import { BoundedMap } from '../../../shared/bounded-map.js';
import type { AttemptRecord } from '../delivery.js';

/** Milliseconds without an answer after which a target counts as unresponsive. */
export const PATIENCE = 1_000;

/** Less than PATIENCE, so that a target that falls silent gets no further places before it is noticed. */
const FRESH = PATIENCE / 2;

/** Targets that are remembered. The longest unheard are forgotten first. */
const REMEMBERED = 10_000;

/**
 * Recent behaviour of a target: `responsive` answered within half a second, `idle` answered the last attempt,
 * `unresponsive` did not, `new` was never asked.
 */
export type Health = 'new' | 'responsive' | 'idle' | 'unresponsive';

const NEVER = -Infinity;

/** Remembers when each target last answered. Times are milliseconds of one monotonic clock. */
export class TargetHealth {
  readonly #answered = new BoundedMap<string, number>(REMEMBERED);

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

/** A refusal counts as an answer, and so does a failure that took no time. */
export function hasAnswered({ stalled, status, error, duration }: AttemptRecord): boolean {
  return !stalled && (status !== undefined || error === undefined || duration < PATIENCE);
}
