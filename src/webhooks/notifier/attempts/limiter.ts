import { onAbort } from '../runtime.js';
import type { EngineLimits } from '../engine.js';
import { PATIENCE, type Health, ReadyQueue, TargetQueues, type TargetQueue } from './target-queues.js';

export interface Limits extends EngineLimits {
  readonly now: () => number;
  readonly onShorter?: () => void;
}

export interface Place {
  /** @param answered whether the target responded; undefined if unknown */
  end(answered?: boolean): void;
}

interface Waiter {
  readonly start: (lane: Lane) => void;
  readonly leave: () => void;
}

type Queue = TargetQueue<Waiter>;

interface Lane {
  active: number;
  readonly limit: number;
}

interface Running {
  readonly queue: Queue;
  readonly began: number;
  readonly isUnresponsive: boolean;
  isSlow: boolean;
  lane: Lane;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Limits concurrent tasks, in total and per target. Targets take turns. A responsive target gets its full share. Any
 * other target gets one extra slot, so that silent targets do not delay others. A task that waits for long allows a
 * further one: a target that responds again is noticed before the first task ends.
 */
export class Limiter {
  readonly #queues: TargetQueues<Waiter>;
  readonly #general: Lane;
  readonly #extra: Lane;
  readonly #slow: Lane;
  readonly #further: Lane;
  readonly #ready = new ReadyQueue<Queue>();
  #unresponsive = 0;
  #isStopped = false;

  constructor(readonly limits: Limits) {
    const { concurrency, concurrencyUnanswered: extra, now, onShorter = () => undefined } = limits;
    this.#queues = new TargetQueues({ countsHealth: extra > 0, now, onShorter });
    this.#general = { active: 0, limit: concurrency };
    this.#extra = { active: 0, limit: extra };
    this.#slow = { active: 0, limit: 2 * extra };
    this.#further = { active: 0, limit: Math.floor(extra / 4) };
  }

  get waiting(): number {
    return this.#queues.waiting;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  get extra(): number {
    return this.#extra.active + this.#slow.active + this.#further.active;
  }

