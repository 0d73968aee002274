import { isRecord, type Schema } from 'dtospec/internal';

export type Resolve = (ref: string) => Schema | undefined;

export function partsOf(
  schema: unknown,
  resolve: Resolve,
  keywords: readonly string[] = ['allOf', 'anyOf', 'oneOf'],
  followed: readonly unknown[] = [],
): Schema[] {
  if (!isRecord(schema) || followed.includes(schema)) return [];
  const target = typeof schema.$ref === 'string' ? resolve(schema.$ref) : undefined;
  const inner = [target, ...keywords.flatMap((keyword) => schema[keyword] ?? [])];
  return [schema, ...inner.flatMap((one) => partsOf(one, resolve, keywords, [...followed, schema]))];
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
