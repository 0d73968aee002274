import { isRecord } from '../../shared/values.js';
import { checkRef, LIST, MAP, ONE, UNEVALUATED } from './applicators.js';
import type { Schema, SchemaType } from './schema.js';
import type { Resolve } from './walk.js';
import { type Check, type Checks, every, has, matches, namesOf, type Verdict, type Walk } from './verdict.js';
import { canonical, sameJson } from './values.js';

/**
 * Validates a JSON value against a schema of JSON Schema 2020-12. It ignores content keywords, and formats without a
 * `format` function.
 *
 * @returns `undefined` if undecidable: an unresolved or endless reference, a pattern that ECMAScript cannot compile, a
 *   keyword whose argument has the wrong type
 */
export function accepts(
  schema: Schema | boolean,
  value: unknown,
  resolve: Resolve = () => undefined,
  format: Walk['format'] = () => true,
): boolean | undefined {
  return judge(schema, value, { judge, resolve, format, followed: [], known: new Map() });
}

function judge(schema: Schema | boolean, value: unknown, walk: Walk): Verdict {
  if (typeof schema === 'boolean') return schema;
  let all: Verdict = true;
  for (const keyword of Object.keys(schema)) {
    const argument: unknown = (schema as Readonly<Record<string, unknown>>)[keyword];
    const check: Check | undefined = argument === undefined ? undefined : CHECKS.get(keyword);
    if (check === undefined) continue;
    const verdict = check(value, argument as never, schema, walk);
    if (verdict === false) return false;
    all = verdict && all;
  }
  return all;
}

function checksOf(isArgument: (argument: unknown) => boolean, checks: Checks): [string, Check][] {
  return Object.entries(checks).map(([keyword, check]) => [
    keyword,
    (value, argument, schema, walk) =>
      isArgument(argument) ? check(value, argument, schema, walk) : undefined,
  ]);
}

const isAnything = (): boolean => true;
const isNumber = (argument: unknown): boolean => typeof argument === 'number';
const isSchema = (argument: unknown): boolean => typeof argument === 'boolean' || isRecord(argument);

const IS_OF_TYPE: Readonly<Record<SchemaType, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: Number.isFinite,
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: isRecord,
};

export function isOfType(value: unknown, type: SchemaType | readonly SchemaType[]): boolean {
  if (typeof type === 'string') return Object.hasOwn(IS_OF_TYPE, type) && IS_OF_TYPE[type](value);
  return type.some((candidate) => isOfType(value, candidate));
}

const BOUNDS = {
  minimum: (value, limit: number) => typeof value !== 'number' || value >= limit,
  maximum: (value, limit: number) => typeof value !== 'number' || value <= limit,
  exclusiveMinimum: (value, limit: number) => typeof value !== 'number' || value > limit,
  exclusiveMaximum: (value, limit: number) => typeof value !== 'number' || value < limit,
  multipleOf: (value, divisor: number) => typeof value !== 'number' || isMultiple(value, divisor),
  minLength: (value, limit: number) =>
    typeof value !== 'string' || (value.length >= limit && lengthOf(value) >= limit),
  maxLength: (value, limit: number) =>
    typeof value !== 'string' || value.length <= limit || lengthOf(value) <= limit,
  minItems: (value, limit: number) => !Array.isArray(value) || value.length >= limit,
  maxItems: (value, limit: number) => !Array.isArray(value) || value.length <= limit,
  minProperties: (value, limit: number) => !isRecord(value) || namesOf(value).length >= limit,
  maxProperties: (value, limit: number) => !isRecord(value) || namesOf(value).length <= limit,
} as const satisfies Checks;

const VALUES = {
  type: (value, type: SchemaType | SchemaType[]) =>
    isOfType(value, type) ||
    ([type].flat().every((one) => Object.hasOwn(IS_OF_TYPE, one)) ? false : undefined),
  const: (value, constant: unknown) => sameJson(value, constant),
  pattern: (value, pattern: string) => typeof value !== 'string' || matches(pattern)(value),
  uniqueItems: (value, unique: boolean) => !unique || !Array.isArray(value) || isUnique(value),
} as const satisfies Checks;

const LISTS = {
  enum: (value, listed: unknown[]) => listed.some((candidate) => sameJson(candidate, value)),
  required: (value, names: string[]) => !isRecord(value) || names.every((name) => has(value, name)),
} as const satisfies Checks;

const NAMES = {
  dependentRequired: (value, dependents: Record<string, string[]>) =>
    !isRecord(value) ||
    every(
      Object.entries(dependents),
      ([name, needed]) => !has(value, name) || needed.every((other) => has(value, other)),
    ),
} as const satisfies Checks;

const CHECKS: ReadonlyMap<string, Check> = new Map([
  ...checksOf(isAnything, VALUES),
  ...checksOf(isNumber, BOUNDS),
  ...checksOf(Array.isArray, { ...LISTS, ...LIST }),
  ...checksOf(isRecord, { ...NAMES, ...MAP }),
  ...checksOf(isSchema, { ...ONE, ...UNEVALUATED }),
  ['$ref', checkRef],
  ['$dynamicRef', () => undefined],
  ['format', (value, format: string, _, walk) => walk.format(format, value)],
]);

function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/**
 * Divides in floating point, as validators do: 0.3 is not a multiple of 0.1. Validators disagree about quotients
 * beyond 1e21.
 */
export function isMultiple(value: number, divisor: number): Verdict {
  const quotient = value / divisor;
  return Math.abs(quotient) < 1e21 ? Number.isInteger(quotient) : undefined;
}

function isUnique(items: readonly unknown[]): boolean {
  return new Set(items.map(canonical)).size === items.length;
}
