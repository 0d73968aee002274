import type { SchemaFault } from './schemas/explain.js';
import type { Mismatch, MismatchCode } from './mismatch.js';
import type { OpenApiDocument, ParameterObject } from '../../documents/openapi/types/document.js';
import type { DocumentedOperation } from './operations.js';
import type { Direction } from './schemas/translate.js';

export interface Place {
  /** `response body`. */
  readonly name: string;
  /** JSON Pointer into the document, as a fragment. */
  readonly documented: string;
}

export class MismatchList {
  readonly #found: Mismatch[] = [];

  constructor(readonly operation: string | undefined) {}

  get all(): readonly Mismatch[] {
    return this.#found;
  }

  /** @param message follows the name of the place */
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

/** Receives what one message of an exchange exercises. */
export interface Seen {
  /** The status is documented by this key of `responses`. @returns the observer of its content */
  readonly response: (key: string) => Seen;
  /** The body is documented by this key of `content`. */
  readonly content: (key: string) => void;
  /** A valid parameter, or an optional one that is absent. */
  readonly parameter: (found: FoundParameter, isThere: boolean) => void;
  /** A value that satisfies the schema at this pointer. */
  readonly value: (pointer: string, value: unknown) => void;
}

/** Returns the observer of a message of an operation. */
export type Observe = (operation: DocumentedOperation, direction: Direction) => Seen;

/** Counts what exchanges exercise: a `SpecCoverage`. */
export interface ExchangeCounter {
  /** Starts an exchange that is compared with this document. */
  begin(document: OpenApiDocument): Observe;
}

const none = (): void => undefined;

export const UNSEEN: Seen = { response: () => UNSEEN, content: none, parameter: none, value: none };

export interface FoundParameter {
  readonly parameter: ParameterObject;
  readonly pointer: string;
}