  get isFull(): boolean {
    return !hasRoom(this.#general) && !hasRoom(this.#extra);
  }

  healthOf(key: string): Health {
    return this.#queues.healthOf(key);
  }

  waitingFor(key: string): number {
    return this.#queues.find(key)?.waiting.size ?? 0;
  }

  take(key: string): Place | undefined {
    if (this.#isStopped) return undefined;
    const queue = this.#queues.get(key);
    const lane = this.#freeLane(queue);
    if (lane) return this.#begin(queue, lane);
    this.#queues.dropIdle(queue);
    return undefined;
  }

  /** Waits for a place. Resolves to undefined if the signal is aborted first, or after `letGo` or `stop`. */
  wait(key: string, signal?: AbortSignal): Promise<Place | undefined> {
    if (this.#isStopped) return Promise.resolve(undefined);
    const queue = this.#queues.get(key);
    return new Promise((resolve) => {
      const waiter: Waiter = {
        start: (lane) => {
          stopListening?.();
          resolve(this.#begin(queue, lane));
        },
        leave: () => {
          stopListening?.();
          this.#queues.dequeue(queue, waiter);
          this.#settle(queue);
          resolve(undefined);
        },
      };
      const stopListening = signal && onAbort(signal, waiter.leave);
      this.#queues.enqueue(queue, waiter);
      this.#settle(queue);
    });
  }

  letGo(key: string, keep = 0): void {
    for (const waiter of [...(this.#queues.find(key)?.waiting ?? [])].slice(keep)) waiter.leave();
  }

  stop(): void {
    this.#isStopped = true;
    for (const key of this.#queues.keys()) this.letGo(key);
  }

  async run<T>(
    key: string,
    signal: AbortSignal,
    task: () => Promise<T>,
    hasAnswered: (result: T) => boolean | undefined = () => true,
  ): Promise<T> {
    signal.throwIfAborted();
    const place = this.take(key) ?? (await this.wait(key, signal));
    if (!place) throw signal.reason as Error;
    let answered: boolean | undefined;
    try {
      const result = await task();
      answered = hasAnswered(result);
      return result;
    } finally {
      place.end(answered);
    }
  }

  #freeLane(queue: Queue): Lane | undefined {
    const health = this.healthOf(queue.key);
    if (queue.waiting.size > 0 || !this.#mayBegin(queue, health)) return undefined;
    if (health === 'unresponsive') return this.#laneForUnresponsive(queue.slow);
    if (health !== 'responsive' && hasRoom(this.#extra)) return this.#extra;
    return health !== 'new' && hasRoom(this.#general) ? this.#general : undefined;
  }

  /** Returns whether an unresponsive target may start. It reserves a quarter of the extra slots for new targets. */
  get #hasRoomForUnresponsive(): boolean {
    const { limit } = this.#extra;
    return hasRoom(this.#extra) && this.#unresponsive < Math.max(1, Math.floor(limit * 0.75));
  }

  #laneForUnresponsive(slow: number): Lane | undefined {
    if (slow > 0) return hasRoom(this.#further) ? this.#further : undefined;
    return this.#hasRoomForUnresponsive ? this.#extra : undefined;
  }

  #mayBegin({ active, slow }: Queue, health: Health): boolean {
    if (active >= this.limits.concurrencyPerTarget) return false;
    return health === 'responsive' || active === (health === 'unresponsive' ? slow : 0);
  }

  #begin(queue: Queue, lane: Lane): Place {
    const isUnresponsive = lane === this.#extra && this.healthOf(queue.key) === 'unresponsive';
    const running: Running = {
      queue,
      began: this.limits.now(),
      lane,
      isUnresponsive,
      isSlow: false,
      timer: undefined,
    };
    if (isUnresponsive) this.#unresponsive += 1;
    queue.active += 1;
    lane.active += 1;
    if (this.limits.concurrencyUnanswered > 0) this.#watch(running);
    return {
      end: (answered) => {
        this.#end(running, answered);
      },
    };
  }

  #watch(running: Running): void {
    running.timer = setTimeout(() => {
      this.#keptWaiting(running);
    }, PATIENCE).unref();
  }

  #end(running: Running, answered: boolean | undefined): void {
    const { queue, lane, began } = running;
    clearTimeout(running.timer);
    if (running.isSlow) queue.slow -= 1;
    if (running.isUnresponsive) this.#unresponsive -= 1;
    queue.active -= 1;
    lane.active -= 1;
    if (answered || (answered === false && !this.#queues.hasAnsweredSince(queue.key, began)))
      this.#queues.note(queue, answered);
    this.#settle(queue);
    this.#startNext();
  }

  /**
   * Marks the target of a slow task as unresponsive, and moves the task to the lane of slow ones, so that other targets
   * get its place. Tasks of targets that were already unresponsive keep theirs: there is a limit for them.
   */
  #keptWaiting(running: Running): void {
    const { queue, began, lane } = running;
    if (!running.isSlow) queue.slow += 1;
    running.isSlow = true;
    if (!this.#queues.hasAnsweredSince(queue.key, began)) this.#queues.note(queue, false);
    if (lane === this.#general || (lane === this.#extra && !running.isUnresponsive)) {
      if (hasRoom(this.#slow)) {
        lane.active -= 1;
        this.#slow.active += 1;
        running.lane = this.#slow;
      } else this.#watch(running);
    }
    this.#settle(queue);
    this.#startNext();
  }

  #startNext(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      const { queue, lane } = next;
      const [waiter] = queue.waiting;
      if (waiter === undefined) return;
      this.#queues.dequeue(queue, waiter);
      waiter.start(lane);
      this.#ready.remove(queue); // moves the queue to the end of its line
      this.#settle(queue);
    }
  }

  #next(): { queue: Queue; lane: Lane } | undefined {
    const general = this.#general;
    const responsive = hasRoom(general) ? this.#firstResponsive() : undefined;
    if (responsive) return { queue: responsive, lane: general };
    const extra =
      (hasRoom(this.#extra) ? this.#ready.first('extra') : undefined) ??
      (this.#hasRoomForUnresponsive ? this.#ready.first('unresponsive') : undefined);
    if (extra) return { queue: extra, lane: this.#extra };
    const further = hasRoom(this.#further) ? this.#ready.first('further') : undefined;
    if (further) return { queue: further, lane: this.#further };
    const idle = hasRoom(general) ? this.#ready.first('idle') : undefined;
    return idle && { queue: idle, lane: general };
  }

  #firstResponsive(): Queue | undefined {
    for (;;) {
      const queue = this.#ready.first('responsive');
      if (!queue || this.healthOf(queue.key) === 'responsive') return queue;
      this.#settle(queue);
    }
  }

  #settle(queue: Queue): void {
    const health = this.healthOf(queue.key);
    const isFurther = health === 'unresponsive' && queue.slow > 0;
    if (queue.waiting.size > 0 && this.#mayBegin(queue, health))
      this.#ready.place(queue, isFurther ? 'further' : health);
    else this.#ready.remove(queue);
    this.#queues.dropIdle(queue);
  }
}

function hasRoom({ active, limit }: Lane): boolean {
  return active < limit;
}
