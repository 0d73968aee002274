import { isOnly, pick } from './keywords.js';
import type { Schema } from './schema.js';

/** Lists that belong to the values of `enum` by their position; client generators read them. */
export const ENUM_LISTS = ['x-enum-varnames', 'x-enum-descriptions'] as const;

export const VALUE_KEYWORDS = ['enum', 'const', ...ENUM_LISTS] as const;

type Listing = Pick<Schema, 'enum' | 'const'>;

export function intersectValues(a: Schema, b: Schema): Listing | undefined {
  const left = valuesOf(a);
  const right = valuesOf(b);
  if (left === undefined || right === undefined) return pick(left === undefined ? b : a, VALUE_KEYWORDS);
  const [first, second] = isFirst(a, b) ? [a, right] : [b, left];
  return keepValues(
    first,
    (value) => second.some((other) => sameJson(value, other)),
    'const' in a || 'const' in b,
  );
}

export function keepValues(
  schema: Schema,
  isKept: (value: unknown) => boolean,
  isConstant = 'const' in schema,
): Listing | undefined {
  const values = valuesOf(schema)?.filter(isKept) ?? [];
  if (values.length === 0) return undefined;
  if (isConstant) return { const: values[0] };
  return Object.assign(
    { enum: values },
    ...ENUM_LISTS.map((keyword) => keptOf(keyword, values, schema)),
  ) as Listing;
}

/**
 * Adds `enum` beside `const`: client generators that were written for OpenAPI 3.0 read a constant, as in a
 * union, there only.
 */
export function listConstant({ const: constant, ...schema }: Schema): Schema {
  return { ...schema, enum: [constant], const: constant };
}

export function valuesOf(schema: Schema): readonly unknown[] | undefined {
  if (!('const' in schema)) return schema.enum;
  return schema.enum?.every((known) => !sameJson(known, schema.const)) === true ? [] : [schema.const];
}

function isFirst(a: Schema, b: Schema): boolean {
  if (hasLists(a) !== hasLists(b)) return hasLists(a);
  const left = a.enum ?? [];
  const right = b.enum ?? [];
  if (left.length !== right.length) return left.length < right.length;
  return left === right || canonical(pick(a, VALUE_KEYWORDS)) <= canonical(pick(b, VALUE_KEYWORDS));
}

export function hasLists(schema: Schema): boolean {
  return ENUM_LISTS.some((keyword) => keyword in schema);
}

/**
 * Returns the entries of the list that belong to the values, or nothing if the list is shorter than `enum`.
 */
function keptOf(keyword: (typeof ENUM_LISTS)[number], values: readonly unknown[], schema: Schema): Schema {
  const names = schema[keyword];
  const all = schema.enum ?? [];
  if (!Array.isArray(names) || names.length !== all.length) return {};
  const kept = values.map((value) => (names as unknown[])[all.findIndex((known) => sameJson(known, value))]);
  return kept.includes(undefined) ? {} : { [keyword]: kept };
}

export function onlyValuesOf(schema: Schema): readonly unknown[] | undefined {
  return isOnly(schema, 'const') || isOnly(schema, 'enum') ? valuesOf(schema) : undefined;
}

export function listValues(values: readonly unknown[]): Schema {
  const byText = new Map(values.map((value) => [canonical(value), value]));
  const sorted = [...byText.keys()].sort().map((text) => byText.get(text));
  return sorted.length === 1 ? { const: sorted[0] } : { enum: sorted };
}

/** Returns JSON text with sorted members, for sorting and as a map key. `sameJson` compares faster. */
export function canonical(value: unknown): string {
  if (value === undefined) return 'undefined';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (hasToJson(value)) return canonical(value.toJSON());
  if (Array.isArray(value)) {
    return `[${value.map((item) => (isJson(item) ? canonical(item) : 'null')).join(',')}]`;
  }
  const members = value as Readonly<Record<string, unknown>>;
  const texts = Object.keys(members)
    .filter((key) => isJson(members[key]))
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(members[key])}`);
  return `{${texts.join(',')}}`;
}

/** Compares JSON values. It ignores the order of members and treats `undefined` members as absent. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!isObject(a) || !isObject(b)) return false;
  if (hasToJson(a) || hasToJson(b)) return canonical(a) === canonical(b);
  if (Array.isArray(a)) return Array.isArray(b) && sameItems(a, b);
  if (Array.isArray(b)) return false;
  return sameMembers(a as Readonly<Record<string, unknown>>, b as Readonly<Record<string, unknown>>);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
}

function sameMembers(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): boolean {
  let count = 0;
  for (const key of Object.keys(a)) {
    if (a[key] === undefined) continue;
    if (!Object.hasOwn(b, key) || !sameJson(a[key], b[key])) return false;
    count += 1;
  }
  for (const key of Object.keys(b)) if (b[key] !== undefined) count -= 1;
  return count === 0;
}

function hasToJson(value: object): value is { toJSON: () => unknown } {
  return typeof (value as { toJSON?: unknown }).toJSON === 'function';
}

function isJson(value: unknown): boolean {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol';
}
