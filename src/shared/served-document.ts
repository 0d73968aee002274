/** Key of the document that `Docs` serves, for readers inside this package: `buildSpec()` returns a copy. */
export const SERVED_DOCUMENT: unique symbol = Symbol.for('dtospec:served-document') as never;
