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
