import { BoundedMap } from '../../../shared/bounded-map.js';

/** Milliseconds after which a delivery that was put off comes back by itself, at the latest: its process may have died. */
const LONGEST = 60_000;
const SHORTEST = 1_000;

/** Milliseconds between two deliveries of one origin that come back by themselves. */
const APART = 10;

/** How many origins are remembered. Deliveries of one that is forgotten come back by themselves. */
const REMEMBERED = 10_000;

/** Deliveries for which their origin had no room, in their order: they are fetched back when it has. */
export class PutOff {
  readonly #ids = new BoundedMap<string, Set<string>>(REMEMBERED);

  /** @returns when the delivery comes back by itself, in milliseconds since the epoch */
  add(origin: string, id: string): number {
    const ids = this.#ids.get(origin) ?? new Set();
    ids.add(id);
    this.#ids.set(origin, ids);
    return Date.now() + Math.min(SHORTEST + ids.size * APART, LONGEST);
  }

  /** Forgets a delivery that came back. */
  delete(origin: string, id: string): void {
    const ids = this.#ids.get(origin);
    if (ids?.delete(id) && ids.size === 0) this.#ids.delete(origin);
  }

  /** Takes the ids of so many deliveries of an origin, the first ones first. */
  take(origin: string, count: number): readonly string[] {
    const ids = [...(this.#ids.get(origin) ?? [])].slice(0, count);
    for (const id of ids) this.delete(origin, id);
    return ids;
  }
}
