import { BoundedMap } from '../../base/bounded-map.js';
import { PATIENCE } from '../../notifier/standings.js';

/** Nothing is put off for longer, in milliseconds: then it is looked at again. */
const LONGEST = 60_000;

/** The same for what waits for another of its sequence. */
const LONGEST_BEHIND = 5_000;
const SHORTEST_BEHIND = 25;

/** Milliseconds that an attempt is thought to take before one was made. */
const UNKNOWN = 50;

/** A pause is no pace. */
const LONGEST_INTERVAL = 1_000;

/** How many targets or deliveries are remembered; of one that is forgotten it is asked anew. */
export const REMEMBERED = 10_000;

interface Target {
  /** Milliseconds that an attempt takes, the latest counting most. */
  duration: number | undefined;
  /** Milliseconds from the end of one attempt to that of the next one, likewise: with the work of storing it. */
  interval: number;
  /** When the last one ended. */
  endedAt: number;
  /** Since when there has been no place, and no attempt has ended. */
  silentSince: number | undefined;
  /** When the last one that was put off is to be looked at again. */
  until: number;
}

/** When a job that cannot be attempted now is to be looked at again, in milliseconds since the epoch. */
export class Postponed {
  readonly #targets = new BoundedMap<string, Target>(REMEMBERED);
  readonly #waits = new BoundedMap<string, number>(REMEMBERED);

  /** @param places how many jobs of a target may run at once */
  constructor(readonly places: number) {}

  /** An attempt took so many milliseconds. */
  note(group: string, duration: number): void {
    const target = this.#target(group);
    const now = Date.now();
    const known = target.duration ?? duration;
    target.duration = known + (duration - known) / 4;
    target.interval += (Math.min(now - target.endedAt, LONGEST_INTERVAL) - target.interval) / 8;
    target.endedAt = now;
    target.silentSince = undefined;
  }

  /** Whether a place will soon be free. */
  isQuick(group: string): boolean {
    return (this.#targets.get(group)?.duration ?? Infinity) < PATIENCE;
  }

  /**
   * Of a job for which its target has no place: as fast as it takes them, so that many for one that is slow or does not
   * answer are not taken from the queue again and again.
   */
  next(group: string): number {
    const now = Date.now();
    const target = this.#target(group);
    target.silentSince ??= now;
    const silence = (now - target.silentSince) / 8;
    const pace = Math.max((target.duration ?? UNKNOWN) / this.places, target.interval, silence);
    target.until = Math.min(Math.max(now, target.until) + pace, now + LONGEST);
    return Math.ceil(target.until);
  }

  /** Of a job behind another one of its sequence: later each time. */
  behind(id: string): number {
    const wait = Math.min((this.#waits.get(id) ?? SHORTEST_BEHIND / 2) * 2, LONGEST_BEHIND);
    this.#waits.set(id, wait);
    return Date.now() + Math.ceil(wait);
  }

  forget(id: string): void {
    this.#waits.delete(id);
  }

  #target(group: string): Target {
    const target = this.#targets.get(group) ?? {
      duration: undefined,
      interval: 0,
      endedAt: Date.now(),
      silentSince: undefined,
      until: 0,
    };
    this.#targets.set(group, target);
    return target;
  }
}
