import { isOfType } from '../assertions.js';
import { omit } from '../keywords.js';
import type { Schema, SchemaType } from '../schema.js';
import { typesOf, writeTypes } from '../types.js';

const TYPES: readonly SchemaType[] = ['string', 'number', 'boolean', 'object', 'array'];

/**
 * Says listed values so that their types need no list: values of one type with it, those of several without. Where null
 * is among them, each type is an alternative of its own, for `nullable` wants a type beside it.
 */
export function rewriteValues(schema: Schema): Schema {
  const listed = 'const' in schema ? { ...omit(schema, ['const']), enum: [schema.const] } : schema;
  const { enum: values } = listed;
  if (!Array.isArray(values)) return listed;
  const others = values.filter((value) => value !== null);
  const declared = typesOf(listed);
  if (others.length === 0 && values.length > 0 && declared?.includes('null') !== false)
    return { ...omit(listed, ['enum']), type: 'null' };
  if (others.length === 0 || others.some((value) => declared && !isOfType(value, declared))) return listed;
  const types = TYPES.filter((type) => others.some((value) => isOfType(value, type)));
  const acceptsNull = others.length < values.length && declared?.includes('null') !== false;
  const [type] = types;
  if (type !== undefined && types.length === 1) return withType(listed, declared ?? [type], acceptsNull);
  const untyped = omit(listed, ['type']);
  return acceptsNull ? inBranches(untyped, types) : { ...untyped, enum: others };
}

/** Null is in the list and in the type, or in neither. */
function withType(schema: Schema, declared: readonly SchemaType[], acceptsNull: boolean): Schema {
  const types = declared.filter((type) => type !== 'null');
  const values = schema.enum?.filter((value) => value !== null || acceptsNull) ?? [];
  if (schema.type === undefined && !acceptsNull) return { ...schema, enum: values };
  return { ...schema, type: writeTypes(acceptsNull ? [...types, 'null'] : types), enum: values };
}

function inBranches(schema: Schema, types: readonly SchemaType[]): Schema {
  const { enum: values = [], anyOf, allOf = [], ...rest } = omit(schema, ['x-enum-varnames']);
  const branches = types.map((type, index): Schema => {
    const ofType = values.filter((value) => isOfType(value, type));
    return index === 0 ? { type: [type, 'null'], enum: [...ofType, null] } : { type, enum: ofType };
  });
  const every = anyOf === undefined ? allOf : [...allOf, { anyOf }];
  return { ...rest, anyOf: branches, ...(every.length === 0 ? {} : { allOf: every }) };
}
