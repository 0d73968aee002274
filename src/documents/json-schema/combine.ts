import {
  canonical,
  intersectValues,
  VALUE_KEYWORDS,
  listValues,
  onlyValuesOf,
  sameJson,
  valuesOf,
} from './values.js';
import { hasAny, isOnly, omit, ordered, pick } from './keywords.js';
import { FALSE_SCHEMA, isFalse } from './impossible.js';
import type { Schema } from './schema.js';
import { isMultiple } from './checker/values.js';
import { intersectTypes, writeTypes } from './types.js';

export function combine(a: Schema, b: Schema, join: Join): Schema {
  if (a === b || includes(a, b)) return a;
  if (includes(b, a)) return b;
  if (isFalse(a) || isFalse(b)) return FALSE_SCHEMA;
  const canMeet = hasAny(a, MEETING) && hasAny(b, MEETING);
  return canMeet ? joinCarefully(a, b, join) : zip(a, b, [], join);
}

/** Joins schemas whose keywords may depend on one another. */
function joinCarefully(a: Schema, b: Schema, join: Join): Schema {
  if (closes(a, b) || closes(b, a)) return { allOf: sortUnique([a, b]) };
  const listed = joinValues(a, b);
  if (listed === undefined) return FALSE_SCHEMA;
  const separate: Schema[] = [];
  return zip(...moveToAllOf(...listed, separate), separate, join);
}

const FAMILIES: readonly (readonly (keyof Schema)[])[] = [
  ['items', 'prefixItems'],
  ['contains', 'minContains', 'maxContains'],
  ['properties', 'patternProperties', 'additionalProperties'],
  ['anyOf', 'oneOf', 'discriminator'],
  ['if', 'then', 'else'],
];

const CLOSES: ReadonlySet<string> = new Set(['unevaluatedProperties', 'unevaluatedItems']);
const EVALUATES: ReadonlySet<string> = new Set([
  '$ref',
  '$dynamicRef',
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  'dependentSchemas',
  'properties',
  'patternProperties',
  'additionalProperties',
  'prefixItems',
  'items',
  'contains',
  ...CLOSES,
]);
/** Keywords that may depend on one another, so that two schemas with any of them are joined with care. */
const MEETING: ReadonlySet<string> = new Set(['enum', 'const', ...EVALUATES, ...FAMILIES.flat()]);

const DEPENDENT: ReadonlySet<string> = new Set([
  'items',
  'contains',
  'additionalProperties',
  'unevaluatedItems',
  'unevaluatedProperties',
]);

function includes(schema: Schema, other: Schema): boolean {
  for (const keyword in other)
    if (DEPENDENT.has(keyword) || schema[keyword as keyof Schema] !== other[keyword as keyof Schema])
      return false;
  return true;
}

function closes(a: Schema, b: Schema): boolean {
  return hasAny(a, CLOSES) && hasAny(b, EVALUATES);
}

function joinValues(a: Schema, b: Schema): [Schema, Schema] | undefined {
  if (valuesOf(a) === undefined || valuesOf(b) === undefined) return [a, b];
  const values = intersectValues(a, b);
  return values && [{ ...omit(a, VALUE_KEYWORDS), ...values }, omit(b, VALUE_KEYWORDS)];
}

/**
 * Moves a family of keywords into `allOf` if both schemas use it. For example, `items` of one schema would
 * change its meaning beside `prefixItems` of the other.
 */
function moveToAllOf(a: Schema, b: Schema, separate: Schema[]): [Schema, Schema] {
  let left = a;
  let right = b;
  for (const family of FAMILIES) {
    const ofA = pick(a, family);
    const ofB = pick(b, family);
    const keywords = Object.keys(ofA);
    const others = Object.keys(ofB);
    if (keywords.length === 0 || others.length === 0) continue;
    if (new Set([...keywords, ...others]).size === 1) continue;
    const staysInA = isFirst(ofA, ofB);
    if (!sameJson(ofA, ofB)) separate.push(staysInA ? ofB : ofA);
    if (staysInA) right = omit(right, family);
    else left = omit(left, family);
  }
  return [left, right];
}

function isFirst(a: Schema, b: Schema): boolean {
  const difference = Object.keys(a).length - Object.keys(b).length;
  return difference === 0 ? canonical(a) <= canonical(b) : difference < 0;
}

