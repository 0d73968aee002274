import { mapSubschemas } from '../walk.js';
import type { Schema } from '../schema.js';

type Written = Record<string, unknown>;

/**
 * Converts a schema to draft-07, for readers that support no later draft. It omits `unevaluatedProperties`,
 * `minContains` and `maxContains`, so the schema accepts more.
 */
export function toDraft07(schema: Schema): Written {
  const { $ref, $defs, ...rest } = mapSubschemas(schema, (subschema) => toDraft07(subschema)) as Written;
  const written = withDependencies(withTuples(withContains(rest)));
  const definitions = $defs === undefined ? {} : { definitions: $defs };
  if (typeof $ref !== 'string') return { ...written, ...definitions };
  const ref = { $ref: $ref.replace(/^#\/\$defs\//, '#/definitions/') };
  if (Object.keys(written).length === 0) return { ...ref, ...definitions };
  return { ...written, allOf: [ref, ...((written.allOf as unknown[] | undefined) ?? [])], ...definitions };
}

function withContains({
  unevaluatedProperties: _,
  minContains,
  maxContains: _max,
  ...schema
}: Written): Written {
  if (minContains !== 0) return schema;
  const { contains: _contains, ...open } = schema;
  return open;
}

function withTuples({ prefixItems, items, ...schema }: Written): Written {
  if (prefixItems === undefined) return items === undefined ? schema : { ...schema, items };
  return { ...schema, items: prefixItems, ...(items !== undefined && { additionalItems: items }) };
}

function withDependencies({ dependentRequired, dependentSchemas, ...schema }: Written): Written {
  if (dependentRequired === undefined && dependentSchemas === undefined) return schema;
  const required = (dependentRequired ?? {}) as Record<string, string[]>;
  const dependencies: Written = { ...required };
  for (const [name, dependent] of Object.entries((dependentSchemas ?? {}) as Written))
    dependencies[name] =
      required[name] === undefined ? dependent : { allOf: [dependent, { required: required[name] }] };
  return { ...schema, dependencies };
}
