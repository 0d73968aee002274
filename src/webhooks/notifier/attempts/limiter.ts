import { onAbort } from '../abort-signals.js';
import type { EngineLimits } from '../engine.js';
import { after, leaveRunning } from '../runtime.js';
import { type Kind, KINDS, type Lane, Slots } from './slots.js';
import { type Health, SLOW_AFTER, TargetHealth } from './target-health.js';

interface Limits extends EngineLimits {
  /** Returns milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Called when fewer tasks wait. */
  readonly onShorter?: () => void;
  /** True to let the waiting tasks of a target go when it becomes unresponsive. @default false: they wait */
  readonly releasesUnresponsive?: boolean;
}

export interface Place {
  /** @param answered whether the target responded; undefined if unknown */
  end(answered?: boolean): void;
}

/** A task that needs a place. */
export interface Task {
  /** Key of its target. */
  readonly key: string;
  /** Called when there is a place. */
  begin(place: Place): void;
  /** Called instead of `begin` after `releaseWaiting` or `stop`. */
  leave(): void;
}

interface Target {
  /** The origin or group that the limits count together. */
  readonly key: string;
  /** Number of running tasks. */
  active: number;
  /** Number of running tasks that have waited longer than SLOW_AFTER. */
  slow: number;
  /** Waiting tasks in order of arrival. It is a Set, so that an aborted task is removed without a search. */
  readonly waiting: Set<Task>;
  /** True if it did not respond to its last task. */
  isUnresponsive: boolean;
  /** The targets of the same kind, if a task may start. */
  ready: Set<Target> | undefined;
}

interface Running {
  readonly target: Target;
  readonly kind: Kind;
  lane: Lane;
  /** Start in milliseconds of a monotonic clock. */
  readonly began: number;
  /** True if it has waited longer than SLOW_AFTER. */
  isSlow: boolean;
  /** Marks the task as slow; undefined once it has done so. */
  timer: NodeJS.Timeout | undefined;
}

/**
 * Limits concurrent tasks, in total and per target. Targets take turns. A responsive target gets its full
 * share. Any other target gets one extra slot, so that silent targets do not delay others. A task that waits
 * for long allows a further one: a target that responds again is noticed before the first task ends.
 */
export class Limiter {
  readonly #targets = new Map<string, Target>();
  readonly #health = new TargetHealth();
  readonly #slots: Slots;
  /** Targets with a task that may start, by kind. */
  readonly #ready = new Map<Kind, Set<Target>>(KINDS.map((kind) => [kind, new Set()]));
  /** Number of waiting tasks, without those of unresponsive targets. */
  #waiting = 0;
  #isStopped = false;

  constructor(readonly limits: Limits) {
    this.#slots = new Slots(limits);
  }

  get waiting(): number {
    return this.#waiting;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Number of running tasks beside those of responsive targets. */
  get extra(): number {
    return this.#slots.extra;
  }

  get isFull(): boolean {
    return this.#slots.isFull;
  }

  healthOf(key: string): Health {
    const { concurrencyUnanswered, now } = this.limits;
    return concurrencyUnanswered > 0 ? this.#health.of(key, now()) : 'responsive';
  }

  waitingFor(key: string): number {
    return this.#targets.get(key)?.waiting.size ?? 0;
  }

  take(key: string): Place | undefined {
    if (this.#isStopped) return undefined;
    const target = this.#targetOf(key);
    const kind = target.waiting.size > 0 ? undefined : this.#kindOf(target);
    const place = kind && this.#begin(target, kind);
    if (!place) this.#settle(target);
    return place;
  }

  /** Begins a task, at once or when there is a place. */
  beginWhenFree(task: Task): void {
    const place = this.take(task.key);
    if (place) {
      task.begin(place);
      return;
    }
    if (this.#isStopped) {
      task.leave();
      return;
    }
    const target = this.#targetOf(task.key);
    target.waiting.add(task);
    if (!target.isUnresponsive) this.#waiting += 1;
    this.#settle(target);
  }

  /** Removes a waiting task. */
  withdraw(task: Task): void {
    const target = this.#targets.get(task.key);
    if (!target) return;
    this.#dequeue(target, task);
    this.#settle(target);
  }

  /** Waits for a place. Resolves to undefined after an abort, `releaseWaiting` or `stop`. */
  wait(key: string, signal?: AbortSignal): Promise<Place | undefined> {
    if (signal?.aborted) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const go = (place?: Place): void => {
        stopListening?.();
        resolve(place);
      };
      const task = { key, begin: go, leave: go };
      const stopListening =
        signal &&
        onAbort(signal, () => {
          this.withdraw(task);
          go();
        });
      this.beginWhenFree(task);
    });
  }

