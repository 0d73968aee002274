import { setTimeout as wait } from 'node:timers/promises';
import { LONGEST_TIMER } from '../runtime.js';
import type { StopOptions } from '../engine.js';

/** Milliseconds that running attempts have to end. */
export const GRACE = 10_000;

/** Milliseconds within which an aborted attempt must end. */
export const HEED = 2_000;

export class ActiveWork {
  #count = 0;
  #whenIdle: (() => void)[] = [];
  #breakOff = new AbortController();

  get signal(): AbortSignal {
    return this.#breakOff.signal;
  }

  begin(): void {
    this.#count += 1;
  }

  end(): void {
    this.#count -= 1;
    if (this.#count === 0) for (const resolve of this.#whenIdle.splice(0)) resolve();
  }

  async stop({ grace = GRACE }: StopOptions = {}): Promise<void> {
    const timer = setTimeout(
      () => {
        this.#breakOff.abort();
        this.#breakOff = new AbortController();
      },
      Math.min(grace, LONGEST_TIMER),
    );
    if (this.#count > 0) await new Promise<void>((resolve) => this.#whenIdle.push(resolve));
    clearTimeout(timer);
  }

  /**
   * Like `stop`, but does not wait for attempts that ignore the signal. Another worker makes them after their lease
   * ends.
   */
  async stopOrAbandon({ grace = GRACE }: StopOptions = {}): Promise<void> {
    const timer = new AbortController();
    const late = wait(Math.min(grace + HEED, LONGEST_TIMER), undefined, { signal: timer.signal });
    await Promise.race([this.stop({ grace }), late]).finally(() => {
      timer.abort();
    });
  }
}
