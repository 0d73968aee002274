import type { Schema } from '../json-schema/schema.js';

/** Keywords that hold one schema, a list of schemas, or schemas by name. */
const SUBSCHEMAS: ReadonlyMap<string, 'one' | 'list' | 'map'> = new Map([
  ...['items', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else'].map(
    (keyword) => [keyword, 'one'] as const,
  ),
  ...['unevaluatedItems', 'unevaluatedProperties', 'contentSchema'].map(
    (keyword) => [keyword, 'one'] as const,
  ),
  ...['prefixItems', 'allOf', 'anyOf', 'oneOf'].map((keyword) => [keyword, 'list'] as const),
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs'].map(
    (keyword) => [keyword, 'map'] as const,
  ),
]);

/** A copy of the schema in which every schema directly inside it is changed. Boolean schemas stay. */
export function mapSubschemas(schema: Schema, change: (schema: Schema, keyword: string) => Schema): Schema {
  const visit = (value: unknown, keyword: string): unknown =>
    isSchema(value) ? change(value, keyword) : value;
  return mapValues(schema as Record<string, unknown>, (value, keyword) => {
    switch (SUBSCHEMAS.get(keyword)) {
      case 'one':
        return visit(value, keyword);
      case 'list':
        return Array.isArray(value) ? value.map((item) => visit(item, keyword)) : value;
      case 'map':
        return isSchema(value)
          ? mapValues(value as Record<string, unknown>, (item, name) => visit(item, `${keyword}.${name}`))
          : value;
      case undefined:
        return value;
    }
  });
}

export function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function mapValues<T, U>(
  object: Record<string, T>,
  change: (value: T, key: string) => U,
): Record<string, U> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));
}
