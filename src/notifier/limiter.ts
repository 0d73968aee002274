import { onAbort } from './on-abort.js';

interface Group {
  active: number;
  /** In order of arrival; a Set, so that an aborted waiter leaves without a search. */
  readonly waiting: Set<() => void>;
}

/** Bounds how much runs at once, in all and per group; groups take turns, so a slow one holds up no other. */
export class Limiter {
  #active = 0;
  readonly #groups = new Map<string, Group>();
  /** Groups with somebody waiting and a place free, in the order of their turns. */
  readonly #ready = new Set<string>();

  constructor(
    readonly total: number,
    readonly perGroup: number,
  ) {}

  /** Runs the task when there is room. Rejects, without running it, if the signal fires before. */
  async run<T>(key: string, signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    await this.#enter(key, signal);
    try {
      return await task();
    } finally {
      this.#leave(key);
    }
  }

  #enter(key: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const group = this.#group(key);
    return new Promise<void>((resolve, reject) => {
      const start = (): void => {
        stopListening();
        resolve();
      };
      const stopListening = onAbort(signal, () => {
        group.waiting.delete(start);
        this.#settle(key, group);
        reject(signal.reason as Error);
      });
      group.waiting.add(start);
      this.#settle(key, group);
      this.#pump();
    });
  }

  #leave(key: string): void {
    const group = this.#group(key);
    group.active -= 1;
    this.#active -= 1;
    this.#settle(key, group);
    this.#pump();
  }

  #pump(): void {
    while (this.#active < this.total) {
      const [key] = this.#ready;
      if (key === undefined) return;
      const group = this.#group(key);
      const [start] = group.waiting;
      if (start !== undefined) {
        group.waiting.delete(start);
        group.active += 1;
        this.#active += 1;
        start();
      }
      this.#ready.delete(key); // to the end of the line, if it is still ready
      this.#settle(key, group);
    }
  }

  #settle(key: string, group: Group): void {
    if (group.waiting.size > 0 && group.active < this.perGroup) this.#ready.add(key);
    else this.#ready.delete(key);
    if (group.waiting.size === 0 && group.active === 0) this.#groups.delete(key);
  }

  #group(key: string): Group {
    const known = this.#groups.get(key);
    if (known) return known;
    const group: Group = { active: 0, waiting: new Set() };
    this.#groups.set(key, group);
    return group;
  }
}
