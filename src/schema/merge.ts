import type { Schema, SchemaType } from '../json-schema/schema.js';
import { canonical, sameJson } from './canonical.js';
import { decideValues, intersectValues } from './merge-values.js';

/** Accepts nothing: what contradictory rules come to. */
export const NOTHING: Readonly<Schema> = { not: {} };

type Combine = (a: never, b: never) => unknown;
/** Returned by a combiner that cannot say both in one keyword. */
const APART = Symbol('apart');

const greater = (a: number, b: number): number => Math.max(a, b);
const lesser = (a: number, b: number): number => Math.min(a, b);
const either = (a: boolean, b: boolean): boolean => a || b;

/** Keywords of which two can be said as one. Any other pair that differs goes into `allOf`. */
const COMBINERS: Partial<Record<keyof Schema, Combine>> = {
  minLength: greater,
  minItems: greater,
  minProperties: greater,
  minimum: greater,
  exclusiveMinimum: greater,
  maxLength: lesser,
  maxItems: lesser,
  maxProperties: lesser,
  maximum: lesser,
  exclusiveMaximum: lesser,
  uniqueItems: either,
  deprecated: either,
  readOnly: either,
  writeOnly: either,
  required: (a: string[], b: string[]) => [...new Set([...a, ...b])],
  multipleOf: (a: number, b: number) => (a % b === 0 ? a : b % a === 0 ? b : APART),
  items: (a: Schema | boolean, b: Schema | boolean) =>
    a === true ? b : b === true ? a : a === false || b === false ? false : intersect(a, b),
  allOf: (a: Schema[], b: Schema[]) => distinct([...a, ...b]),
};

/** Keywords that change each other's meaning. */
const FAMILIES: readonly (readonly (keyof Schema)[])[] = [
  ['if', 'then', 'else'],
  ['contains', 'minContains', 'maxContains'],
  ['prefixItems', 'items'],
  ['properties', 'patternProperties', 'additionalProperties'],
];

/** A schema that accepts what both accept. Neither argument is edited. */
export function intersect(a: Schema, b: Schema): Schema {
  const type = intersectTypes(a.type, b.type);
  const values = intersectValues(a, b);
  if (type === APART || values === undefined) return { ...NOTHING };
  const { type: _a, enum: _e, const: _c, 'x-enum-varnames': _g, ...left } = a;
  const { type: _b, enum: _f, const: _d, 'x-enum-varnames': _h, ...right } = b;
  const merged: Record<string, unknown> = { ...(type === undefined ? {} : { type }), ...values, ...left };
  const apart: Schema[] = [];
  for (const [keyword, value] of Object.entries(setApart(left, right, apart)))
    combine(merged, keyword as keyof Schema, value, apart);
  if (apart.length > 0)
    merged.allOf = distinct([...((merged.allOf as Schema[] | undefined) ?? []), ...apart]);
  return simplify(merged);
}

/**
 * Moves the keyword families that both sides use, differently, into `allOf` as a whole: `items` beside a
 * `prefixItems` that came from elsewhere would mean something else. One keyword on both sides can be combined.
 */
function setApart(left: Schema, right: Schema, apart: Schema[]): Schema {
  const gone = new Set<string>();
  for (const family of FAMILIES) {
    const mine = pick(right, family);
    const theirs = pick(left, family);
    const used = Object.keys({ ...mine, ...theirs });
    if (used.length < 2 || isEmpty(mine) || isEmpty(theirs)) continue;
    if (!sameJson(mine, theirs)) apart.push(mine);
    for (const keyword of family) gone.add(keyword);
  }
  return Object.fromEntries(Object.entries(right).filter(([keyword]) => !gone.has(keyword)));
}

function combine(
  merged: Record<string, unknown>,
  keyword: keyof Schema,
  value: unknown,
  apart: Schema[],
): void {
  const present = merged[keyword];
  if (present === undefined) merged[keyword] = value;
  else if (!sameJson(present, value)) {
    const combiner = COMBINERS[keyword] as ((a: unknown, b: unknown) => unknown) | undefined;
    const both = combiner ? combiner(present, value) : APART;
    if (both === APART) apart.push({ [keyword]: value });
    else merged[keyword] = both;
  }
}

