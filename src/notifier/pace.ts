/** Milliseconds of work after which others have their turn. */
const LONGEST = 8;

/** Divides long work into pieces, between which everything else in the process has its turn. */
export class Pace {
  #began = performance.now();

  /** Whether it is time to rest. */
  get isSpent(): boolean {
    return performance.now() - this.#began >= LONGEST;
  }

  async rest(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    this.#began = performance.now();
  }
}
