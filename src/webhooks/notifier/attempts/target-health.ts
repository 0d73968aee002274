import { BoundedMap } from '../../../shared/bounded-map.js';
import type { AttemptRecord } from '../delivery.js';

/** Milliseconds for which a target may keep silent before it counts as one that does not answer. */
export const PATIENCE = 1_000;

/** Less than that, so that who falls silent gets no more places when the first of its attempts have kept waiting. */
const FRESH = PATIENCE / 2;

/** How many targets are remembered; beyond, the ones of which nothing was heard for longest are forgotten. */
const REMEMBERED = 10_000;

/**
 * How a target behaved lately: `prompt` answered within the last half second, `idle` answered when it was last asked,
 * `suspect` did not answer then, and of a `new` one nothing is known.
 */
export type Standing = 'new' | 'prompt' | 'idle' | 'suspect';

const NEVER = -Infinity;

/** Remembers of each target when it last answered. Times are of one monotonic clock, in milliseconds. */
export class Standings {
  /** In the order in which they were last heard of. */
  readonly #answered = new BoundedMap<string, number>(REMEMBERED);

  of(target: string, now: number): Standing {
    const answered = this.#answered.get(target);
    if (answered === undefined) return 'new';
    if (answered === NEVER) return 'suspect';
    return now - answered <= FRESH ? 'prompt' : 'idle';
  }

  hasAnsweredSince(target: string, moment: number): boolean {
    return (this.#answered.get(target) ?? NEVER) >= moment;
  }

  note(target: string, answered: boolean, now: number): void {
    this.#answered.set(target, answered ? now : NEVER);
  }
}

/** Whether the target is one that answers: a refusal is an answer too, and so is a failure that kept nobody waiting. */
export function hasAnswered({ stalled, status, error, duration }: AttemptRecord): boolean {
  return !stalled && (status !== undefined || error === undefined || duration < PATIENCE);
}
