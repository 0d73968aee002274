import type { Schema } from '../json-schema/schema.js';
import { schemaOfStandard } from '../model/foreign-schema.js';
import { resolveLazy } from '../model/lazy-type.js';
import type { TypeRef } from '../model/types.js';
import type { SchemaContext } from './context.js';
import { enumSchema } from './enum-schema.js';
import { rawSchema } from './raw-schema.js';
import { unionSchema } from './union-schema.js';

type Resolved = Exclude<TypeRef, { kind: 'lazy' }>;
type Kind = Resolved['kind'];
type KindEntry<K extends Kind> = (type: Extract<Resolved, { kind: K }>, context: SchemaContext) => Schema;

const BY_VALUE: ReadonlySet<Kind> = new Set(['string', 'number', 'integer', 'boolean', 'bigint', 'enum']);

/** A `Set` keeps objects apart that look the same in JSON, dates among them, so it promises nothing of those. */
function comparesByValue(items: TypeRef): boolean {
  const type = resolveLazy(items);
  return type.kind === 'union' ? type.anyOf.every(comparesByValue) : BY_VALUE.has(type.kind);
}

/** What each kind of type is in JSON Schema. A new kind is one entry here. */
const KINDS: { readonly [K in Kind]: KindEntry<K> } = {
  string: () => ({ type: 'string' }),
  number: () => ({ type: 'number' }),
  integer: () => ({ type: 'integer' }),
  boolean: () => ({ type: 'boolean' }),
  // JSON has no integers of any size that every reader keeps exact, so they travel as strings.
  bigint: () => ({ type: 'string', pattern: '^-?[0-9]+$' }),
  // `new Date(x)` of class-transformer reads much else than the format, which a response always has.
  date: (_, { view, options }) =>
    view.direction === 'input' && options.formats === 'sound'
      ? { type: 'string' }
      : { type: 'string', format: 'date-time' },
  file: (_, { view }) =>
    // Bytes have no JSON type (OpenAPI 3.1.1, "Working with Binary Data"), but readers of 3.0 know them by this one.
    view.binary === undefined
      ? { type: 'string', contentEncoding: 'base64' }
      : { type: 'string', format: 'binary', contentMediaType: view.binary },
  enum: enumSchema,
  array: ({ items, unique }, context) => ({
    type: 'array',
    items: schemaOfType(items, context),
    ...(unique && comparesByValue(items) ? { uniqueItems: true } : {}),
  }),
  map: ({ values }, context) => ({ type: 'object', additionalProperties: schemaOfType(values, context) }),
  tuple: ({ items }, context) => ({
    type: 'array',
    // A list of no schemas is not valid there.
    ...(items.length === 0 ? {} : { prefixItems: items.map((item) => schemaOfType(item, context)) }),
    minItems: items.length,
    maxItems: items.length,
  }),
  union: (type, context) => unionSchema(type, context, schemaOfType),
  class: ({ target }, context) => context.schemaOfClass(target, context),
  object: () => ({ type: 'object' }),
  raw: rawSchema,
  standard: ({ standard }, context) => rawSchema(schemaOfStandard(standard, context.view.direction), context),
  unknown: () => ({}),
};

/** The schema of a type, before any rule. */
export function schemaOfType(type: TypeRef, context: SchemaContext): Schema {
  const resolved = resolveLazy(type);
  return (KINDS[resolved.kind] as KindEntry<Kind>)(resolved, context);
}
