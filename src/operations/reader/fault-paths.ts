import type { Fault } from './faults.js';

interface Place {
  isRefused: boolean;
  below: Map<string, Place> | undefined;
}

/** The places of faults, as a tree: a list of a thousand deep paths stays cheap to search. */
export class FaultPaths {
  readonly #root: Place = { isRefused: false, below: undefined };

  constructor(faults: readonly Pick<Fault, 'path'>[]) {
    for (const { path } of faults) {
      let place = this.#root;
      for (const key of path) {
        const below: Map<string, Place> = (place.below ??= new Map<string, Place>());
        let next = below.get(key);
        if (next === undefined) below.set(key, (next = { isRefused: false, below: undefined }));
        place = next;
      }
      place.isRefused = true;
    }
  }

  /** Returns whether a fault is at the place, below it, or at a member above it. */
  tells(path: readonly string[]): boolean {
    let place = this.#root;
    for (const key of path) {
      const next: Place | undefined = place.below?.get(key);
      if (next === undefined) return false;
      if (next.isRefused) return true;
      place = next;
    }
    return place.isRefused || place.below !== undefined;
  }

  /** Returns whether a fault is at the place or below it. */
  hasWithin(path: readonly string[]): boolean {
    let place: Place | undefined = this.#root;
    for (const key of path) place = place?.below?.get(key);
    return place !== undefined && (place.isRefused || place.below !== undefined);
  }
}
