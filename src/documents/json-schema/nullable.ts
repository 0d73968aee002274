import { accepts } from './checker/checker.js';
import { intersect } from './intersect.js';
import { isOnly } from './keywords.js';
import { FALSE_SCHEMA, isFalse } from './impossible.js';
import type { Schema } from './schema.js';
import { typesOf, writeTypes } from './types.js';

const NULL: Schema = { type: 'null' };

/**
 * Returns a schema that also accepts null. A reference is assumed to reject null. Null is beside an
 * enumeration, not in it: some client generators lose null or the values otherwise.
 */
export function makeNullable(schema: Schema): Schema {
  if (acceptsNull(schema)) return schema;
  if (isOnly(schema, 'anyOf')) return { anyOf: [...(schema.anyOf ?? []), NULL] };
  const widened = schema.enum === undefined ? withNullType(schema) : undefined;
  return widened ?? { anyOf: [schema, NULL] };
}

/** Adds null to the type and to the values. Returns undefined if that is not enough, or there is no type. */
export function withNullType(schema: Schema): Schema | undefined {
  const types = typesOf(schema);
  if (types === undefined) return undefined;
  const widened: Schema = { ...schema, type: writeTypes([...types, 'null']) };
  if (schema.enum !== undefined && !schema.enum.includes(null)) widened.enum = [...schema.enum, null];
  return acceptsNull(widened) ? widened : undefined;
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
 * Returns whether a schema accepts null. A reference is assumed
 * to reject it: named schemas are objects or enumerations.
 */
export function acceptsNull(schema: Schema): boolean {
  if ((typeof schema.type === 'string' && schema.type !== 'null') || schema.$ref !== undefined) return false;
  return accepts(schema, null, () => ({ not: NULL })) !== false;
}
