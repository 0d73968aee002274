import { type Resolve, type Schema, schemaParts } from 'dtospec/internal';

export function shapeOf(schema: unknown, resolve: Resolve): 'scalar' | 'list' | 'object' {
  const parts = schemaParts(schema, resolve);
  const types = new Set(parts.flatMap(({ type }) => type ?? []));
  if (types.has('array')) return 'list';
  if (types.has('object') || parts.some(({ properties }) => properties !== undefined)) return 'object';
  return 'scalar';
}

export function typesOf(schema: unknown, resolve: Resolve): ReadonlySet<string> {
  return new Set(schemaParts(schema, resolve).flatMap(({ type }) => type ?? []));
}

export function propertiesOf(schema: unknown, resolve: Resolve): ReadonlyMap<string, Schema> {
  return new Map(schemaParts(schema, resolve).flatMap(({ properties }) => Object.entries(properties ?? {})));
}

export function isOpenObject(schema: unknown, resolve: Resolve): boolean {
  return schemaParts(schema, resolve).some(
    ({ additionalProperties, patternProperties }) =>
      (additionalProperties !== undefined && additionalProperties !== false) ||
      patternProperties !== undefined,
  );
}
