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

/** A number of slots, and how many of them are taken. */
class Lane {
  active = 0;

  constructor(readonly limit: number) {}

  get hasRoom(): boolean {
    return this.active < this.limit;
  }
}

/** The slot of a running task. */
export interface Slot {
  /** Ends the use of the slot. */
  free(): void;
  /**
   * Moves a slow task out of the way of others. Those of unresponsive targets keep their slots, since there
   * is a limit for them.
   * @returns false if there is no room
   */
  moveAside(): boolean;
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

  readonly #lanes: Readonly<Record<Exclude<Kind, 'unresponsive'>, readonly Lane[]>>;

  constructor({ concurrency, concurrencyUnanswered }: EngineLimits) {
    this.#general = new Lane(concurrency);
    this.#extra = new Lane(concurrencyUnanswered);
    this.#slow = new Lane(2 * concurrencyUnanswered);
    this.#further = new Lane(Math.floor(concurrencyUnanswered / 4));
    this.#lanes = {
      responsive: [this.#general],
      new: [this.#extra],
      idle: [this.#extra, this.#general],
      further: [this.#further],
    };
  }

  /** Number of running tasks beside those of responsive targets. */
  get extra(): number {
    return this.#extra.active + this.#slow.active + this.#further.active;
  }

  get isFull(): boolean {
    return !this.#general.hasRoom && !this.#extra.hasRoom;
  }

  hasRoomFor(kind: Kind): boolean {
    return this.#laneFor(kind) !== undefined;
  }

  /** Takes a slot, if one is free for a task of this kind. */
  take(kind: Kind): Slot | undefined {
    let lane = this.#laneFor(kind);
    if (!lane) return undefined;
    lane.active += 1;
    const keepsItsSlot = kind === 'unresponsive' || kind === 'further';
    return {
      free: () => {
        if (lane) lane.active -= 1;
        lane = undefined;
      },
      moveAside: () => {
        if (!lane || keepsItsSlot || lane === this.#slow) return true;
        if (!this.#slow.hasRoom) return false;
        lane.active -= 1;
        lane = this.#slow;
        lane.active += 1;
        return true;
      },
    };
  }

  #laneFor(kind: Kind): Lane | undefined {
    if (kind !== 'unresponsive') return this.#lanes[kind].find(({ hasRoom }) => hasRoom);
    const { active, limit } = this.#extra;
    return active < Math.max(1, Math.floor(limit * UNRESPONSIVE)) ? this.#extra : undefined;
  }
}
