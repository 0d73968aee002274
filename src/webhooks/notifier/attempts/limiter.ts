import { type Group, Groups, Turns } from './target-queues.js';
import { onAbort } from '../abort-signals.js';
import { Overdue } from './overdue.js';
import { PATIENCE, type Standing } from './target-health.js';

/** What runs at once. */
export interface Limits {
  /** Tasks of groups that answer. */
  readonly total: number;
  /** Tasks of one group. */
  readonly perGroup: number;
  /**
   * Further tasks, one for each group that is not known to answer, and half as many again of groups that did and now
   * keep theirs waiting. 0: every group counts as one that answers.
   */
  readonly aside: number;
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
  /** Called when a task that waited no longer does, or is not to be waited for. */
  readonly onShorter?: () => void;
}

/** Whether a group answered, as its task's result tells; `undefined` where the result tells nothing. */
type Verdict<T> = (result: T) => boolean | undefined;

/** Held while a task runs. */
export interface Place {
  /** @param answered whether its group did; `undefined` if nothing is known of that */
  end(answered?: boolean): void;
}

type Start = (lane: Lane) => void;

/** A bound on what runs at once. */
interface Lane {
  active: number;
  readonly limit: number;
}

interface Running {
  readonly group: Group<Start>;
  readonly began: number;
  /** Whether it has one of the places beside the general ones though its group did not answer. */
  readonly isSilent: boolean;
  lane: Lane;
}

/**
 * Bounds how much runs at once, in all and per group. Groups take turns, and what a silent group holds is not taken
 * from the others: a group gets its full share while it answers, and one place at a time, of other places, until then.
 */
export class Limiter {
  readonly #groups: Groups<Start>;
  readonly #overdue: Overdue<Running>;
  readonly #general: Lane;
  readonly #aside: Lane;
  readonly #overtime: Lane;
  readonly #turns = new Turns<Group<Start>>();
  /** How many tasks run of groups that did not answer before. */
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

  /** How many tasks wait, but for those of groups that do not answer. */
  get waiting(): number {
    return this.#groups.waiting;
  }

  /** How many tasks run beside the general places: of groups that are not known to answer. */
  get aside(): number {
    return this.#aside.active + this.#overtime.active;
  }

  /** Whether no task of any group would run at once. */
  get isFull(): boolean {
    return [this.#general, this.#aside].every(({ active, limit }) => active >= limit);
  }

  /** Returns how a group behaved lately. */
  standingOf(key: string): Standing {
    return this.#groups.standingOf(key);
  }

  /** A place for a task of this group, if it may run at once: who takes tasks from a store takes no others. */
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

  /** Runs the task when there is room. Rejects, without running it, if the signal fires before. */
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

  /** A quarter of the places beside the general ones is for groups that were not asked yet: silent ones may be many. */
  get #hasRoomForSilent(): boolean {
    const { active, limit } = this.#aside;
    return active < limit && this.#silent < Math.max(1, Math.floor(limit * 0.75));
  }

  /** Where a task of this group may run at once. Where a place is free, nobody waits for it. */
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

  /** A group whose task has run for long without an answer: it is suspect, and its task goes to other places. */
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

  /** Whose turn it is. Who answered the last time may have a general place where the others are taken. */
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

  /** A group may have fallen idle since it was put into this line. */
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
