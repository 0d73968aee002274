import type { Schema } from '../../json-schema/schema.js';

/** Keywords of OpenAPI 3.0's Schema Object that JSON Schema 2020-12 reads otherwise, or not at all. */
type Schema30 = Omit<Schema, 'exclusiveMinimum' | 'exclusiveMaximum'> & {
  readonly nullable?: unknown;
  readonly exclusiveMinimum?: unknown;
  readonly exclusiveMaximum?: unknown;
};

/** A Schema Object of OpenAPI 3.0 in JSON Schema 2020-12; the schemas inside are left as they are. */
export function from30(schema: Schema30): Schema {
  // Reference Object: "any properties added SHALL be ignored".
  if (typeof schema.$ref === 'string') return { $ref: schema.$ref };
  const { nullable, exclusiveMinimum, exclusiveMaximum, minimum, maximum, ...rest } = schema;
  return {
    ...(rest as Schema),
    ...boundOf('minimum', 'exclusiveMinimum', minimum, exclusiveMinimum),
    ...boundOf('maximum', 'exclusiveMaximum', maximum, exclusiveMaximum),
    // "A true value adds "null" to the allowed type specified by the type keyword, only if type is explicitly defined."
    ...(nullable === true && typeof rest.type === 'string' && { type: [rest.type, 'null'] }),
  };
}

function boundOf(inclusive: string, exclusive: string, limit: unknown, isExclusive: unknown): Schema {
  return typeof limit === 'number' ? { [isExclusive === true ? exclusive : inclusive]: limit } : {};
}
