import { isDeepStrictEqual } from 'node:util';
import { below, type Direction, isRecord, matches, type Schema, unescapeKey } from 'dtospec/internal';
import { contentReader } from '../exchanges/schemas/read-content.js';

export interface SchemaNode {
  readonly schema: Schema;
  readonly pointer: string;
}

export interface SchemaPart {
  /** The point to count. A part without one only contains other parts. */
  readonly point?: { readonly at: string; readonly what: string };
  /** The property whose absence counts. A required property has no such point. */
  readonly absent?: string;
  readonly node?: SchemaNode;
  readonly isInPlace?: boolean;
  readonly select: (value: unknown) => readonly unknown[];
}

export interface PartContext {
  readonly document: object;
  readonly direction: Direction;
  readonly accepts: (schema: unknown, value: unknown) => boolean;
  readonly resolve: (ref: string) => Schema | undefined;
  /**
   * Returns whether messages of this direction omit a property:
   * `readOnly` in requests, `writeOnly` in responses.
   */
  readonly isHidden: (schema: unknown) => boolean;
}

const MAX_ITEMS = 1000;

const same = (value: unknown): readonly unknown[] => [value];

const KEYWORDS: Readonly<
  Record<string, (given: never, node: SchemaNode, context: PartContext) => readonly SchemaPart[]>
> = {
  $ref: (ref: string, _node, { resolve }) => {
    const schema = resolve(ref);
    const pointer = canonical(ref.slice(ref.indexOf('#')));
    return isRecord(schema) ? [{ node: { schema, pointer }, isInPlace: true, select: same }] : [];
  },
  allOf: (schemas: readonly unknown[], { pointer }) =>
    nodesOf(schemas, below(pointer, 'allOf')).map((node) => ({ node, isInPlace: true, select: same })),
  anyOf: alternatives('anyOf'),
  oneOf: alternatives('oneOf'),
  if: (test: unknown, { schema, pointer }, { accepts }) =>
    (['then', 'else'] as const).flatMap((keyword): SchemaPart[] => {
      const branch: unknown = schema[keyword];
      if (!isRecord(branch)) return [];
      const node = { schema: branch, pointer: below(pointer, keyword) };
      const select = (value: unknown): unknown[] =>
        accepts(test, value) === (keyword === 'then') ? [value] : [];
      return [{ node, isInPlace: true, select }];
    }),
  dependentSchemas: (schemas: Record<string, unknown>, { pointer }) =>
    Object.entries(schemas).flatMap(([name, schema]): SchemaPart[] => {
      const select = (value: unknown): unknown[] =>
        isRecord(value) && Object.hasOwn(value, name) ? [value] : [];
      if (!isRecord(schema)) return [];
      return [
        { node: { schema, pointer: below(pointer, 'dependentSchemas', name) }, isInPlace: true, select },
      ];
    }),
  enum: (values: readonly unknown[], { pointer }) =>
    several(values).map((part, index) => ({
      point: { at: below(pointer, 'enum', index), what: `enum ${JSON.stringify(part)}` },
      select: (value) => (isDeepStrictEqual(value, part) ? [value] : []),
    })),
  type: (types: string | readonly string[], { pointer }) =>
    several([types].flat()).map((type, index) => ({
      point: { at: below(pointer, 'type', index), what: `type ${type}` },
      select: (value) => (isOfType(value, type, [types].flat()) ? [value] : []),
    })),
  properties: (properties: Record<string, unknown>, { pointer }, { isHidden }) =>
    Object.entries(properties).flatMap(([name, schema]) =>
      schema === false || isHidden(schema) ? [] : property(name, schema, below(pointer, 'properties', name)),
    ),
  patternProperties: (schemas: Record<string, unknown>, { pointer }) =>
    Object.entries(schemas).flatMap(([pattern, schema]): SchemaPart[] => {
      if (!isRecord(schema)) return [];
      const node = { schema, pointer: below(pointer, 'patternProperties', pattern) };
      return [{ node, select: (value) => membersOf(value, (name) => matches(pattern)(name) === true) }];
    }),
  additionalProperties: (additional: unknown, { schema, pointer }) => {
    if (!isRecord(additional)) return [];
    const { properties = {}, patternProperties = {} } = schema;
    const patterns = Object.keys(patternProperties);
    const isAdditional = (name: string): boolean =>
      !Object.hasOwn(properties, name) && !patterns.some((pattern) => matches(pattern)(name) === true);
    const node = { schema: additional, pointer: below(pointer, 'additionalProperties') };
    return [{ node, select: (value) => membersOf(value, isAdditional) }];
  },
  prefixItems: (schemas: readonly unknown[], { pointer }) =>
    schemas.flatMap((schema, index): SchemaPart[] => {
      if (!isRecord(schema)) return [];
      const node = { schema, pointer: below(pointer, 'prefixItems', index) };
      return [{ node, select: (value) => itemsOf(value).slice(index, index + 1) }];
    }),
  items: (items: unknown, { schema, pointer }) => {
    if (!isRecord(items)) return [];
    const from = Array.isArray(schema.prefixItems) ? schema.prefixItems.length : 0;
    const node = { schema: items, pointer: below(pointer, 'items') };
    return [{ node, select: (value) => itemsOf(value).slice(from, from + MAX_ITEMS) }];
  },
  contentSchema: (given: unknown, { schema, pointer }, { resolve }) => {
    const read = contentReader(schema, resolve);
    if (!isRecord(given) || read === undefined) return [];
    const select = (value: unknown): readonly unknown[] => {
      const content = typeof value === 'string' ? read(value) : {};
      return 'value' in content ? [content.value] : [];
    };
    return [{ node: { schema: given, pointer: below(pointer, 'contentSchema') }, select }];
  },
};

