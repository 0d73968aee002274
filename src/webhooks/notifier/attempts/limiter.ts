import type { Awaitable } from '../awaitable.js';
import type { EngineLimits } from '../engine.js';
import { type Kind, KINDS, Slots } from './slots.js';
import { leaveRunning } from '../runtime.js';
import { type Health, SLOW_AFTER, TargetHealth } from './target-health.js';
import { Place, TargetQueue, WaitingTask } from './target-queue.js';

interface Limits extends EngineLimits {
  /** Returns milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** Called when fewer tasks wait. */
  readonly onShorter?: () => void;
  /** True to let the waiting tasks of a target go when it becomes unresponsive. @default false: they wait */
  readonly releasesUnresponsive?: boolean;
}

/**
 * Limits concurrent tasks by two queues. The tasks of a target wait in a queue of their own, which has its own
 * limit. The queues whose next task may start take turns at the slots. Targets that respond have the general
 * slots, and others have extra ones, so that silent targets delay nobody.
 */
export class Limiter {
  readonly #queues = new Map<string, TargetQueue>();
  readonly #health = new TargetHealth();
  readonly #slots: Slots;
  /** Queues whose next task may start, in the order of their turns, by the kind of the task. */
  readonly #turns = new Map<Kind, Set<TargetQueue>>(KINDS.map((kind) => [kind, new Set()]));
  /** Running tasks that are not slow yet, or have no room aside, in the order of `slowAt`. */
  readonly #watched = new Set<Place>();
  /** Time at which a timer looks at the first of them. A timer for each task would take longer than turns. */
  #looksAt = -Infinity;
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
    return this.#queues.get(key)?.waiting.size ?? 0;
  }

  /** Returns a place for a task, if there is one now and no other task of the target waits. */
  take(key: string): Place | undefined {
    if (this.#isStopped) return undefined;
    const queue = this.#queueOf(key);
    if (queue.waiting.size > 0) return undefined;
    const place = this.#begin(queue, this.#nextOf(queue));
    if (!place) this.#settle(queue);
    return place;
  }

  /** Returns a place, or waits for one. There is none after an abort, or when the task was let go. */
  enter(key: string, signal?: AbortSignal): Awaitable<Place | undefined> {
    if (this.#isStopped || signal?.aborted) return undefined;
    const place = this.take(key);
    if (place) return place;
    return new Promise((resolve) => {
      const queue = this.#queueOf(key);
      queue.waiting.add(new WaitingTask(this, queue, resolve, signal));
      if (!queue.isUnresponsive) this.#waiting += 1;
      this.#settle(queue);
    });
  }

  /** Lets waiting tasks go without a place. */
  release(queue: TargetQueue, tasks: Iterable<WaitingTask> = queue.waiting): void {
    for (const task of [...tasks]) {
      this.#dequeue(queue, task);
      task.end();
    }
    this.#settle(queue);
  }

  stop(): void {
    this.#isStopped = true;
    for (const queue of [...this.#queues.values()]) this.release(queue);
  }

  #queueOf(key: string): TargetQueue {
    const known = this.#queues.get(key);
    if (known) return known;
    const queue = new TargetQueue(key, this.healthOf(key) === 'unresponsive');
    this.#queues.set(key, queue);
    return queue;
  }

  #nextOf(queue: TargetQueue): Kind | undefined {
    return queue.nextKind(this.healthOf(queue.key), this.limits.concurrencyPerTarget);
  }

  /** Returns undefined if the queue or the slots are at their limit. */
  #begin(queue: TargetQueue, kind: Kind | undefined): Place | undefined {
    const lane = kind && this.#slots.laneFor(kind);
    if (!lane) return undefined;
    queue.active += 1;
    lane.active += 1;
    const place = new Place(this, queue, kind, lane, this.limits.now());
    if (this.limits.concurrencyUnanswered > 0) this.#watch(place, place.began);
    return place;
  }

  /** Ends a task that has a place: see `Place.end`. */
  finish(place: Place, answered: boolean | undefined): void {
    const { queue, lane, began, isSlow } = place;
    this.#watched.delete(place);
    if (isSlow) queue.slow -= 1;
    queue.active -= 1;
    lane.active -= 1;
    if (answered || (answered === false && !this.#health.hasAnsweredSince(queue.key, began)))
      this.#note(queue, answered);
    this.#settle(queue);
    this.#startNext();
  }

  #watch(place: Place, now: number): void {
    place.slowAt = now + SLOW_AFTER;
    this.#watched.add(place);
    this.#planLook(now);
  }

  #planLook(now: number): void {
    const [first] = this.#watched;
    // The timer of a planned look may never fire: Workers end timers with the request that began them.
    if (!first || this.#looksAt > now) return;
    const at = Math.max(first.slowAt, now + 1);
    this.#looksAt = at;
    const look = (): void => {
      if (this.#looksAt === at) this.#look();
    };
    leaveRunning(setTimeout(look, at - now));
  }

  /** Finds the tasks that are slow. There may be none yet, since a timer may fire a little early. */
  #look(): void {
    const now = this.limits.now();
    this.#looksAt = Infinity; // plans no other look meanwhile
    for (const place of this.#watched) {
      if (place.slowAt > now) break;
      this.#watched.delete(place);
      this.#slowDown(place, now);
    }
    this.#looksAt = -Infinity;
    this.#planLook(now);
  }

  /** Notes that the target of a slow task is unresponsive, and moves the task out of the way of others. */
  #slowDown(place: Place, now: number): void {
    const { queue, kind, began, lane } = place;
    if (!place.isSlow) queue.slow += 1;
    place.isSlow = true;
    if (!this.#health.hasAnsweredSince(queue.key, began)) this.#note(queue, false);
    const aside = this.#slots.laneAside(kind, lane);
    if (aside) place.lane = aside;
    else this.#watch(place, now);
    lane.active -= 1;
    place.lane.active += 1;
    this.#settle(queue);
    this.#startNext();
  }

  #note(queue: TargetQueue, answered: boolean): void {
    const { concurrencyUnanswered, now, onShorter, releasesUnresponsive } = this.limits;
    if (concurrencyUnanswered === 0) return;
    this.#health.note(queue.key, answered, now());
    if (queue.isUnresponsive !== answered) return;
    queue.isUnresponsive = !answered;
    this.#waiting += answered ? queue.waiting.size : -queue.waiting.size;
    if (answered) return;
    onShorter?.();
    if (releasesUnresponsive) this.release(queue);
  }

  #dequeue(queue: TargetQueue, task: WaitingTask): void {
    queue.waiting.delete(task);
    if (queue.isUnresponsive) return;
    this.#waiting -= 1;
    this.limits.onShorter?.();
  }

  #startNext(): void {
    for (const [kind, queues] of this.#turns) {
      // A queue that is settled is visited again after the others.
      for (const queue of queues) {
        if (!this.#slots.laneFor(kind)) break;
        queues.delete(queue);
        queue.turns = undefined;
        // A responsive target may have become idle since it was settled.
        const [task] = queue.waiting;
        const place = this.#nextOf(queue) === kind ? this.#begin(queue, kind) : undefined;
        if (task && place) {
          this.#dequeue(queue, task);
          task.end(place);
        }
        this.#settle(queue);
      }
    }
  }

  /** Puts a queue in line for its next task, and forgets it if it has no task. */
  #settle(queue: TargetQueue): void {
    const kind = queue.waiting.size > 0 ? this.#nextOf(queue) : undefined;
    const turns = kind && this.#turns.get(kind);
    if (turns !== queue.turns) {
      queue.turns?.delete(queue);
      turns?.add(queue);
      queue.turns = turns;
    }
    if (queue.isEmpty) this.#queues.delete(queue.key);
  }
}
