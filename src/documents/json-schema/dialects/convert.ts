import { omit } from '../keywords.js';
import type { Schema } from '../schema.js';
import { SAME_KEYWORDS } from './same-keywords.js';

const KNOWN: ReadonlySet<string> = new Set([
  ...SAME_KEYWORDS,
  '$ref',
  'type',
  'nullable',
  'example',
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
]);

const ANNOTATIONS: ReadonlySet<string> = new Set([
  '$comment',
  '$schema',
  '$id',
  '$anchor',
  '$defs',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
]);

/** Accepts only null. It has a `type` because OpenAPI 3.0.3 applies `nullable` only beside one. */
const NULL: Schema30 = { type: 'object', nullable: true, enum: [null] };

type Conversion = (schema: Schema30) => Schema30;

export function convertKeywords(schema: Schema, onUnsupported: (keyword: string) => void): Schema30 {
  const converted = CONVERSIONS.reduce<Schema30>((result, convert) => convert(result), schema as Schema30);
  if (Object.keys(converted).every(isKnown)) return converted;
  return Object.fromEntries(
    Object.entries(converted).filter(([keyword]) => {
      if (!isKnown(keyword) && !ANNOTATIONS.has(keyword)) onUnsupported(keyword);
      return isKnown(keyword);
    }),
  );
}

function isKnown(keyword: string): boolean {
  return KNOWN.has(keyword) || keyword.startsWith('x-');
}

const CONVERSIONS: readonly Conversion[] = [
  (schema) =>
    convertBound(schema, 'minimum', 'exclusiveMinimum', (exclusive, inclusive) => exclusive >= inclusive),
  (schema) =>
    convertBound(schema, 'maximum', 'exclusiveMaximum', (exclusive, inclusive) => exclusive <= inclusive),
  convertEnum,
  convertContent,
  convertExamples,
  convertType,
  convertItems,
  convertRequired,
  convertRef,
];

/**
 * Converts `exclusiveMinimum: 1` to `minimum: 1, exclusiveMinimum: true`. If a schema has both bounds, the
 * stricter one remains.
 */
function convertBound(
  schema: Schema30,
  inclusive: 'minimum' | 'maximum',
  exclusive: 'exclusiveMinimum' | 'exclusiveMaximum',
  isStricter: (exclusive: number, inclusive: number) => boolean,
): Schema30 {
  if (schema[exclusive] === undefined) return schema;
  const { [exclusive]: open, ...rest } = schema;
  if (typeof open !== 'number') return rest;
  const closed = rest[inclusive];
  if (typeof closed === 'number' && !isStricter(open, closed)) return rest;
  return { ...rest, [inclusive]: open, [exclusive]: true };
}

const BINARY: ReadonlySet<unknown> = new Set(['binary', 'byte']);

function convertContent(schema: Schema30): Schema30 {
  const { contentEncoding, contentMediaType, format } = schema;
  // A file has no type in JSON Schema.
  if (BINARY.has(format)) return schema.type === undefined ? { type: 'string', ...schema } : schema;
  if (format !== undefined) return schema;
  if (contentEncoding === 'base64') return { ...schema, format: 'byte' };
  if (typeof contentMediaType !== 'string' || contentEncoding !== undefined) return schema;
  // A binary file has no type. A string may contain another document, such as HTML or JSON.
  const isBinary = schema.type === undefined || !/^text\/|json$|xml$/.test(contentMediaType);
  return isBinary ? { ...schema, type: schema.type ?? 'string', format: 'binary' } : schema;
}

function convertExamples(schema: Schema30): Schema30 {
  if (schema.examples === undefined) return schema;
  const { examples, ...rest } = schema;
  return Array.isArray(examples) && examples.length > 0 && !('example' in rest)
    ? { ...rest, example: examples[0] as unknown }
    : rest;
}

function convertType(schema: Schema30): Schema30 {
  const { type, ...rest } = schema;
  if (type === undefined) return schema;
  const all = [type].flat() as string[];
  if (typeof type === 'string' && type !== 'null') return schema;
  const types = all.filter((name) => name !== 'null' && !(name === 'integer' && all.includes('number')));
  const nullable = all.includes('null') ? { nullable: true } : {};
  const [first] = types;
  if (first === undefined) return { ...annotationsOf(rest), ...NULL };
  if (types.length === 1) return { type: first, ...nullable, ...rest };
  return severalTypes(types, nullable, rest);
}

function severalTypes(types: readonly string[], nullable: Schema30, rest: Schema30): Schema30 {
  const { items, anyOf, allOf, ...others } = rest;
  const branches = types.map((type, index) => ({
    type,
    ...(index === 0 ? nullable : {}),
    ...(type === 'array' ? { items: items ?? {} } : {}),
  }));
  const every = [...((allOf as unknown[] | undefined) ?? []), ...(anyOf === undefined ? [] : [{ anyOf }])];
  return { ...others, anyOf: branches, ...(every.length === 0 ? {} : { allOf: every }) };
}

function annotationsOf(schema: Schema30): Schema30 {
  const kept = ['title', 'description', 'deprecated', 'readOnly', 'writeOnly', 'default', 'example'];
  return Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => kept.includes(keyword) || keyword.startsWith('x-')),
  );
}

/**
 * Replaces an `enum` without values, which OpenAPI 3.0
 * forbids. No value is valid, so no other `not` is needed.
 */
function convertEnum(schema: Schema30): Schema30 {
  const { enum: values, ...rest } = schema;
  return Array.isArray(values) && values.length === 0 ? { ...rest, not: {} } : schema;
}

/** Adds `items` to arrays: in OpenAPI 3.0, `items` "MUST be present if the type is array". */
function convertItems(schema: Schema30): Schema30 {
  return schema.type === 'array' && schema.items === undefined ? { ...schema, items: {} } : schema;
}

/** Removes an empty `required`, which the JSON Schema draft of OpenAPI 3.0 forbids. */
function convertRequired(schema: Schema30): Schema30 {
  const { required } = schema;
  return Array.isArray(required) && required.length === 0 ? (omit(schema, ['required']) as Schema30) : schema;
}

/** Moves the siblings of a `$ref` into `allOf`, since OpenAPI 3.0 ignores them. */
function convertRef(schema: Schema30): Schema30 {
  if (schema.$ref === undefined) return schema;
  const { $ref, ...rest } = schema;
  if (Object.keys(rest).length === 0) return schema;
  return { ...rest, allOf: [{ $ref }, ...((rest.allOf as unknown[] | undefined) ?? [])] };
}

/** A Schema Object of OpenAPI 3.0; its dialect differs from JSON Schema. */
export type Schema30 = Record<string, unknown>;