export function coveredParts(node: SchemaNode, context: PartContext): readonly SchemaPart[] {
  return Object.entries(node.schema).flatMap(([keyword, given]) =>
    given !== undefined && Object.hasOwn(KEYWORDS, keyword)
      ? (KEYWORDS[keyword]?.(given as never, node, context) ?? [])
      : [],
  );
}

function several<T>(list: readonly T[]): readonly T[] {
  return list.length > 1 ? list : [];
}

function alternatives(keyword: 'anyOf' | 'oneOf') {
  return (branches: readonly unknown[], { pointer }: SchemaNode, { accepts }: PartContext): SchemaPart[] =>
    branches.flatMap((branch, index): SchemaPart[] => {
      if (branch === false) return [];
      const at = below(pointer, keyword, index);
      const point = { at, what: `${keyword} ${branchName(branch, index)}` };
      const select = (value: unknown): unknown[] => (accepts(branch, value) ? [value] : []);
      return [
        {
          ...(branches.length > 1 && { point }),
          ...(isRecord(branch) && { node: { schema: branch, pointer: at } }),
          isInPlace: true,
          select,
        },
      ];
    });
}

function branchName(branch: unknown, index: number): string {
  const { $ref, type, title } = isRecord(branch) ? (branch as Schema) : {};
  const name = typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : (title ?? type);
  return typeof name === 'string' ? `${index + 1} (${unescapeKey(name)})` : String(index + 1);
}

function property(name: string, schema: unknown, at: string): SchemaPart[] {
  const has = (value: unknown): value is Readonly<Record<string, unknown>> =>
    isRecord(value) && Object.hasOwn(value, name);
  return [
    {
      point: { at, what: 'present' },
      absent: name,
      ...(isRecord(schema) && { node: { schema, pointer: at } }),
      select: (value) => (has(value) ? [value[name]] : []),
    },
    {
      point: { at, what: 'absent' },
      absent: name,
      select: (value) => (isRecord(value) && !has(value) ? [value] : []),
    },
  ];
}

function nodesOf(schemas: readonly unknown[], pointer: string): SchemaNode[] {
  return schemas.flatMap((schema, index) =>
    isRecord(schema) ? [{ schema, pointer: below(pointer, index) }] : [],
  );
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

function membersOf(value: unknown, isMeant: (name: string) => boolean): readonly unknown[] {
  if (!isRecord(value)) return [];
  const names = Object.keys(value).filter(isMeant).slice(0, MAX_ITEMS);
  return names.map((name) => value[name]);
}

function isOfType(value: unknown, type: string, types: readonly string[]): boolean {
  if (value === null) return type === 'null';
  if (Array.isArray(value)) return type === 'array';
  if (typeof value !== 'number') return type === typeof value;
  const isInteger = Number.isInteger(value) && types.includes('integer');
  return type === (isInteger ? 'integer' : 'number');
}

/** Returns a reference in one spelling, since percent-encoding may differ. */
function canonical(fragment: string): string {
  const keys = fragment.split('/').slice(1).map(unescapeKey);
  return keys.length === 0 ? '#' : below('#', ...keys);
}
