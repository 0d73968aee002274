/** Milliseconds of work after which others have their turn. */
const LONGEST = 8;

/**
 * So many messages are built before anybody else has a turn, however long that takes: what is sent to a few is as it was
 * when `send` was called, on a machine that is busy too.
 */
export const AT_ONCE = 16;

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
