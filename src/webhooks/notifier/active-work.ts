import { after, endsWithin } from './runtime.js';

/** Milliseconds that running attempts have to end. */
export const GRACE = 10_000;

/** Milliseconds within which an aborted attempt must end. */
export const ABORT_GRACE = 2_000;

export class ActiveWork {
  #count = 0;
  #whenIdle: (() => void)[] = [];
  #breakOff = new AbortController();

  get signal(): AbortSignal {
    return this.#breakOff.signal;
  }

  /** Number of begun works that have not ended. */
  get count(): number {
    return this.#count;
  }

  begin(): void {
    this.#count += 1;
  }

  end(): void {
    this.#count -= 1;
    if (this.#count === 0) for (const resolve of this.#whenIdle.splice(0)) resolve();
  }

  get isIdle(): boolean {
    return this.#count === 0;
  }

  /** Waits until there is no work. */
  async idle(): Promise<void> {
    while (!this.isIdle) await new Promise<void>((resolve) => this.#whenIdle.push(resolve));
  }

  /**
   * Waits for the work, and aborts it after `grace`. It does not wait for attempts that ignore the signal:
   * another worker makes those of a store after their lease ends.
   */
  async stop({ grace = GRACE }: { readonly grace?: number } = {}): Promise<void> {
    if (this.isIdle) return;
    const breakOff = after(grace, () => {
      this.#breakOff.abort();
      this.#breakOff = new AbortController();
    });
    await endsWithin(this.idle(), grace + ABORT_GRACE);
    clearTimeout(breakOff);
  }
}
