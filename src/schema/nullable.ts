import { sameJson } from './canonical.js';
import { intersect } from './merge.js';
import type { Schema } from '../json-schema/schema.js';

/** Keywords that may refuse null whatever the type says. */
const LOOKS_AT_NULL = ['$ref', 'const', 'allOf', 'anyOf', 'oneOf', 'not', 'if'] as const;

/** The schema, and null. */
export function makeNullable(schema: Schema): Schema {
  if (Object.keys(schema).length === 0) return schema;
  const { anyOf, ...others } = schema;
  if (anyOf !== undefined && Object.keys(others).length === 0) return { anyOf: [...anyOf, { type: 'null' }] };
  if (schema.type === undefined || LOOKS_AT_NULL.some((keyword) => schema[keyword] !== undefined))
    return { anyOf: [schema, { type: 'null' }] };
  const types = [schema.type].flat();
  const type = types.includes('null') ? schema.type : [...types, 'null' as const];
  if (schema.enum === undefined || schema.enum.includes(null)) return { ...schema, type };
  return { ...schema, type, enum: [...schema.enum, null] };
}

/** The schema without null. Types, values and references exclude it already. */
export function excludeNull(schema: Schema): Schema {
  return takesNull(schema) ? intersect(schema, { not: { type: 'null' } }) : schema;
}

/** Whether a schema lets null through; a reference is to an object or to values, never to null. */
export function takesNull(schema: Schema): boolean {
  if (schema.$ref !== undefined) return false;
  if (schema.type !== undefined) return [schema.type].flat().includes('null');
  if (schema.enum !== undefined) return schema.enum.includes(null);
  if ('const' in schema) return schema.const === null;
  const { anyOf, oneOf, allOf, not } = schema;
  if (not !== undefined && ([not.type].flat().includes('null') || sameJson(not, {}))) return false;
  if (not?.enum?.includes(null) === true) return false;
  return ((anyOf ?? oneOf)?.some(takesNull) ?? true) && (allOf ?? []).every(takesNull);
}