function zip(a: Schema, b: Schema, separate: Schema[], join: Join): Schema {
  const merged: Record<string, unknown> = { ...a };
  for (const keyword in b) {
    const value: unknown = b[keyword as keyof Schema];
    const known = merged[keyword];
    merged[keyword] =
      keyword in a && known !== value ? combineKeyword(keyword, known, value, separate, join) : value;
  }
  if (Array.isArray(merged.type) && merged.type.length === 0) return FALSE_SCHEMA;
  if (separate.length > 0)
    merged.allOf = sortUnique([...((merged.allOf as Schema[] | undefined) ?? []), ...separate]);
  return ordered(merged);
}

type Join = (a: Schema, b: Schema) => Schema;
type Combiner = (a: never, b: never, join: Join) => unknown;

const SEPARATE = Symbol('apart');

const greater = (a: number, b: number): number => Math.max(a, b);
const lesser = (a: number, b: number): number => Math.min(a, b);
const either = (a: boolean, b: boolean): boolean => a || b;

/** Keywords whose values can be merged. Other keywords with different values go into `allOf`. */
const COMBINERS: ReadonlyMap<string, Combiner> = new Map<keyof Schema, Combiner>([
  ['type', intersectTypes],
  ...(['minLength', 'minItems', 'minProperties', 'minimum', 'exclusiveMinimum'] as const).map(
    (keyword) => [keyword, greater] as const,
  ),
  ...(['maxLength', 'maxItems', 'maxProperties', 'maximum', 'exclusiveMaximum'] as const).map(
    (keyword) => [keyword, lesser] as const,
  ),
  ...(['uniqueItems', 'deprecated', 'readOnly', 'writeOnly'] as const).map(
    (keyword) => [keyword, either] as const,
  ),
  ...(['items', 'additionalProperties', 'propertyNames'] as const).map(
    (keyword) => [keyword, joinSchemas] as const,
  ),
  ...(['properties', 'patternProperties'] as const).map((keyword) => [keyword, joinNamed] as const),
  ['required', (a: string[], b: string[]) => [...new Set([...a, ...b])].sort()],
  ['multipleOf', commonMultiple],
  ['allOf', (a: Schema[], b: Schema[]) => sortUnique([...a, ...b])],
  ['not', joinProhibitions],
]);

/**
 * @param separate receives keywords that cannot be merged, in an order that does not depend on the order of
 *   the schemas
 */
function combineKeyword(keyword: string, a: unknown, b: unknown, separate: Schema[], join: Join): unknown {
  if (typeof a === 'object' && sameJson(a, b)) return a;
  const both = COMBINERS.get(keyword)?.(a as never, b as never, join) ?? SEPARATE;
  if (both !== SEPARATE) return both;
  const [first, second] = rankOf(keyword, a) <= rankOf(keyword, b) ? [a, b] : [b, a];
  separate.push({ [keyword]: second });
  return first;
}

/** Ranks prohibited values first, so that other prohibited values can be merged into them. */
function rankOf(keyword: string, value: unknown): string {
  const isFirst = keyword === 'not' && prohibitedValues(value as Schema) !== undefined;
  return `${isFirst ? 0 : 1}${canonical(value)}`;
}

function joinSchemas(a: Schema | boolean, b: Schema | boolean, join: Join): Schema | boolean {
  if (typeof a === 'boolean') return a && b;
  return typeof b === 'boolean' ? b && a : join(a, b);
}

type Named = Readonly<Record<string, Schema | boolean>>;

function joinNamed(a: Named, b: Named, join: Join): Named {
  const joined = Object.entries(b).map(([name, schema]): [string, Schema | boolean] => [
    name,
    joinSchemas(Object.hasOwn(a, name) ? (a[name] ?? true) : true, schema, join),
  ]);
  return Object.fromEntries([...Object.entries(a), ...joined]);
}

function commonMultiple(a: number, b: number): unknown {
  if (isMultiple(a, b) === true) return a;
  return isMultiple(b, a) === true ? b : SEPARATE;
}

function joinProhibitions(a: Schema, b: Schema): Schema | typeof SEPARATE {
  const left = prohibitedValues(a);
  const right = prohibitedValues(b);
  if (left !== undefined && right !== undefined) return listValues([...left, ...right]);
  if (!isOnly(a, 'type') || !isOnly(b, 'type')) return SEPARATE;
  return { type: writeTypes([a.type ?? [], b.type ?? []].flat()) };
}

function prohibitedValues(schema: Schema): readonly unknown[] | undefined {
  return onlyValuesOf(schema) ?? (isOnly(schema, 'type') && schema.type === 'null' ? [null] : undefined);
}

function sortUnique(schemas: readonly Schema[]): Schema[] {
  const byText = new Map(schemas.map((schema) => [canonical(schema), schema]));
  return [...byText.keys()].sort().map((text) => byText.get(text) ?? {});
}
