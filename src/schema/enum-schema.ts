import type { EnumMember, TypeRef } from '../model/types.js';
import type { SchemaContext } from './context.js';
import { NOTHING } from './merge.js';
import type { Schema, SchemaType } from '../json-schema/schema.js';

/** An enum's values; a component of its own where it has a name. */
export function enumSchema(type: Extract<TypeRef, { kind: 'enum' }>, context: SchemaContext): Schema {
  const schema = valuesSchema(type.members);
  return type.name === undefined ? schema : context.schemaOfNamed(type.name, schema, context.place);
}

function valuesSchema(members: readonly EnumMember[]): Schema {
  // An `enum` must not be empty in OpenAPI 3.0.
  if (members.length === 0) return { ...NOTHING };
  const values = [...new Set(members.map(({ value }) => value))];
  const schema: Schema = { type: typesOf(values), enum: values };
  const isSpoken = members.every(({ name, value }) => name === String(value));
  // Client generators name members by this where the values are no names (OpenAPI Generator's extension).
  if (!isSpoken && members.length === values.length)
    schema['x-enum-varnames'] = members.map(({ name }) => name);
  return schema;
}

function typesOf(values: readonly (string | number)[]): SchemaType | SchemaType[] {
  const types = new Set<SchemaType>(
    values.map((value) =>
      typeof value === 'string' ? 'string' : Number.isInteger(value) ? 'integer' : 'number',
    ),
  );
  if (types.has('number')) types.delete('integer');
  const [first = 'string', ...others] = types;
  return others.length === 0 ? first : [first, ...others];
}
