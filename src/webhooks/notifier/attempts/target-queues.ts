import { BoundedMap } from '../../../shared/bounded-map.js';
import type { AttemptRecord } from '../delivery.js';

/** Milliseconds without a response after which a target is unresponsive. */
export const PATIENCE = 1_000;

/**
 * Milliseconds within which a response counts as fast. It is less than PATIENCE, so that a silent target gets no more
 * slots before it is noticed.
 */
const FRESH = PATIENCE / 2;

/** Maximum number of targets to store. Those without a response for the longest time are deleted first. */
const REMEMBERED = 10_000;

/**
 * Recent behaviour of a target. `responsive`: it responded within the last half second; `idle`: it responded to the
 * last attempt; `unresponsive`: it did not; `new`: there was no attempt.
 */
export type Health = 'new' | 'responsive' | 'idle' | 'unresponsive';

const NEVER = -Infinity;

/** Stores when each target last responded, in milliseconds of a monotonic clock. */
export class TargetHealth {
  readonly #answered = new BoundedMap<string, number>(REMEMBERED);

  of(target: string, now: number): Health {
    const answered = this.#answered.get(target);
    if (answered === undefined) return 'new';
    if (answered === NEVER) return 'unresponsive';
    return now - answered <= FRESH ? 'responsive' : 'idle';
  }

  hasAnsweredSince(target: string, moment: number): boolean {
    return (this.#answered.get(target) ?? NEVER) >= moment;
  }

  note(target: string, answered: boolean, now: number): void {
    this.#answered.set(target, answered ? now : NEVER);
  }
}

/** Returns whether the target responded. A refused connection counts, and so does an immediate failure. */
export function hasAnswered({ stalled, status, error, duration }: AttemptRecord): boolean {
  return !stalled && (status !== undefined || error === undefined || duration < PATIENCE);
}

export interface TargetQueue<Waiter> {
  readonly key: string;
  active: number;
  /** Number of running tasks that have waited longer than PATIENCE. */
  slow: number;
  /** Waiting tasks in order of arrival. It is a Set, so that an aborted task is removed without a search. */
  readonly waiting: Set<Waiter>;
  isUnresponsive: boolean;
}

export interface TargetQueuesOptions {
  readonly countsHealth: boolean;
  readonly now: () => number;
  readonly onShorter: () => void;
}

export class TargetQueues<Waiter> {
  readonly #queues = new Map<string, TargetQueue<Waiter>>();
  readonly #health = new TargetHealth();
  #waiting = 0;

  constructor(readonly options: TargetQueuesOptions) {}

  get waiting(): number {
    return this.#waiting;
  }

  keys(): Iterable<string> {
    return [...this.#queues.keys()];
  }

  find(key: string): TargetQueue<Waiter> | undefined {
    return this.#queues.get(key);
  }

  get(key: string): TargetQueue<Waiter> {
    const known = this.#queues.get(key);
    if (known) return known;
    const isUnresponsive = this.healthOf(key) === 'unresponsive';
    const queue = { key, active: 0, slow: 0, waiting: new Set<Waiter>(), isUnresponsive };
    this.#queues.set(key, queue);
    return queue;
  }

  dropIdle(queue: TargetQueue<Waiter>): void {
    if (queue.waiting.size === 0 && queue.active === 0) this.#queues.delete(queue.key);
  }

  enqueue(queue: TargetQueue<Waiter>, waiter: Waiter): void {
    queue.waiting.add(waiter);
    if (!queue.isUnresponsive) this.#waiting += 1;
  }

  dequeue(queue: TargetQueue<Waiter>, waiter: Waiter): void {
    if (!queue.waiting.delete(waiter) || queue.isUnresponsive) return;
    this.#waiting -= 1;
    this.options.onShorter();
  }

  healthOf(key: string): Health {
    return this.options.countsHealth ? this.#health.of(key, this.options.now()) : 'responsive';
  }

  hasAnsweredSince(key: string, moment: number): boolean {
    return this.#health.hasAnsweredSince(key, moment);
  }

  note(queue: TargetQueue<Waiter>, answered: boolean): void {
    if (!this.options.countsHealth) return;
    this.#health.note(queue.key, answered, this.options.now());
    if (queue.isUnresponsive === !answered) return;
    queue.isUnresponsive = !answered;
    this.#waiting += answered ? queue.waiting.size : -queue.waiting.size;
    if (!answered) this.options.onShorter();
  }
}

const LINES = {
  responsive: ['responsive'],
  idle: ['extra', 'idle'],
  new: ['extra'],
  unresponsive: ['unresponsive'],
  further: ['further'],
} as const;

type Line = (typeof LINES)[keyof typeof LINES][number];

export class ReadyQueue<Queue> {
  readonly #lines: Readonly<Record<Line, Set<Queue>>> = {
    responsive: new Set(),
    extra: new Set(),
    idle: new Set(),
    unresponsive: new Set(),
    further: new Set(),
  };

  place(queue: Queue, kind: keyof typeof LINES): void {
    const lines: readonly string[] = LINES[kind];
    for (const [line, queues] of Object.entries(this.#lines))
      if (lines.includes(line)) queues.add(queue);
      else queues.delete(queue);
  }

  remove(queue: Queue): void {
    for (const queues of Object.values(this.#lines)) queues.delete(queue);
  }

  first(line: Line): Queue | undefined {
    const [queue] = this.#lines[line];
    return queue;
  }
}
