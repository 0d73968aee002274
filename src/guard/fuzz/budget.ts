import type { FuzzReport } from './types.js';

/** How much may still be sent, to all operations together. */
export class Budget {
  readonly #deadline: number;
  requests = 0;
  #isUnreachable = false;

  constructor(
    time: number,
    private readonly signal: AbortSignal | undefined,
  ) {
    this.#deadline = performance.now() + time;
  }

  /** Why nothing more may be sent; undefined while something may. */
  get ended(): Exclude<FuzzReport['ended'], 'done'> | undefined {
    if (this.#isUnreachable) return 'unreachable';
    if (this.signal?.aborted === true) return 'stopped';
    return performance.now() > this.#deadline ? 'time' : undefined;
  }

  /** Nobody answers at all. */
  giveUp(): void {
    this.#isUnreachable = true;
  }
}