function intersectTypes(a: Schema['type'], b: Schema['type']): Schema['type'] | typeof APART {
  if (a === undefined || b === undefined) return a ?? b;
  const left = [a].flat();
  const right = [b].flat();
  const both = left.flatMap((one) => {
    if (right.includes(one) || (one === 'integer' && right.includes('number'))) return [one];
    return one === 'number' && right.includes('integer') ? (['integer'] as SchemaType[]) : [];
  });
  const [first] = both;
  if (first === undefined) return APART;
  return both.length === 1 ? first : both;
}

/** Says the same in words a reader expects. */
export function simplify(schema: Schema): Schema {
  if (schema.not !== undefined && isEmpty(schema.not)) return { ...NOTHING };
  const pruned = prune(dropIdle(dropImpossible(schema)));
  return decideValues(forbidEmptyText(dropWiderBounds(pruned))) ?? { ...NOTHING };
}

/** Of a bound and an exclusive one only the narrower says something. */
function dropWiderBounds(schema: Schema): Schema {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, ...rest } = schema;
  const [low, high] = [exclusiveMinimum ?? -Infinity, exclusiveMaximum ?? Infinity];
  if ((minimum === undefined || low === -Infinity) && (maximum === undefined || high === Infinity))
    return schema;
  return {
    ...rest,
    ...(low >= (minimum ?? -Infinity) ? pick(schema, ['exclusiveMinimum']) : pick(schema, ['minimum'])),
    ...(high <= (maximum ?? Infinity) ? pick(schema, ['exclusiveMaximum']) : pick(schema, ['maximum'])),
  };
}

/** A text that is not `''` has a length. */
function forbidEmptyText(schema: Schema): Schema {
  if (schema.type !== 'string' || schema.not === undefined) return schema;
  if (!sameJson(schema.not, { const: '' }) && !sameJson(schema.not, { enum: [''] })) return schema;
  const { not: _, ...rest } = schema;
  return { ...rest, minLength: Math.max(1, rest.minLength ?? 0) };
}

/** Alternatives of another type than the schema's own cannot hold; a single one that is left joins in. */
function dropImpossible(schema: Schema): Schema {
  const { anyOf, ...rest } = schema;
  if (anyOf === undefined || schema.type === undefined) return schema;
  const possible = anyOf.filter((one) => canBe(one, schema.type));
  const [first] = possible;
  if (first === undefined) return { ...NOTHING };
  if (possible.length === 1) return intersect(rest, first);
  return possible.length === anyOf.length ? schema : { ...rest, anyOf: possible };
}

/** What is forbidden of another type than the schema's own cannot come anyway. */
function dropIdle(schema: Schema): Schema {
  const { not, ...rest } = schema;
  return not === undefined || schema.type === undefined || canBe(not, schema.type) ? schema : rest;
}

/** The same for alternatives and prohibitions that had to stand apart. */
function prune(schema: Schema): Schema {
  const { allOf, ...rest } = schema;
  const { type } = rest;
  if (allOf === undefined || type === undefined) return schema;
  const isPossible = (part: Schema): boolean =>
    part.type !== undefined ||
    ((part.not === undefined || canBe(part.not, type)) &&
      (part.anyOf === undefined || part.anyOf.every((one) => canBe(one, type))));
  const whole = allOf.filter(isPossible);
  if (whole.length === allOf.length) return schema;
  const pruned = allOf
    .filter((part) => !isPossible(part))
    .map((part) => dropIdle(dropImpossible({ ...part, type })));
  return pruned.reduce(intersect, whole.length === 0 ? rest : { ...rest, allOf: whole });
}

/** Whether the schema leaves room for a value of the type, as far as its own and its alternatives' types tell. */
function canBe(schema: Schema, type: Schema['type']): boolean {
  if (intersectTypes(schema.type, type) === APART) return false;
  return schema.anyOf === undefined || schema.anyOf.some((one) => canBe(one, type));
}

function distinct(schemas: readonly Schema[]): Schema[] {
  const byText = new Map(schemas.map((schema) => [canonical(schema), schema]));
  return [...byText.keys()].sort().map((text) => byText.get(text) ?? {});
}

function isEmpty(schema: Schema): boolean {
  return Object.keys(schema).length === 0;
}

function pick(schema: Schema, keywords: readonly (keyof Schema)[]): Schema {
  return Object.fromEntries(keywords.flatMap((one) => (one in schema ? [[one, schema[one]]] : [])));
}
