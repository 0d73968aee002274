import type { OpenApiDocument, ParameterObject } from '../../documents/openapi/types/document.js';
import type { DocumentedOperation } from './operations.js';
import type { Direction } from '../../documents/json-schema/hidden-properties.js';

/** Receives what one message of an exchange exercises. */
export interface MessageObserver {
  /** Called with the key of `responses` that documents the status. @returns the observer of its content */
  readonly response: (key: string) => MessageObserver;
  /** Called with the key of `content` that documents the body. */
  readonly content: (key: string) => void;
  /** Called for a valid parameter, and for an optional one that is absent. */
  readonly parameter: (found: FoundParameter, isThere: boolean) => void;
  /** Called with a value that satisfies the schema at this pointer. */
  readonly value: (pointer: string, value: unknown) => void;
}

/** Returns the observer of a message of an operation. */
export type Observe = (operation: DocumentedOperation, direction: Direction) => MessageObserver;

/** Counts what exchanges exercise: a `SpecCoverage`. */
export interface ExchangeCounter {
  /** Starts an exchange that is compared with this document. */
  begin(document: OpenApiDocument): Observe;
}

const none = (): void => undefined;

export const NO_OBSERVER: MessageObserver = {
  response: () => NO_OBSERVER,
  content: none,
  parameter: none,
  value: none,
};

export interface FoundParameter {
  readonly parameter: ParameterObject;
  readonly pointer: string;
}
