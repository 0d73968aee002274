import type { SchemaFault } from './schemas/explain.js';
import type { Mismatch, MismatchCode } from './types.js';

/** A place of an exchange: in words, and what the document has there. */
export interface Place {
  /** `response body`. */
  readonly name: string;
  /** JSON Pointer into the document, as a fragment. */
  readonly documented: string;
}

/** Collects what does not match in one exchange. */
export class MismatchList {
  readonly #found: Mismatch[] = [];

  constructor(readonly operation: string | undefined) {}

  get all(): readonly Mismatch[] {
    return this.#found;
  }

  /** @param message what follows the name of the place */
  add(code: MismatchCode, place: Place, rule: string, message: string, pointer = '#'): void {
    this.#found.push({
      code,
      operation: this.operation,
      place: place.name,
      pointer,
      rule,
      message: `The ${place.name}${pointer === '#' ? '' : ` at ${pointer}`} ${message}.`,
      documented: place.documented,
    });
  }

  addFaults(code: MismatchCode, place: Place, faults: readonly SchemaFault[]): void {
    for (const { rule, message, pointer } of faults) this.add(code, place, rule, message, pointer);
  }
}
