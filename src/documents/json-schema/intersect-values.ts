import { canonical, sameJson } from './canonical.js';
import { isOnly, pick } from './keywords.js';
import type { Schema } from './schema.js';

/** The keywords that list values. */
export const LISTING = ['enum', 'const', 'x-enum-varnames'] as const;

/** A schema's `enum` or `const`, and the names of its members. */
export type Listing = Pick<Schema, 'enum' | 'const'>;

/** The values that both schemas list; `undefined` if they have none in common. */
export function intersectValues(a: Schema, b: Schema): Listing | undefined {
  const [left, right] = [valuesOf(a), valuesOf(b)];
  if (left === undefined || right === undefined) return pick(left === undefined ? b : a, LISTING);
  const [first, second] = isFirst(a, b) ? [a, right] : [b, left];
  return keepValues(
    first,
    (value) => second.some((other) => sameJson(value, other)),
    'const' in a || 'const' in b,
  );
}

/** The listing with the values that are kept; `undefined` if there is none. */
export function keepValues(
  schema: Schema,
  isKept: (value: unknown) => boolean,
  isConstant = 'const' in schema,
): Listing | undefined {
  const values = valuesOf(schema)?.filter(isKept) ?? [];
  if (values.length === 0) return undefined;
  if (isConstant) return { const: values[0] };
  return { enum: values, ...namesOf(values, schema) };
}

/** The values that a schema lists: those of `enum` that `const` leaves. */
export function valuesOf(schema: Schema): readonly unknown[] | undefined {
  if (!('const' in schema)) return schema.enum;
  return schema.enum?.every((known) => !sameJson(known, schema.const)) === true ? [] : [schema.const];
}

/** Whose order counts: the list that has names, the shorter one, or the first by its text. */
function isFirst(a: Schema, b: Schema): boolean {
  if ('x-enum-varnames' in a !== 'x-enum-varnames' in b) return 'x-enum-varnames' in a;
  const [left, right] = [a.enum ?? [], b.enum ?? []];
  if (left.length !== right.length) return left.length < right.length;
  return left === right || canonical(pick(a, LISTING)) <= canonical(pick(b, LISTING));
}

/** Client generators pair names and values by their place, so a shorter list has fewer names. */
function namesOf(values: readonly unknown[], schema: Schema): Schema {
  const names = schema['x-enum-varnames'];
  const all = schema.enum ?? [];
  if (!Array.isArray(names) || names.length !== all.length) return {};
  const kept = values.map((value) => (names as unknown[])[all.findIndex((known) => sameJson(known, value))]);
  return kept.includes(undefined) ? {} : { 'x-enum-varnames': kept };
}

/** The values of a schema that says nothing else. */
export function onlyValuesOf(schema: Schema): readonly unknown[] | undefined {
  return isOnly(schema, 'const') || isOnly(schema, 'enum') ? valuesOf(schema) : undefined;
}

/** Values as a schema: each once, in the order of their texts. */
export function listValues(values: readonly unknown[]): Schema {
  const byText = new Map(values.map((value) => [canonical(value), value]));
  const sorted = [...byText.keys()].sort().map((text) => byText.get(text));
  return sorted.length === 1 ? { const: sorted[0] } : { enum: sorted };
}
