import type { SchemaFault } from './schemas/checker.js';

/** The kind of a mismatch. Stable. */
export type MismatchCode =
  | 'operation-undocumented'
  | 'status-undocumented'
  | 'content-type-missing'
  | 'content-type-undocumented'
  | 'body-missing'
  | 'body-undocumented'
  | 'body-unreadable'
  | 'body-invalid'
  | 'header-missing'
  | 'header-invalid'
  | 'parameter-missing'
  | 'parameter-undocumented'
  | 'parameter-invalid';

/** A part of an exchange that does not match the document. */
export interface Mismatch {
  /** The kind of the mismatch. Stable. */
  readonly code: MismatchCode;
  /** The operation, such as `GET /users/{id}`; undefined for an undocumented one. */
  readonly operation: string | undefined;
  /** The place, such as `response body`, `response header etag` or `query parameter page`. */
  readonly place: string;
  /** JSON Pointer into the value at that place, as a URI fragment: `#/items/0/name`. */
  readonly pointer: string;
  /** The violated keyword or field of OpenAPI: `required`, `type`, `format`, `responses`. */
  readonly rule: string;
  /** One sentence. It contains no values, which may be secret. */
  readonly message: string;
  /** JSON Pointer into the document, as a URI fragment. */
  readonly documented: string;
}

export interface Place {
  readonly name: string;
  /** JSON Pointer into the document, as a URI fragment. */
  readonly documented: string;
}

export class MismatchList {
  readonly #found: Mismatch[] = [];

  constructor(readonly operation: string | undefined) {}

  get all(): readonly Mismatch[] {
    return this.#found;
  }

  /** @param message the part of the sentence after the name of the place */
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
