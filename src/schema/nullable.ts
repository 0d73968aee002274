import type { Schema } from './schema.js';

/** The schema, and null. */
export function makeNullable(schema: Schema): Schema {
  if (Object.keys(schema).length === 0 || schema.type === 'null') return schema;
  if (
    schema.type === undefined ||
    schema.allOf !== undefined ||
    schema.not !== undefined ||
    schema.const !== undefined
  )
    return { anyOf: [schema, { type: 'null' }] };
  const types = [schema.type].flat();
  if (types.includes('null')) return schema;
  const values = schema.enum === undefined ? {} : { enum: [...schema.enum, null] };
  return { ...schema, type: [...types, 'null'], ...values };
}
