import { onAbort } from '../abort-signals.js';
import type { EngineLimits } from '../engine.js';
import { type Health, PATIENCE, TargetHealth } from './target-health.js';

interface Limits extends EngineLimits {
  readonly now: () => number;
  /** Called when fewer tasks wait. */
  readonly onShorter?: () => void;
  /** True to let the waiting tasks of a target go when it becomes unresponsive. @default false: they wait */
  readonly letsSilentGo?: boolean;
}

export interface Place {
  /** @param answered whether the target responded; undefined if unknown */
  end(answered?: boolean): void;
}

/** A number of slots, some of which may belong to a larger lane. */
class Lane {
  active = 0;

  constructor(
    readonly limit: number,
    readonly within?: Lane,
  ) {}

  get hasRoom(): boolean {
    return this.active < this.limit && this.within?.hasRoom !== false;
  }

  add(count: 1 | -1): void {
    this.active += count;
    this.within?.add(count);
  }
}

interface Waiter {
  readonly start: (lane: Lane) => void;
  readonly leave: () => void;
}

interface Target {
  readonly key: string;
  active: number;
  /** Number of running tasks that have waited longer than PATIENCE. */
  slow: number;
  /** Waiting tasks in order of arrival. It is a Set, so that an aborted task is removed without a search. */
  readonly waiting: Set<Waiter>;
  isUnresponsive: boolean;
  /** The targets of the same kind, if a task may start. */
  ready: Set<Target> | undefined;
}

/** Health of a target, or `further` if it is unresponsive and has slow tasks. The first kind is served first. */
const KINDS = ['responsive', 'new', 'idle', 'unresponsive', 'further'] as const satisfies (
  | Health
  | 'further'
)[];

type Kind = (typeof KINDS)[number];

interface Running {
  readonly target: Target;
  readonly began: number;
  lane: Lane;
  isSlow: boolean;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Limits concurrent tasks, in total and per target. Targets take turns. A responsive target gets its full share. Any
 * other target gets one extra slot, so that silent targets do not delay others. A task that waits for long allows a
 * further one: a target that responds again is noticed before the first task ends.
 */
export class Limiter {
  readonly #targets = new Map<string, Target>();
  readonly #health = new TargetHealth();
  readonly #general: Lane;
  readonly #extra: Lane;
  readonly #slow: Lane;
  readonly #further: Lane;
  /** Targets with a task that may start, and the lanes of each kind. */
  readonly #ready: Readonly<Record<Kind, { readonly targets: Set<Target>; readonly lanes: readonly Lane[] }>>;
  /** Number of waiting tasks, without those of unresponsive targets. */
  #waiting = 0;
  #isStopped = false;

