import { isRecord, setMember } from '../../shared/values.js';
import type { Schema } from './schema.js';

export type Resolve = (ref: string) => Schema | undefined;

export const SUBSCHEMAS: ReadonlyMap<string, 'one' | 'list' | 'map'> = new Map([
  ...[
    'items',
    'contains',
    'additionalProperties',
    'propertyNames',
    'not',
    'if',
    'then',
    'else',
    'unevaluatedItems',
    'unevaluatedProperties',
    'contentSchema',
  ].map((keyword) => [keyword, 'one'] as const),
  ...['prefixItems', 'allOf', 'anyOf', 'oneOf'].map((keyword) => [keyword, 'list'] as const),
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs'].map(
    (keyword) => [keyword, 'map'] as const,
  ),
]);

export type Change = (schema: Schema, keyword: string, name?: string) => Schema;

export function mapSubschemas(schema: Schema, change: Change): Schema {
  return mapMembers(schema as Record<string, unknown>, (value, keyword) => {
    switch (SUBSCHEMAS.get(keyword)) {
      case 'one':
        return isSchema(value) ? change(value, keyword) : value;
      case 'list':
        return Array.isArray(value)
          ? mapItems(value, (item) => (isSchema(item) ? change(item, keyword) : item))
          : value;
      case 'map':
        return isSchema(value)
          ? mapMembers(value as Record<string, unknown>, (item, name) =>
              isSchema(item) ? change(item, keyword, name) : item,
            )
          : value;
      case undefined:
        return value;
    }
  });
}

export function isSchema(value: unknown): value is Schema {
  return isRecord(value);
}

export function mapValues<T, U>(
  object: Record<string, T>,
  change: (value: T, key: string) => U,
): Record<string, U> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));
}

export function mapMembers<T>(
  object: Readonly<Record<string, T>>,
  change: (value: T, key: string) => T,
): Readonly<Record<string, T>> {
  let changed: Record<string, T> | undefined;
  for (const key of Object.keys(object)) {
    const value = object[key] as T;
    const mapped = change(value, key);
    if (mapped === value) continue;
    changed ??= { ...object };
    setMember(changed, key, mapped);
  }
  return changed ?? object;
}

export function mapItems(
  list: readonly unknown[],
  change: (item: unknown, index: number) => unknown,
): readonly unknown[] {
  const items = list.map(change);
  return items.every((item, index) => item === list[index]) ? list : items;
}