  releaseWaiting(key: string): void {
    for (const task of [...(this.#targets.get(key)?.waiting ?? [])]) {
      this.withdraw(task);
      task.leave();
    }
  }

  stop(): void {
    this.#isStopped = true;
    for (const key of [...this.#targets.keys()]) this.releaseWaiting(key);
  }

  #targetOf(key: string): Target {
    const known = this.#targets.get(key);
    if (known) return known;
    const isUnresponsive = this.healthOf(key) === 'unresponsive';
    const target = { key, active: 0, slow: 0, waiting: new Set<Task>(), isUnresponsive, ready: undefined };
    this.#targets.set(key, target);
    return target;
  }

  /** Returns undefined if no further task of the target may start. */
  #kindOf({ key, active, slow }: Target): Kind | undefined {
    if (active >= this.limits.concurrencyPerTarget) return undefined;
    const health = this.healthOf(key);
    if (health === 'responsive') return health;
    if (health !== 'unresponsive') return active === 0 ? health : undefined;
    if (active !== slow) return undefined;
    return slow > 0 ? 'further' : health;
  }

  /** Returns undefined if no slot is free. */
  #begin(target: Target, kind: Kind): Place | undefined {
    const lane = this.#slots.laneFor(kind);
    if (!lane) return undefined;
    target.active += 1;
    lane.active += 1;
    const { now, concurrencyUnanswered } = this.limits;
    const running: Running = { target, kind, lane, began: now(), isSlow: false, timer: undefined };
    if (concurrencyUnanswered > 0) this.#watch(running);
    return {
      end: (answered) => {
        this.#end(running, answered);
      },
    };
  }

  #watch(running: Running): void {
    running.timer = after(SLOW_AFTER, () => {
      this.#keptWaiting(running);
    });
    leaveRunning(running.timer);
  }

  #end({ target, lane, began, isSlow, timer }: Running, answered: boolean | undefined): void {
    clearTimeout(timer);
    if (isSlow) target.slow -= 1;
    target.active -= 1;
    lane.active -= 1;
    if (answered || (answered === false && !this.#health.hasAnsweredSince(target.key, began)))
      this.#note(target, answered);
    this.#settle(target);
    this.#startNext();
  }

  /** Marks the target of a slow task as unresponsive, and moves the task out of the way of others. */
  #keptWaiting(running: Running): void {
    const { target, kind, began, lane } = running;
    if (!running.isSlow) target.slow += 1;
    running.isSlow = true;
    if (!this.#health.hasAnsweredSince(target.key, began)) this.#note(target, false);
    const aside = this.#slots.laneAside(kind, lane);
    lane.active -= 1;
    running.lane = aside ?? lane;
    running.lane.active += 1;
    if (!aside) this.#watch(running);
    this.#settle(target);
    this.#startNext();
  }

  #note(target: Target, answered: boolean): void {
    const { concurrencyUnanswered, now, onShorter, releasesUnresponsive } = this.limits;
    if (concurrencyUnanswered === 0) return;
    this.#health.note(target.key, answered, now());
    if (target.isUnresponsive !== answered) return;
    target.isUnresponsive = !answered;
    this.#waiting += answered ? target.waiting.size : -target.waiting.size;
    if (answered) return;
    onShorter?.();
    if (releasesUnresponsive) this.releaseWaiting(target.key);
  }

  #dequeue(target: Target, task: Task): void {
    if (!target.waiting.delete(task) || target.isUnresponsive) return;
    this.#waiting -= 1;
    this.limits.onShorter?.();
  }

  #startNext(): void {
    for (const [kind, targets] of this.#ready) {
      // A target that is settled is visited again after the others.
      for (const target of targets) {
        if (!this.#slots.laneFor(kind)) break;
        const [task] = target.waiting;
        targets.delete(target);
        target.ready = undefined;
        // A responsive target may have become idle since it was settled.
        const place = task && this.#kindOf(target) === kind && this.#begin(target, kind);
        if (task && place) {
          this.#dequeue(target, task);
          task.begin(place);
        }
        this.#settle(target);
      }
    }
  }

  /** Puts the target among those of its kind whose tasks may start, and forgets it if it has no task. */
  #settle(target: Target): void {
    const { waiting, active, key, ready } = target;
    const kind = waiting.size > 0 ? this.#kindOf(target) : undefined;
    const targets = kind && this.#ready.get(kind);
    if (targets !== ready) {
      ready?.delete(target);
      targets?.add(target);
      target.ready = targets;
    }
    if (waiting.size === 0 && active === 0) this.#targets.delete(key);
  }
}
