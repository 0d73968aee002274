import type { Schema, SchemaType } from '../json-schema/schema.js';

/** The scalars that class-transformer makes a value of the type from, when it converts implicitly. */
const CONVERTED_FROM: Readonly<Partial<Record<SchemaType, readonly SchemaType[]>>> = {
  string: ['number', 'boolean'],
  number: ['string', 'boolean'],
  integer: ['string', 'boolean'],
  boolean: ['string', 'number'],
};

/** Keywords that speak of one type only, so that another type may stand beside it. */
const OF_ONE_TYPE: ReadonlySet<string> = new Set([
  ...['type', 'format', 'pattern', 'minLength', 'maxLength', 'contentEncoding', 'contentMediaType'],
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
]);

/** The schema, and the scalars of other types that the application converts before it validates. */
export function implicitSchema(schema: Schema): Schema {
  const { type } = schema;
  const others = typeof type === 'string' ? CONVERTED_FROM[type] : undefined;
  if (type === undefined || others === undefined) return schema;
  if (Object.keys(schema).every((keyword) => OF_ONE_TYPE.has(keyword)))
    // `number` would let the fraction of an integer through: it stands last, where readers look for the others.
    return { ...schema, type: [type as SchemaType, ...others] };
  return { anyOf: [schema, { type: [...others] }] };
}