  constructor(readonly limits: Limits) {
    const { concurrency, concurrencyUnanswered: extra } = limits;
    this.#general = new Lane(concurrency);
    this.#extra = new Lane(extra);
    this.#slow = new Lane(2 * extra);
    this.#further = new Lane(Math.floor(extra / 4));
    // The other quarter of the extra slots is reserved for new targets.
    const unresponsive = new Lane(Math.max(1, Math.floor(extra * 0.75)), this.#extra);
    this.#ready = {
      responsive: { targets: new Set(), lanes: [this.#general] },
      new: { targets: new Set(), lanes: [this.#extra] },
      idle: { targets: new Set(), lanes: [this.#extra, this.#general] },
      unresponsive: { targets: new Set(), lanes: [unresponsive] },
      further: { targets: new Set(), lanes: [this.#further] },
    };
  }

  get waiting(): number {
    return this.#waiting;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Number of running tasks beside those of responsive targets. */
  get extra(): number {
    return this.#extra.active + this.#slow.active + this.#further.active;
  }

  get isFull(): boolean {
    return !this.#general.hasRoom && !this.#extra.hasRoom;
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
    const lane = kind && this.#ready[kind].lanes.find((one) => one.hasRoom);
    if (lane) return this.#begin(target, lane);
    this.#settle(target);
    return undefined;
  }

  /** Waits for a place. Resolves to undefined if the signal is aborted first, or after `letGo` or `stop`. */
  wait(key: string, signal?: AbortSignal): Promise<Place | undefined> {
    if (this.#isStopped) return Promise.resolve(undefined);
    const target = this.#targetOf(key);
    return new Promise((resolve) => {
      const leave = (): void => {
        stopListening?.();
        this.#dequeue(target, waiter);
        this.#settle(target);
        resolve(undefined);
      };
      const stopListening = signal && onAbort(signal, leave);
      const start = (lane: Lane): void => {
        stopListening?.();
        this.#dequeue(target, waiter);
        resolve(this.#begin(target, lane));
      };
      const waiter = { start, leave };
      target.waiting.add(waiter);
      if (!target.isUnresponsive) this.#waiting += 1;
      this.#settle(target);
    });
  }

  letGo(key: string, keep = 0): void {
    for (const waiter of [...(this.#targets.get(key)?.waiting ?? [])].slice(keep)) waiter.leave();
  }

  stop(): void {
    this.#isStopped = true;
    for (const key of [...this.#targets.keys()]) this.letGo(key);
  }

  /** Runs a task when there is a place. Rejects with the signal's reason if it is aborted before. */
  async run<T>(
    key: string,
    signal: AbortSignal,
    task: () => Promise<T>,
    hasAnswered: (result: T) => boolean | undefined = () => true,
  ): Promise<T> {
    signal.throwIfAborted();
    const place = this.take(key) ?? (await this.wait(key, signal));
    if (!place) {
      signal.throwIfAborted();
      throw new Error('The limiter was stopped.');
    }
    let answered: boolean | undefined;
    try {
      const result = await task();
      answered = hasAnswered(result);
      return result;
    } finally {
      place.end(answered);
    }
  }

  #targetOf(key: string): Target {
    const known = this.#targets.get(key);
    if (known) return known;
    const isUnresponsive = this.healthOf(key) === 'unresponsive';
    const target = { key, active: 0, slow: 0, waiting: new Set<Waiter>(), isUnresponsive, ready: undefined };
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

  #begin(target: Target, lane: Lane): Place {
    const began = this.limits.now();
    const running: Running = { target, began, lane, isSlow: false, timer: undefined };
    target.active += 1;
    lane.add(1);
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

  #end({ target, lane, began, isSlow, timer }: Running, answered: boolean | undefined): void {
    clearTimeout(timer);
    if (isSlow) target.slow -= 1;
    target.active -= 1;
    lane.add(-1);
    if (answered || (answered === false && !this.#health.hasAnsweredSince(target.key, began)))
      this.#note(target, answered);
    this.#settle(target);
    this.#startNext();
  }

  /**
   * Marks the target of a slow task as unresponsive, and moves the task to the lane of slow ones, so that other targets
   * get its place. Tasks of targets that were already unresponsive keep theirs: there is a limit for them.
   */
  #keptWaiting(running: Running): void {
    const { target, began, lane } = running;
    if (!running.isSlow) target.slow += 1;
    running.isSlow = true;
    if (!this.#health.hasAnsweredSince(target.key, began)) this.#note(target, false);
    if (lane === this.#general || lane === this.#extra) {
      if (this.#slow.hasRoom) {
        lane.add(-1);
        this.#slow.add(1);
        running.lane = this.#slow;
      } else this.#watch(running);
    }
    this.#settle(target);
    this.#startNext();
  }

  #note(target: Target, answered: boolean): void {
    const { concurrencyUnanswered, now, onShorter, letsSilentGo } = this.limits;
    if (concurrencyUnanswered === 0) return;
    this.#health.note(target.key, answered, now());
    if (target.isUnresponsive !== answered) return;
    target.isUnresponsive = !answered;
    this.#waiting += answered ? target.waiting.size : -target.waiting.size;
    if (answered) return;
    onShorter?.();
    if (letsSilentGo) this.letGo(target.key);
  }

  #dequeue(target: Target, waiter: Waiter): void {
    if (!target.waiting.delete(waiter) || target.isUnresponsive) return;
    this.#waiting -= 1;
    this.limits.onShorter?.();
  }

  #startNext(): void {
    for (const kind of KINDS) {
      const { targets, lanes } = this.#ready[kind];
      // A target that is settled is visited again after the others.
      for (const target of targets) {
        const lane = lanes.find((one) => one.hasRoom);
        if (!lane) break;
        const [waiter] = target.waiting;
        targets.delete(target);
        target.ready = undefined;
        // A responsive target may have become idle since it was settled.
        if (this.#kindOf(target) === kind) waiter?.start(lane);
        this.#settle(target);
      }
    }
  }

  /** Puts the target among those of its kind whose tasks may start, and forgets it if it has no task. */
  #settle(target: Target): void {
    const { waiting, active, key, ready } = target;
    const kind = waiting.size > 0 ? this.#kindOf(target) : undefined;
    const targets = kind && this.#ready[kind].targets;
    if (targets !== ready) {
      ready?.delete(target);
      targets?.add(target);
      target.ready = targets;
    }
    if (waiting.size === 0 && active === 0) this.#targets.delete(key);
  }
}
