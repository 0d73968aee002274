import { TargetHealth, type Health } from './target-health.js';

export interface TargetQueue<Start> {
  readonly key: string;
  active: number;
  /** Number of running tasks that have waited longer than PATIENCE. */
  slow: number;
  /** Waiting tasks in order of arrival. It is a Set, so that an aborted task is removed without a search. */
  readonly waiting: Set<Start>;
  isUnresponsive: boolean;
}

export interface TargetQueuesOptions {
  readonly countsHealth: boolean;
  readonly now: () => number;
  readonly onShorter: () => void;
}

export class TargetQueues<Start> {
  readonly #queues = new Map<string, TargetQueue<Start>>();
  readonly #health = new TargetHealth();
  #waiting = 0;

  constructor(readonly options: TargetQueuesOptions) {}

  get waiting(): number {
    return this.#waiting;
  }

  get(key: string): TargetQueue<Start> {
    const known = this.#queues.get(key);
    if (known) return known;
    const isUnresponsive = this.healthOf(key) === 'unresponsive';
    const queue = { key, active: 0, slow: 0, waiting: new Set<Start>(), isUnresponsive };
    this.#queues.set(key, queue);
    return queue;
  }

  dropIdle(queue: TargetQueue<Start>): void {
    if (queue.waiting.size === 0 && queue.active === 0) this.#queues.delete(queue.key);
  }

  enqueue(queue: TargetQueue<Start>, start: Start): void {
    queue.waiting.add(start);
    if (!queue.isUnresponsive) this.#waiting += 1;
  }

  dequeue(queue: TargetQueue<Start>, start: Start): void {
    if (!queue.waiting.delete(start) || queue.isUnresponsive) return;
    this.#waiting -= 1;
    this.options.onShorter();
  }

  healthOf(key: string): Health {
    return this.options.countsHealth ? this.#health.of(key, this.options.now()) : 'responsive';
  }

  hasAnsweredSince(key: string, moment: number): boolean {
    return this.#health.hasAnsweredSince(key, moment);
  }

  note(queue: TargetQueue<Start>, answered: boolean): void {
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

/** Queues whose first task may start when a slot is free, in the order in which they take turns. */
export class ReadyQueue<Queue> {
  readonly #lines: Readonly<Record<Line, Set<Queue>>> = {
    responsive: new Set(),
    extra: new Set(),
    idle: new Set(),
    unresponsive: new Set(),
    further: new Set(),
  };

  /** Adds a queue. If it is already waiting in the right line, it keeps its turn. */
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
