import { BoundedMap } from '../../../shared/bounded-map.js';
import type { Pace, PutOff } from './rate.js';

/**
 * Milliseconds in which a store has stored that a delivery was put off. It cannot be called before, so a
 * delivery whose turn comes sooner comes back by itself.
 */
const STORED = 500;

const MAX_IDS = 10_000;
const MAX_CALLED = 1_000;

/** Maximum number of deliveries to call at once. */
const MAX_CALLS = 100;

interface Waiting extends PutOff {
  /** Time from which it can be called. */
  readonly from: number;
}

/** The deliveries of one endpoint that wait for a turn, in the order in which they came. */
export class Lane {
  /** Time before which the store has no turn, in milliseconds of a monotonic clock. */
  closedUntil = 0;
  /** Calls the next delivery. */
  timer: NodeJS.Timeout | undefined;
  /** Time at which the timer calls. */
  timerAt = Infinity;
  /** True while deliveries are called. */
  isCalling = false;
  /** Time of the turn after those of the called deliveries. */
  #turn = 0;
  readonly #waiting = new Map<string, Waiting>();
  /** Those that were called, but another attempt had taken the turn. They are called before the others. */
  readonly #early = new Map<string, Waiting>();
  /** Those that were called, and have not come yet. */
  readonly #called = new BoundedMap<string, true>(MAX_CALLED);
  /** Minimum number of deliveries to call: more than one if the last ones had ended. */
  #least = 1;
  #pace: Pace;

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  get pace(): Pace {
    return this.#pace;
  }

  set pace(pace: Pace) {
    if (pace.spacing !== this.#pace.spacing || pace.slack !== this.#pace.slack) {
      this.closedUntil = 0;
      this.#turn = 0;
    }
    this.#pace = pace;
  }

  /** Notes that the store has no turn within a time. Answers that arrive late must not move it. */
  close(milliseconds: number, now: number): void {
    const until = now + milliseconds;
    this.closedUntil = this.closedUntil > now ? Math.min(this.closedUntil, until) : until;
  }

  get size(): number {
    return this.#early.size + this.#waiting.size;
  }

  has(id: string): boolean {
    return this.#waiting.has(id) || this.#early.has(id);
  }

  delete(id: string): void {
    this.#waiting.delete(id);
    this.#early.delete(id);
    this.#called.delete(id);
  }

  /** Returns the time of a delivery's turn, by those that wait before it. */
  turnOf(id: string, now: number): number {
    const isFirst = this.#called.has(id) || this.has(id);
    const before = isFirst ? this.#early.size : this.size;
    return Math.max(this.closedUntil, this.#turn, now + 1) + before * this.#pace.spacing;
  }

  /** Gives a delivery a turn that comes soon. Returns false if it must be called. */
  comesBackAt(turn: number, id: string, now: number): boolean {
    if (this.size > 0 || turn - now > STORED) return false;
    this.#called.set(id, true);
    this.#turn = turn + this.#pace.spacing;
    return true;
  }

  /** Adds a delivery that must be called. One that waits keeps its place. */
  add(id: string, at: number, now: number): void {
    const waiting = { id, at, from: now + STORED };
    if (this.#called.delete(id) || this.#early.has(id)) this.#early.set(id, waiting);
    else if (this.#waiting.has(id) || this.size < MAX_IDS) this.#waiting.set(id, waiting);
  }

  /** Time of the next call; undefined if no delivery waits. */
  get nextCall(): number | undefined {
    if (this.size === 0) return undefined;
    const [early] = this.#early.values();
    const [waiting] = this.#waiting.values();
    const ready = Math.min(early?.from ?? Infinity, waiting?.from ?? Infinity);
    return Math.max(this.closedUntil, this.#turn, ready);
  }

  /** Returns the deliveries whose turns have come: more than one if a turn is shorter than a timer can be. */
  call(now: number): PutOff[] {
    const { spacing } = this.#pace;
    const turn = Math.max(this.closedUntil, this.#turn) || now;
    const passed = 1 + Math.floor(Math.max(0, now - turn) / spacing);
    const most = Math.min(Math.max(passed, this.#least), MAX_CALLS);
    const called: PutOff[] = [];
    for (const all of [this.#early, this.#waiting])
      for (const { id, at, from } of all.values()) {
        if (from > now || called.length === most) break;
        called.push({ id, at });
      }
    for (const { id } of called) {
      this.delete(id);
      this.#called.set(id, true);
    }
    this.#turn = Math.max(turn + called.length * spacing, now);
    return called;
  }

  /**
   * Gives the turns of called deliveries that have ended to the next ones, which have probably ended, too.
   */
  giveBack(called: number, ended: number): void {
    this.#turn -= ended * this.#pace.spacing;
    this.#least = called > 0 && ended === called ? Math.min(2 * called, MAX_CALLS) : 1;
  }
}
