import { isMultiple } from './assertions.js';
import { canonical, sameJson } from './canonical.js';
import { listValues, onlyValuesOf } from './intersect-values.js';
import { isOnly } from './keywords.js';
import type { Schema } from './schema.js';
import { intersectTypes, writeTypes } from './types.js';

/** Both schemas, said as one. Given to combiners for the schemas inside. */
export type Join = (a: Schema, b: Schema) => Schema;
type Combiner = (a: never, b: never, join: Join) => unknown;

/** Returned by a combiner that cannot say both in one keyword. */
const APART = Symbol('apart');

const greater = (a: number, b: number): number => Math.max(a, b);
const lesser = (a: number, b: number): number => Math.min(a, b);
const either = (a: boolean, b: boolean): boolean => a || b;

/** Keywords of which two can be said as one. Any other pair that differs is said apart, in `allOf`. */
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
  [
    'multipleOf',
    (a: number, b: number) => (isMultiple(a, b) === true ? a : isMultiple(b, a) === true ? b : APART),
  ],
  ['allOf', (a: Schema[], b: Schema[]) => distinct([...a, ...b])],
  ['not', joinProhibitions],
]);

/**
 * One keyword of two schemas.
 *
 * @param apart takes what cannot be said in one: the same pair in either order leaves the same
 */
export function combineKeyword(
  keyword: string,
  a: unknown,
  b: unknown,
  apart: Schema[],
  join: Join,
): unknown {
  if (sameJson(a, b)) return a;
  const both = COMBINERS.get(keyword)?.(a as never, b as never, join) ?? APART;
  if (both !== APART) return both;
  const [first, second] = rankOf(keyword, a) <= rankOf(keyword, b) ? [a, b] : [b, a];
  apart.push({ [keyword]: second });
  return first;
}

/** Which stays, of two that cannot be said in one: prohibited values, for others join them. */
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

/** Forbidden values, and forbidden types, can be said together. */
function joinProhibitions(a: Schema, b: Schema): Schema | typeof APART {
  const [left, right] = [prohibitedValues(a), prohibitedValues(b)];
  if (left !== undefined && right !== undefined) return listValues([...left, ...right]);
  if (!isOnly(a, 'type') || !isOnly(b, 'type')) return APART;
  return { type: writeTypes([a.type ?? [], b.type ?? []].flat()) };
}

/** Null is a type and a value. */
function prohibitedValues(schema: Schema): readonly unknown[] | undefined {
  return onlyValuesOf(schema) ?? (isOnly(schema, 'type') && schema.type === 'null' ? [null] : undefined);
}

/** Schemas in the order of their texts, each once. */
export function distinct(schemas: readonly Schema[]): Schema[] {
  const byText = new Map(schemas.map((schema) => [canonical(schema), schema]));
  return [...byText.keys()].sort().map((text) => byText.get(text) ?? {});
}
