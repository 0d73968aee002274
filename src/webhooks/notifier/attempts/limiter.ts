import { type Group, Groups, Turns } from './target-queues.js';
import { onAbort } from '../abort-signals.js';
import { Overdue } from './overdue.js';
import { PATIENCE, type Standing } from './target-health.js';

export interface Limits {
  readonly total: number;
  readonly perGroup: number;
  /**
   * Extra tasks, one for each group that is not known to answer, and half as many again for groups that have stopped
   * answering. 0: all groups are treated alike.
   */
  readonly aside: number;
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
  readonly onShorter?: () => void;
}

type Verdict<T> = (result: T) => boolean | undefined;

export interface Place {
  /** @param answered whether the group answered; undefined if unknown */
  end(answered?: boolean): void;
}

type Start = (lane: Lane) => void;

interface Lane {
  active: number;
  readonly limit: number;
}

interface Running {
  readonly group: Group<Start>;
  readonly began: number;
  /** Whether it has an extra place although its group did not answer. */
  readonly isSilent: boolean;
  lane: Lane;
}

/**
 * Bounds concurrent tasks, in all and per group. Groups take turns. A group gets its full share while it answers.
 * Until then it gets one extra place, so silent groups take nothing from others.
 */
export class Limiter {
  readonly #groups: Groups<Start>;
  readonly #overdue: Overdue<Running>;
  readonly #general: Lane;
  readonly #aside: Lane;
  readonly #overtime: Lane;
  readonly #turns = new Turns<Group<Start>>();
  #silent = 0;

  constructor(readonly limits: Limits) {
    const { now, onShorter = () => undefined } = limits;
    this.#groups = new Groups({ isJudging: limits.aside > 0, now, onShorter });
    this.#general = { active: 0, limit: limits.total };
    this.#aside = { active: 0, limit: limits.aside };
    this.#overtime = { active: 0, limit: Math.floor(limits.aside / 2) };
    this.#overdue = new Overdue(PATIENCE, limits.now, (running) => {
      this.#keptWaiting(running);
    });
  }

  get waiting(): number {
    return this.#groups.waiting;
  }

  get aside(): number {
    return this.#aside.active + this.#overtime.active;
  }

  /** Whether no task of any group could start. */
  get isFull(): boolean {
    return [this.#general, this.#aside].every(({ active, limit }) => active >= limit);
  }

  standingOf(key: string): Standing {
    return this.#groups.standingOf(key);
  }

  take(key: string): Place | undefined {
    const group = this.#groups.get(key);
    const lane = this.#freeLane(group);
    if (!lane) {
      this.#groups.dropIdle(group);
      return undefined;
    }
    const running = this.#begin(group, lane);
    return {
      end: (answered) => {
        this.#leave(running, answered);
      },
    };
  }

  /** Runs the task when there is a place. Rejects without running it if the signal fires first. */
  async run<T>(
    key: string,
    signal: AbortSignal,
    task: () => Promise<T>,
    answered: Verdict<T> = () => true,
  ): Promise<T> {
    signal.throwIfAborted();
    const group = this.#groups.get(key);
    const lane = this.#freeLane(group);
    const running = lane ? this.#begin(group, lane) : await this.#queue(group, signal);
    let verdict: boolean | undefined;
    try {
      const result = await task();
      verdict = answered(result);
      return result;
    } finally {
      this.#leave(running, verdict);
    }
  }

  /** Reserves a quarter of the extra places for new groups. */
  get #hasRoomForSilent(): boolean {
    const { active, limit } = this.#aside;
    return active < limit && this.#silent < Math.max(1, Math.floor(limit * 0.75));
  }

  #freeLane(group: Group<Start>): Lane | undefined {
    const standing = this.#groups.standing(group);
    if (group.waiting.size > 0 || group.active >= this.#shareOf(standing)) return undefined;
    const [general, aside] = [this.#general, this.#aside];
    if (standing === 'suspect') return this.#hasRoomForSilent ? aside : undefined;
    if (standing !== 'prompt' && aside.active < aside.limit) return aside;
    const mayBeGeneral = standing === 'prompt' || standing === 'idle';
    return mayBeGeneral && general.active < general.limit ? general : undefined;
  }

  #begin(group: Group<Start>, lane: Lane): Running {
    const isSilent = lane === this.#aside && this.#groups.standing(group) === 'suspect';
    const running = { group, began: this.limits.now(), lane, isSilent };
    if (isSilent) this.#silent += 1;
    group.active += 1;
    lane.active += 1;
    if (this.limits.aside > 0) this.#overdue.add(running, running.began);
    return running;
  }

  #queue(group: Group<Start>, signal: AbortSignal): Promise<Running> {
    return new Promise<Running>((resolve, reject) => {
      const start: Start = (lane) => {
        stopListening();
        resolve(this.#begin(group, lane));
      };
      const stopListening = onAbort(signal, () => {
        this.#groups.dequeue(group, start);
        this.#settle(group);
        reject(signal.reason as Error);
      });
      this.#groups.enqueue(group, start);
      this.#settle(group);
    });
  }

  #leave(running: Running, verdict: boolean | undefined): void {
    const { group, lane } = running;
    this.#overdue.delete(running);
    if (running.isSilent) this.#silent -= 1;
    group.active -= 1;
    lane.active -= 1;
    if (verdict !== undefined) this.#groups.note(group, verdict);
    this.#settle(group);
    this.#pump();
  }

  /** Marks the group of a slow task as unresponsive, and moves the task to an extra place. */
  #keptWaiting(running: Running): void {
    const { group, began, lane } = running;
    if (!this.#groups.hasAnsweredSince(group, began)) this.#groups.note(group, false);
    if (lane === this.#general) {
      if (this.#overtime.active >= this.#overtime.limit) this.#overdue.add(running, this.limits.now());
      else {
        lane.active -= 1;
        this.#overtime.active += 1;
        running.lane = this.#overtime;
      }
    }
    this.#settle(group);
    this.#pump();
  }

  #pump(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      const { group, lane } = next;
      const [start] = group.waiting;
      if (start === undefined) return;
      this.#groups.dequeue(group, start);
      start(lane);
      this.#turns.remove(group); // to the end of its line, if it may start another
      this.#settle(group);
    }
  }

  #next(): { group: Group<Start>; lane: Lane } | undefined {
    const [general, aside] = [this.#general, this.#aside];
    const hasRoom = general.active < general.limit;
    const prompt = hasRoom ? this.#firstPrompt() : undefined;
    if (prompt) return { group: prompt, lane: general };
    const unknown = aside.active < aside.limit ? this.#turns.first('aside') : undefined;
    const silent = unknown ?? (this.#hasRoomForSilent ? this.#turns.first('silent') : undefined);
    if (silent) return { group: silent, lane: aside };
    const idle = hasRoom ? this.#turns.first('idle') : undefined;
    return idle && { group: idle, lane: general };
  }

  /** A group may have become idle since it entered the queue. */
  #firstPrompt(): Group<Start> | undefined {
    for (;;) {
      const group = this.#turns.first('prompt');
      if (!group || this.#groups.standing(group) === 'prompt') return group;
      this.#settle(group);
    }
  }

  #settle(group: Group<Start>): void {
    const standing = this.#groups.standing(group);
    const isReady = group.waiting.size > 0 && group.active < this.#shareOf(standing);
    if (isReady) this.#turns.place(group, standing);
    else this.#turns.remove(group);
    this.#groups.dropIdle(group);
  }

  #shareOf(standing: Standing): number {
    return standing === 'prompt' ? this.limits.perGroup : 1;
  }
}
