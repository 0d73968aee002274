import { type Abortable, addAbortable, removeAbortable } from '../abort-signals.js';
import type { Kind, Lane } from './slots.js';
import type { Health } from './target-health.js';

/** The tasks of one target: an origin, or another group of jobs. */
export class TargetQueue {
  /** Waiting tasks in order of arrival. It is a Set, so that an aborted task is removed without a search. */
  readonly waiting = new Set<WaitingTask>();
  /** Number of running tasks. */
  active = 0;
  /** Number of running tasks that have waited longer than SLOW_AFTER. */
  slow = 0;
  /** The queues that it takes turns with, if its next task may start. */
  turns: Set<TargetQueue> | undefined;

  /** @param isUnresponsive true if the target did not respond to its last task */
  constructor(
    readonly key: string,
    public isUnresponsive: boolean,
  ) {}

  get isEmpty(): boolean {
    return this.waiting.size === 0 && this.active === 0;
  }

  /**
   * Returns the kind of the next task, or undefined if the queue is at its limit. A target that responds has
   * its full share, any other one has a single task. A slow task allows a further one, so that a target that
   * responds again is noticed before the slow task ends.
   */
  nextKind(health: Health, limit: number): Kind | undefined {
    if (this.active >= limit) return undefined;
    if (health === 'responsive') return health;
    if (health !== 'unresponsive') return this.active === 0 ? health : undefined;
    if (this.active !== this.slow) return undefined;
    return this.slow > 0 ? 'further' : health;
  }
}

/** The limiter of the tasks. */
interface Owner {
  /** Ends a task that has a place: see `Place.end`. */
  finish(place: Place, answered: boolean | undefined): void;
  /** Lets waiting tasks go without a place. */
  release(queue: TargetQueue, tasks: readonly WaitingTask[]): void;
}

/** The place of a running task. */
export class Place {
  /** True if it has waited longer than SLOW_AFTER. */
  isSlow = false;
  /** Time from which it counts as slow. */
  slowAt = Infinity;

  constructor(
    private readonly owner: Owner,
    readonly queue: TargetQueue,
    readonly kind: Kind,
    public lane: Lane,
    /** Start in milliseconds of a monotonic clock. */
    readonly began: number,
  ) {}

  /** @param answered whether the target responded; undefined if unknown */
  end(answered?: boolean): void {
    this.owner.finish(this, answered);
  }
}

/** A task that waits for a place. */
export class WaitingTask implements Abortable {
  constructor(
    private readonly owner: Owner,
    private readonly queue: TargetQueue,
    private readonly resolve: (place: Place | undefined) => void,
    private readonly signal: AbortSignal | undefined,
  ) {
    if (signal) addAbortable(signal, this);
  }

  end(place?: Place): void {
    if (this.signal) removeAbortable(this.signal, this);
    this.resolve(place);
  }

  abort(): void {
    this.owner.release(this.queue, [this]);
  }
}
