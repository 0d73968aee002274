import type { OpenApiDocument, ParameterObject } from '../../documents/openapi/types/document.js';
import type { DocumentedOperation } from './operations.js';
import type { Direction } from '../../documents/json-schema/hidden-properties.js';

/** Is notified of the parts of a message that a document describes. */
export interface MessageObserver {
  /** Called with the key in `responses` that documents the status. @returns the observer of the response's content */
  readonly response: (key: string) => MessageObserver;
  /** Called with the key in `content` that documents the body. */
  readonly content: (key: string) => void;
  /** Called for a valid parameter and for an absent optional one. */
  readonly parameter: (found: FoundParameter, isThere: boolean) => void;
  /** Called with a value that matches the schema at this pointer. */
  readonly value: (pointer: string, value: unknown) => void;
}

/** Returns the observer for a message of an operation. */
export type Observe = (operation: DocumentedOperation, direction: Direction) => MessageObserver;

/** Counts the parts of a document that exchanges use: a `SpecCoverage`. */
export interface ExchangeCounter {
  /** Starts an exchange that is compared with the document. */
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
