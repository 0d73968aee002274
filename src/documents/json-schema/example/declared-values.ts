import type { Schema } from '../schema.js';

/** Yields the examples and the default of a schema, in this order. */
export function* declaredValues(schema: Schema): Generator {
  if (Array.isArray(schema.examples)) yield* schema.examples;
  if ('example' in schema) yield schema.example;
  if (schema.default !== undefined) yield schema.default;
}
