import { isRecord } from '../../shared/values.js';
import { canonical, sameJson } from './canonical.js';
import type { SchemaType } from './schema.js';
import { every, has, matches, namesOf } from './verdict.js';
import type { Checks, Verdict } from './verdict.js';

const IS_OF_TYPE: Readonly<Record<SchemaType, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: Number.isFinite,
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: Array.isArray,
  object: isRecord,
};

/** Whether a JSON value is of a type, or of one of several. */
export function isOfType(value: unknown, type: SchemaType | readonly SchemaType[]): boolean {
  if (typeof type === 'string') return Object.hasOwn(IS_OF_TYPE, type) && IS_OF_TYPE[type](value);
  return type.some((candidate) => isOfType(value, candidate));
}

/** The keywords that bound a value, by a number. */
export const BOUNDS = {
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

/** Keywords whose argument may be anything. */
export const VALUES = {
  type: (value, type: SchemaType | SchemaType[]) =>
    isOfType(value, type) ||
    ([type].flat().every((one) => Object.hasOwn(IS_OF_TYPE, one)) ? false : undefined),
  const: (value, constant: unknown) => sameJson(value, constant),
  pattern: (value, pattern: string) => typeof value !== 'string' || matches(pattern)(value),
  uniqueItems: (value, unique: boolean) => !unique || !Array.isArray(value) || isUnique(value),
} as const satisfies Checks;

/** Keywords that list values or names. */
export const LISTS = {
  enum: (value, listed: unknown[]) => listed.some((candidate) => sameJson(candidate, value)),
  required: (value, names: string[]) => !isRecord(value) || names.every((name) => has(value, name)),
} as const satisfies Checks;

/** Keywords that hold names by name. */
export const NAMES = {
  dependentRequired: (value, dependents: Record<string, string[]>) =>
    !isRecord(value) ||
    every(
      Object.entries(dependents),
      ([name, needed]) => !has(value, name) || needed.every((other) => has(value, other)),
    ),
} as const satisfies Checks;

/** Lengths count characters, not UTF-16 units. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/**
 * Whether the quotient is whole, in floating point, as validators compute it: 0.3 is no multiple of 0.1. Of quotients
 * beyond 1e21 they disagree.
 */
export function isMultiple(value: number, divisor: number): Verdict {
  const quotient = value / divisor;
  return Math.abs(quotient) < 1e21 ? Number.isInteger(quotient) : undefined;
}

function isUnique(items: readonly unknown[]): boolean {
  return new Set(items.map(canonical)).size === items.length;
}
