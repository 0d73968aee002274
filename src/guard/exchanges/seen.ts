import type { OpenApiDocument } from '../../documents/openapi/document.js';
import type { FoundParameter } from './found-parameter.js';
import type { DocumentedOperation } from './operations.js';
import type { Direction } from './schemas/translate.js';

/** Is told what of a documented operation one message of an exchange has exercised. */
export interface Seen {
  /** The answer is of this key of `responses`. @returns what is told of it from here on */
  readonly response: (key: string) => Seen;
  /** The body is of this key of `content`. */
  readonly content: (key: string) => void;
  /** A parameter that was there and is as documented, or was not there and need not be. */
  readonly parameter: (found: FoundParameter, isThere: boolean) => void;
  /** A value that satisfies the schema at this place of the document. */
  readonly value: (pointer: string, value: unknown) => void;
}

/** Begins to look at one exchange of an operation. */
export type Observe = (operation: DocumentedOperation, direction: Direction) => Seen;

/** What counts what exchanges exercise: a `SpecCoverage`. */
export interface ExchangeCounter {
  /** An exchange that is compared with this document. */
  begin(document: OpenApiDocument): Observe;
}

const none = (): void => undefined;

/** For whoever counts nothing. */
export const UNSEEN: Seen = { response: () => UNSEEN, content: none, parameter: none, value: none };
