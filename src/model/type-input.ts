import type { Constructor, TypeRef } from './types.js';

/** Marks what `arrayOf`, `mapOf`, … return, across copies of this package. */
export const TYPE = Symbol.for('dtospec:type');

/** A type built by `arrayOf`, `mapOf`, `tupleOf`, `oneOf`, `enumOf`, … */
export interface TypeExpression {
  readonly [TYPE]: TypeRef;
}

/**
 * How a user writes a type: a DTO class or `String`, `Number`, `Boolean`, `Date`, `BigInt`, `Buffer`;
 * `[User]`, a list of it; what `arrayOf(User)`, `mapOf(User)`, `oneOf(A, B)` return; or a JSON Schema object.
 */
export type TypeInput = Constructor | BigIntConstructor | TypeExpression | readonly [TypeInput] | RawSchema;

/** A JSON Schema (2020-12, OpenAPI 3.1's dialect) written by hand. */
export interface RawSchema {
  readonly [keyword: string]: unknown;
  readonly [TYPE]?: never;
}
