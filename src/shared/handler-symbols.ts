const MARK = Symbol.for('dtospec:docs-handler');

/** Marks a handler of the docs, so that lists of an application's routes can skip it. */
export function markDocsHandler<T extends object>(handler: T): T {
  return Object.defineProperty(handler, MARK, { value: true });
}

export function isDocsHandler(value: unknown): boolean {
  return typeof value === 'function' && MARK in value;
}

export const DOCS_ROUTE = 'the docs of dtospec';

/** Key of the served document, for other modules of this package. `buildSpec()` returns a copy instead. */
export const SERVED_DOCUMENT: unique symbol = Symbol.for('dtospec:served-document') as never;

/** A handler whose decorator documents another response than its code returns. */
export interface Contradiction {
  /** The name of the documented type. */
  readonly documented: string;
  /** The name of the type that the code returns. */
  readonly returned: string;
  /** Why no value satisfies both types. */
  readonly reason: string;
  /** The JSON Schema of what the code returns; undefined if it returns nothing. */
  readonly schema: object | undefined;
}

/** Key of the contradictions of `Docs` by operation, such as `GET /cats/{id}`. */
export const CONTRADICTIONS: unique symbol = Symbol.for('dtospec:contradictions') as never;
