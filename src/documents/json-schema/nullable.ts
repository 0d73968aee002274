import { accepts } from './checker/checker.js';
import { intersect } from './intersect.js';
import { isOnly } from './keywords.js';
import { FALSE_SCHEMA, isFalse } from './impossible.js';
import type { Schema } from './schema.js';
import { typesOf, writeTypes } from './types.js';

const NULL: Schema = { type: 'null' };

/** Returns a schema that also accepts null. A reference is assumed to reject null. */
export function makeNullable(schema: Schema): Schema {
  if (acceptsNull(schema)) return schema;
  if (isOnly(schema, 'anyOf')) return { anyOf: [...(schema.anyOf ?? []), NULL] };
  const types = typesOf(schema);
  if (types === undefined) return { anyOf: [schema, NULL] };
  const widened: Schema = { ...schema, type: writeTypes([...types, 'null']) };
  if (schema.enum !== undefined && !schema.enum.includes(null)) widened.enum = [...schema.enum, null];
  return acceptsNull(widened) ? widened : { anyOf: [schema, NULL] };
}

export function excludeNull(schema: Schema): Schema {
  if (!acceptsNull(schema)) return schema;
  const { anyOf = [] } = schema;
  if (!isOnly(schema, 'anyOf') || anyOf.length < 2) return intersect(schema, { not: NULL });
  const others = anyOf.map(excludeNull).filter((branch) => !isFalse(branch));
  const [first = FALSE_SCHEMA] = others;
  return others.length > 1 ? { anyOf: others } : first;
}

/**
 * Returns whether a schema accepts null. A reference is assumed to reject it: named schemas are objects or
 * enumerations.
 */
export function acceptsNull(schema: Schema): boolean {
  if ((typeof schema.type === 'string' && schema.type !== 'null') || schema.$ref !== undefined) return false;
  return accepts(schema, null, () => ({ not: NULL })) !== false;
}
