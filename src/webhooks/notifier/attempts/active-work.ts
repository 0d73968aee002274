import { LONGEST_TIMER } from '../runtime.js';
import type { StopOptions } from '../engine.js';

/** Milliseconds that `stop` gives what is under way. */
export const GRACE = 10_000;

/** Milliseconds that an attempt has to end after it was told to. */
export const HEED = 2_000;

/** Counts what is under way, and waits for its end. */
export class UnderWay {
  #count = 0;
  #whenIdle: (() => void)[] = [];
  #breakOff = new AbortController();

  /** Fires when the time of grace is over. */
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

  /** Resolves when nothing is under way any more; breaks it off when the time is over. */
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
}
