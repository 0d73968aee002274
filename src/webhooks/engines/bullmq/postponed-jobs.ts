/**
 * Milliseconds after which a delivery that was put off becomes due again. Normally its process makes it due
 * earlier, but that process may have died.
 */
const MAX_DELAY = 60_000;
const MIN_DELAY = 1_000;

/** Milliseconds between the times at which they become due again. */
const SPREAD = 10;

const MAX_IDS = 100_000;

/**
 * Deliveries to unresponsive targets that this process returned to the queue, so that they occupy no slot.
 */
export class PostponedJobs {
  readonly #ids = new Map<string, Set<string>>();
  #count = 0;

  /**
   * The more deliveries are put off, the longer each waits.
   *
   * @returns the time at which the delivery becomes due again, in milliseconds since the epoch
   */
  add(target: string, id: string): number {
    if (this.#count >= MAX_IDS) {
      this.#ids.clear();
      this.#count = 0;
    }
    const ids = this.#ids.get(target) ?? new Set();
    if (!ids.has(id)) this.#count += 1;
    this.#ids.set(target, ids.add(id));
    return Date.now() + Math.min(MIN_DELAY + this.#count * SPREAD, MAX_DELAY);
  }

  delete(target: string, id: string): void {
    const ids = this.#ids.get(target);
    if (!ids?.delete(id)) return;
    this.#count -= 1;
    if (ids.size === 0) this.#ids.delete(target);
  }

  take(target: string, count: number): readonly string[] {
    const ids = [...(this.#ids.get(target) ?? [])].slice(0, count);
    for (const id of ids) this.delete(target, id);
    return ids;
  }
}
