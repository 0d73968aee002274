import type { EnumMember } from '../../../decorators/type-input.js';
import { FALSE_SCHEMA } from '../json-schema/never.js';
import type { Schema, SchemaType } from '../json-schema/schema.js';
import type { TypeRef } from '../model/types.js';
import type { SchemaContext } from './context.js';

/** An enum's values; a component of its own where it has a name. */
export function enumSchema(type: Extract<TypeRef, { kind: 'enum' }>, context: SchemaContext): Schema {
  const schema = valuesSchema(type.members, context);
  return type.name === undefined ? schema : context.schemaOfNamed(type.name, schema, context.place);
}

function valuesSchema(members: readonly EnumMember[], { options }: SchemaContext): Schema {
  // An `enum` must not be empty in OpenAPI 3.0.
  if (members.length === 0) return { ...FALSE_SCHEMA };
  const values = [...new Set(members.map(({ value }) => value))];
  const schema: Schema = { type: typesOf(values), enum: values };
  // Client generators name members by this where the values are no names (OpenAPI Generator's extension).
  const needsNames = values.some((value) => typeof value === 'number') && members.length === values.length;
  const isNamed = members.some(({ name, value }) => name !== String(value));
  if (options.openapi && needsNames && isNamed) schema['x-enum-varnames'] = members.map(({ name }) => name);
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
