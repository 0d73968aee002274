import { sameJson } from './canonical.js';
import type { Schema } from '../json-schema/schema.js';
import { BOUNDS, passes } from './verdicts.js';

/** What a schema says when it lists its values: the list, and the names of its members. */
interface Listing extends Pick<Schema, 'enum' | 'const'> {
  'x-enum-varnames'?: unknown;
}

/** The values that both schemas list; `undefined` if they have none in common. */
export function intersectValues(a: Schema, b: Schema): Listing | undefined {
  const left = valuesOf(a);
  const right = valuesOf(b);
  if (left === undefined || right === undefined) return listingOf(left === undefined ? b : a);
  const both = left.filter((one) => right.some((other) => sameJson(one, other)));
  if (both.length === 0) return undefined;
  if ('const' in a || 'const' in b) return { const: both[0] };
  return { enum: both, ...namesOf(both, a['x-enum-varnames'] === undefined ? b : a) };
}

function valuesOf(schema: Schema): unknown[] | undefined {
  if (!('const' in schema)) return schema.enum;
  return schema.enum?.every((one) => !sameJson(one, schema.const)) === true ? [] : [schema.const];
}

function listingOf(schema: Schema): Listing {
  const keywords = ['enum', 'const', 'x-enum-varnames'] as const;
  return Object.fromEntries(keywords.flatMap((one) => (one in schema ? [[one, schema[one]]] : [])));
}

/** Client generators pair names and values by their place, so a shorter list has fewer names. */
function namesOf(values: readonly unknown[], schema: Schema): Listing {
  const names = schema['x-enum-varnames'];
  const all = schema.enum ?? [];
  if (!Array.isArray(names) || names.length !== all.length) return {};
  const kept = values.map((value) => (names as unknown[])[all.findIndex((one) => sameJson(one, value))]);
  return kept.includes(undefined) ? {} : { 'x-enum-varnames': kept };
}

/** Listed values are decided on the spot: those that a keyword beside them refuses go, and so does the keyword. */
export function decideValues(schema: Schema): Schema | undefined {
  const values = schema.enum;
  if (values === undefined || 'const' in schema) return schema;
  const forbidden = forbiddenBy(schema.not);
  const decided = BOUNDS.filter((keyword) => keyword in schema);
  if (decided.length === 0 && forbidden === undefined) return schema;
  const left = values.filter(
    (value) =>
      forbidden?.some((one) => sameJson(one, value)) !== true &&
      decided.every((keyword) => passes(keyword, schema[keyword], value) === true),
  );
  if (left.length === 0) return undefined;
  const gone = new Set<string>([...decided, 'x-enum-varnames', ...(forbidden === undefined ? [] : ['not'])]);
  const rest = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !gone.has(keyword)));
  return { ...rest, enum: left, ...namesOf(left, schema) };
}

function forbiddenBy(not: Schema | undefined): readonly unknown[] | undefined {
  if (not === undefined || Object.keys(not).length !== 1) return undefined;
  return 'const' in not ? [not.const] : not.enum;
}
