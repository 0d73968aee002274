import { isRecord } from '../../../shared/values.js';
import type { Schema } from '../../../documents/json-schema/schema.js';

type Resolve = (ref: string) => Schema | undefined;

const MAX_DEPTH = 16;

function partsOf(schema: unknown, resolve: Resolve, depth = 0): Schema[] {
  if (!isRecord(schema) || depth > MAX_DEPTH) return [];
  const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema as Schema;
  const target = typeof $ref === 'string' ? resolve($ref) : undefined;
  return [
    schema,
    ...[target, ...allOf, ...anyOf, ...oneOf].flatMap((one) => partsOf(one, resolve, depth + 1)),
  ];
}

export function shapeOf(schema: unknown, resolve: Resolve): 'scalar' | 'list' | 'object' {
  const parts = partsOf(schema, resolve);
  const types = new Set(parts.flatMap(({ type }) => type ?? []));
  if (types.has('array')) return 'list';
  if (types.has('object') || parts.some(({ properties }) => properties !== undefined)) return 'object';
  return 'scalar';
}

export function typesOf(schema: unknown, resolve: Resolve): ReadonlySet<string> {
  return new Set(partsOf(schema, resolve).flatMap(({ type }) => type ?? []));
}

export function propertiesOf(schema: unknown, resolve: Resolve): ReadonlyMap<string, Schema> {
  return new Map(partsOf(schema, resolve).flatMap(({ properties }) => Object.entries(properties ?? {})));
}

export function isOpenObject(schema: unknown, resolve: Resolve): boolean {
  return partsOf(schema, resolve).some(
    ({ additionalProperties, patternProperties }) =>
      (additionalProperties !== undefined && additionalProperties !== false) ||
      patternProperties !== undefined,
  );
}
