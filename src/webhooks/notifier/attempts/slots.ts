import type { EngineLimits } from '../engine.js';
import type { Health } from './target-health.js';

/**
 * Health of a target, or `further` if it is unresponsive and has slow tasks. The first kind is served first.
 */
export const KINDS = ['responsive', 'new', 'idle', 'unresponsive', 'further'] as const satisfies (
  | Health
  | 'further'
)[];

export type Kind = (typeof KINDS)[number];

/**
 * The share of the extra slots that unresponsive targets may take. The others are reserved for new targets.
 */
const UNRESPONSIVE = 0.75;

/** A number of slots, and how many running tasks have them. */
export class Lane {
  active = 0;

  constructor(readonly limit: number) {}

  hasRoom(share = 1): boolean {
    return this.active < (share === 1 ? this.limit : Math.max(1, Math.floor(this.limit * share)));
  }
}

/**
 * One lane for targets that respond, and an extra one for all others. Slow tasks leave both, up to a limit,
 * and further tasks of their targets use neither.
 */
export class Slots {
  readonly #general: Lane;
  readonly #extra: Lane;
  readonly #slow: Lane;
  readonly #further: Lane;

  constructor({ concurrency, concurrencyUnanswered }: EngineLimits) {
    this.#general = new Lane(concurrency);
    this.#extra = new Lane(concurrencyUnanswered);
    this.#slow = new Lane(2 * concurrencyUnanswered);
    this.#further = new Lane(Math.floor(concurrencyUnanswered / 4));
  }

  /** Number of running tasks beside those of responsive targets. */
  get extra(): number {
    return this.#extra.active + this.#slow.active + this.#further.active;
  }

  get isFull(): boolean {
    return !this.#general.hasRoom() && !this.#extra.hasRoom();
  }

  /** Returns a lane that has room for a task of this kind. */
  laneFor(kind: Kind): Lane | undefined {
    const own = kind === 'responsive' ? this.#general : kind === 'further' ? this.#further : this.#extra;
    if (own.hasRoom(kind === 'unresponsive' ? UNRESPONSIVE : 1)) return own;
    return kind === 'idle' && this.#general.hasRoom() ? this.#general : undefined;
  }

  /**
   * Returns the lane of a slow task, out of the way of others. Those of unresponsive targets keep theirs,
   * since there is a limit for them.
   * @returns undefined if there is no room
   */
  laneAside(kind: Kind, lane: Lane): Lane | undefined {
    if (kind === 'unresponsive' || kind === 'further' || lane === this.#slow) return lane;
    return this.#slow.hasRoom() ? this.#slow : undefined;
  }
}
