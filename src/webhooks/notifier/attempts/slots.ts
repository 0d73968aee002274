import type { EngineLimits } from '../engine.js';
import type { Health } from './target-health.js';

/**
 * Kind of a task: the health of its target, or `further` if the target is unresponsive and has slow tasks.
 * The first kind is served first.
 */
export const KINDS = ['responsive', 'new', 'idle', 'unresponsive', 'further'] as const satisfies (
  | Health
  | 'further'
)[];

export type Kind = (typeof KINDS)[number];

/** A number of slots, and how many running tasks have them. */
export interface Lane {
  active: number;
  readonly limit: number;
}

/** Share of the extra slots that unresponsive targets may take. The others are reserved for new targets. */
const UNRESPONSIVE = 0.75;

/**
 * General slots for targets that respond, and extra ones for all others. Slow tasks move to slots aside, up to
 * a limit, and further tasks of their targets have slots of their own.
 */
export class Slots {
  readonly #general: Lane;
  readonly #extra: Lane;
  readonly #aside: Lane;
  readonly #further: Lane;
  readonly #unresponsive: number;

  constructor({ concurrency, concurrencyUnanswered }: EngineLimits) {
    this.#general = { active: 0, limit: concurrency };
    this.#extra = { active: 0, limit: concurrencyUnanswered };
    this.#aside = { active: 0, limit: 2 * concurrencyUnanswered };
    this.#further = { active: 0, limit: Math.floor(concurrencyUnanswered / 4) };
    this.#unresponsive = Math.max(1, Math.floor(UNRESPONSIVE * concurrencyUnanswered));
  }

  /** Number of running tasks beside those of responsive targets. */
  get extra(): number {
    return this.#extra.active + this.#aside.active + this.#further.active;
  }

  get isFull(): boolean {
    return !ifFree(this.#general) && !ifFree(this.#extra);
  }

  /** Returns a lane that has room for a task of this kind. */
  laneFor(kind: Kind): Lane | undefined {
    if (kind === 'responsive') return ifFree(this.#general);
    if (kind === 'further') return ifFree(this.#further);
    if (kind === 'unresponsive') return ifFree(this.#extra, this.#unresponsive);
    return ifFree(this.#extra) ?? (kind === 'idle' ? ifFree(this.#general) : undefined);
  }

  /**
   * Returns the lane of a slow task, out of the way of others. Those of unresponsive targets keep theirs,
   * since there is a limit for them.
   * @returns undefined if there is no room
   */
  laneAside(kind: Kind, lane: Lane): Lane | undefined {
    if (kind === 'unresponsive' || kind === 'further' || lane === this.#aside) return lane;
    return ifFree(this.#aside);
  }
}

function ifFree(lane: Lane, limit = lane.limit): Lane | undefined {
  return lane.active < limit ? lane : undefined;
}
