import type { Schema, SchemaType } from '../json-schema/schema.js';
import { checkedRawSchema, rawSchema } from './raw-schema.js';
import { schemaOfStandard } from '../model/foreign-schema.js';
import { resolveLazy, TypeInputError } from '../model/type/type-input-error.js';
import { jsonTypeOf } from '../model/type/registered-type.js';
import type { TypeRef } from '../model/types.js';
import type { SchemaContext } from './context.js';
import { unionSchema } from './union-schema.js';
import type { EnumMember } from '../../../decorators/type-input.js';
import { FALSE_SCHEMA } from '../json-schema/impossible.js';

type Kind = TypeRef['kind'];
type KindEntry<K extends Kind> = (type: Extract<TypeRef, { kind: K }>, context: SchemaContext) => Schema;

const BY_VALUE: ReadonlySet<Kind> = new Set(['string', 'number', 'integer', 'boolean', 'bigint', 'enum']);

/**
 * Returns whether equal items in JSON are equal items in a
 * `Set`. Objects, such as dates, may be equal in JSON only.
 */
function comparesByValue(items: TypeRef): boolean {
  const type = resolveLazy(items);
  return type.kind === 'union' ? type.anyOf.every(comparesByValue) : BY_VALUE.has(type.kind);
}

/** The schema of each kind, or its type in JSON. Each schema is a new object, which rules may change. */
const KINDS: { readonly [K in Kind]: KindEntry<K> | SchemaType } = {
  string: 'string',
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
  object: 'object',
  // JSON readers do not keep large integers exact, so a bigint is a string.
  bigint: () => ({ type: 'string', pattern: '^-?[0-9]+$' }),
  // class-transformer's `new Date(x)` accepts more texts than the format. Responses always match the format.
  date: (_, { view, options }) =>
    view.direction === 'input' && options.formats === 'sound'
      ? { type: 'string' }
      : { type: 'string', format: 'date-time' },
  file: (_, { view }) =>
    // Bytes have no JSON type (OpenAPI 3.1.1, "Working with Binary Data"). Readers of OpenAPI 3.0 recognize
    // them by `format: binary`.
    view.binary === undefined
      ? { type: 'string', contentEncoding: 'base64' }
      : { type: 'string', format: 'binary', contentMediaType: view.binary },
  csv: () => {
    throw new TypeInputError(
      'csv(…) is the type of a body, whose media type is text/csv.',
      'Write [Order] here.',
    );
  },
  enum: enumSchema,
  array: ({ items, unique }, context) => {
    const schema: Schema = { type: 'array', items: schemaOfType(items, context) };
    if (unique && comparesByValue(items)) schema.uniqueItems = true;
    return schema;
  },
  map: ({ values }, context) => ({ type: 'object', additionalProperties: schemaOfType(values, context) }),
  tuple: ({ items }, context) => ({
    type: 'array',
    // JSON Schema forbids an empty `prefixItems`. No `items: false`: Prism then refuses every tuple, and
    // `maxItems` is as strict.
    ...(items.length === 0 ? {} : { prefixItems: items.map((item) => schemaOfType(item, context)) }),
    minItems: items.length,
    maxItems: items.length,
  }),
  union: (type, context) => unionSchema(type, context, schemaOfType),
  class: ({ target }, context) => context.schemaOfClass(target, context),
  lazy: (type, context) => schemaOfType(resolveLazy(type), context),
  raw: checkedRawSchema,
  standard: ({ standard }, context) => rawSchema(schemaOfStandard(standard, context.view.direction), context),
  registered: (type, context) => schemaOfType(jsonTypeOf(type, context.view.direction), context),
  unknown: () => ({}),
};

export function schemaOfType(type: TypeRef, context: SchemaContext): Schema {
  const entry = KINDS[type.kind] as KindEntry<Kind> | SchemaType;
  return typeof entry === 'string' ? { type: entry } : entry(type, context);
}

function enumSchema(type: Extract<TypeRef, { kind: 'enum' }>, context: SchemaContext): Schema {
  const schema = valuesSchema(type.members, context);
  return type.name === undefined ? schema : context.schemaOfNamed(type.name, schema, context.place);
}

function valuesSchema(members: readonly EnumMember[], { options }: SchemaContext): Schema {
  // An `enum` must not be empty in OpenAPI 3.0.
  if (members.length === 0) return { ...FALSE_SCHEMA };
  const values = [...new Set(members.map(({ value }) => value))];
  // Two members of one value are aliases: the first one names it.
  const named = values.map((value) => members.find((member) => member.value === value)?.name ?? '');
  const schema: Schema = { type: typesOf(values), enum: values };
  // Client generators read names of members from this extension
  // of OpenAPI Generator if the values are not names.
  const needsNames = values.some((value) => typeof value === 'number');
  const isNamed = members.some(({ name, value }) => name !== String(value));
  if (options.openapi && needsNames && isNamed) schema['x-enum-varnames'] = named;
  const described = values.map((value) => members.find((member) => member.value === value)?.description);
  if (described.every((description) => description === undefined)) return schema;
  schema.description = describeValues(members);
  // OpenAPI Generator and orval read them.
  if (options.openapi) schema['x-enum-descriptions'] = described.map((description = '') => description);
  return schema;
}

/**
 * Returns the descriptions of an enum's members as a
 * Markdown list, since every version of OpenAPI shows them.
 */
function describeValues(members: readonly EnumMember[]): string {
  return members
    .flatMap(({ value, description }) =>
      description === undefined ? [] : [`- \`${value}\`: ${description}`],
    )
    .join('\n');
}

function typeOfValue(value: string | number): SchemaType {
  if (typeof value === 'string') return 'string';
  return Number.isInteger(value) ? 'integer' : 'number';
}

function typesOf(values: readonly (string | number)[]): SchemaType | SchemaType[] {
  const types = new Set<SchemaType>(values.map(typeOfValue));
  if (types.has('number')) types.delete('integer');
  const [first = 'string', ...others] = types;
  return others.length === 0 ? first : [first, ...others];
}
