import type { Fault } from './faults.js';

interface Place {
  isRefused: boolean;
  readonly below: Map<string, Place>;
}

/** The places of faults, as a tree: a list of a thousand deep paths stays cheap to search. */
export class FaultPaths {
  readonly #root: Place = { isRefused: false, below: new Map() };

  constructor(faults: readonly Pick<Fault, 'path'>[]) {
    for (const { path } of faults) {
      let place = this.#root;
      for (const key of path) {
        let next = place.below.get(key);
        if (next === undefined)
          place.below.set(key, (next = { isRefused: false, below: new Map<string, Place>() }));
        place = next;
      }
      place.isRefused = true;
    }
  }

  /** Returns whether a fault is at the place, below it, or at a member above it. */
  tells(path: readonly string[]): boolean {
    let place = this.#root;
    for (const key of path) {
      const next = place.below.get(key);
      if (next === undefined) return false;
      if (next.isRefused) return true;
      place = next;
    }
    return place.isRefused || place.below.size > 0;
  }

  /** Returns whether a fault is at the place or below it. */
  hasWithin(path: readonly string[]): boolean {
    let place: Place | undefined = this.#root;
    for (const key of path) place = place?.below.get(key);
    return place !== undefined && (place.isRefused || place.below.size > 0);
  }
}
