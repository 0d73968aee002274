import { sameJson } from '../values.js';
import type { Schema } from '../schema.js';
import { isSchema, mapValues, type Resolve } from '../walk.js';
import { rewriteNull, rewriteValues } from './nullable.js';

type Rewrite = (schema: Schema, onUnsupported: (keyword: string) => void, resolve: Resolve) => Schema;

export function rewriteKeywords(
  schema: Schema,
  onUnsupported: (keyword: string) => void,
  resolve: Resolve,
): Schema {
  return REWRITES.reduce((result, rewrite) => rewrite(result, onUnsupported, resolve), schema);
}

const REWRITES: readonly Rewrite[] = [
  rewriteBooleans,
  rewriteConditional,
  rewriteContains,
  rewriteDependents,
  rewriteTuple,
  rewritePatternProperties,
  rewriteUnevaluated,
  rewriteValues,
  (schema, _, resolve) => rewriteNull(schema, resolve),
];

const BOOLEAN_SCHEMAS: readonly string[] = ['not', 'contains', 'if', 'then', 'else'];
const BOOLEAN_LISTS: readonly string[] = ['prefixItems', 'allOf', 'anyOf', 'oneOf'];
const BOOLEAN_MAPS: readonly string[] = ['properties', 'patternProperties', 'dependentSchemas'];

/** Rewrites boolean schemas, which OpenAPI 3.0 allows in `additionalProperties` only. */
function rewriteBooleans(schema: Schema): Schema {
  const changed: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema) as [string, unknown][]) {
    const rewritten = withoutBooleans(keyword, value);
    if (rewritten !== value) changed[keyword] = rewritten;
  }
  return Object.keys(changed).length === 0 ? schema : { ...schema, ...changed };
}

function withoutBooleans(keyword: string, value: unknown): unknown {
  if (isBoolean(value)) return BOOLEAN_SCHEMAS.includes(keyword) ? expanded(value) : value;
  if (BOOLEAN_LISTS.includes(keyword) && Array.isArray(value) && value.some(isBoolean))
    return value.map(expanded);
  if (BOOLEAN_MAPS.includes(keyword) && isSchema(value) && Object.values(value).some(isBoolean))
    return mapValues(value as Record<string, unknown>, expanded);
  return value;
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

function expanded(value: unknown): unknown {
  if (!isBoolean(value)) return value;
  return value ? {} : { not: {} };
}

/** Rewrites "if I then T else E" as "(not I) or T" and "I or E". */
function rewriteConditional(schema: Schema): Schema {
  const { if: condition, then, else: fallback, ...rest } = schema;
  if (condition === undefined) return then === undefined && fallback === undefined ? schema : rest;
  return both(rest, [
    ...(then === undefined ? [] : [{ anyOf: [{ not: condition }, then] }]),
    ...(fallback === undefined ? [] : [{ anyOf: [condition, fallback] }]),
  ]);
}

/** Rewrites "some item matches S" as "not an array whose items all fail S". */
function rewriteContains(schema: Schema, onUnsupported: (keyword: string) => void): Schema {
  const { contains, minContains = 1, maxContains, ...rest } = schema;
  if (contains === undefined) return schema;
  if (maxContains !== undefined) onUnsupported('maxContains');
  if (minContains === 0) return rest;
  if (minContains > 1) onUnsupported('minContains');
  const some: Schema = { not: { type: 'array', items: { not: contains } } };
  return rest.not === undefined ? { ...rest, ...some } : both(rest, [some]);
}

/** Rewrites "if a is present, b is required" as "a is absent, or b is present". */
function rewriteDependents(schema: Schema): Schema {
  const { dependentRequired, dependentSchemas, ...rest } = schema;
  if (dependentRequired === undefined && dependentSchemas === undefined) return schema;
  const implied: [string, Schema][] = [
    ...Object.entries(dependentRequired ?? {}).map(([name, required]): [string, Schema] => [
      name,
      { required },
    ]),
    ...Object.entries(dependentSchemas ?? {}),
  ];
  return both(
    rest,
    implied.map(([name, then]) => ({
      anyOf: [{ not: { type: 'object', required: [name] } }, then],
    })),
  );
}

/** Converts a tuple to an array of the same length whose items match any of the tuple's items. */
function rewriteTuple(schema: Schema, onUnsupported: (keyword: string) => void): Schema {
  const { prefixItems, items, ...rest } = schema;
  if (prefixItems === undefined) return typeof items === 'boolean' ? rewriteBooleanItems(schema) : schema;
  onUnsupported('prefixItems');
  const { maxItems = Infinity } = rest;
  if (items === false || maxItems <= prefixItems.length)
    return { ...rest, items: oneOfThese(prefixItems), maxItems: Math.min(maxItems, prefixItems.length) };
  return { ...rest, items: typeof items === 'object' ? oneOfThese([...prefixItems, items]) : {} };
}

function rewriteBooleanItems({ items, ...rest }: Schema): Schema {
  return items === false ? { ...rest, items: {}, maxItems: 0 } : { ...rest, items: {} };
}

function rewritePatternProperties(schema: Schema, onUnsupported: (keyword: string) => void): Schema {
  const { patternProperties, additionalProperties, ...rest } = schema;
  if (patternProperties === undefined) return schema;
  onUnsupported('patternProperties');
  if (additionalProperties === undefined || additionalProperties === true) return rest;
  const others = additionalProperties === false ? [] : [additionalProperties];
  return { ...rest, additionalProperties: oneOfThese([...Object.values(patternProperties), ...others]) };
}

const IN_PLACE = ['$ref', 'allOf', 'anyOf', 'oneOf', 'if', 'dependentSchemas'] as const;

function rewriteUnevaluated(schema: Schema): Schema {
  const { unevaluatedProperties, ...rest } = schema;
  if (unevaluatedProperties === undefined || IN_PLACE.some((keyword) => schema[keyword] !== undefined))
    return schema;
  return rest.additionalProperties === undefined
    ? { ...rest, additionalProperties: unevaluatedProperties }
    : rest;
}

function oneOfThese(schemas: readonly Schema[]): Schema {
  const unique = schemas.filter(
    (schema, index) => schemas.findIndex((other) => sameJson(schema, other)) === index,
  );
  const [only] = unique;
  return unique.length === 1 && only !== undefined ? only : { anyOf: unique };
}

function both(schema: Schema, further: readonly Schema[]): Schema {
  return further.length === 0 ? schema : { ...schema, allOf: [...(schema.allOf ?? []), ...further] };
}
