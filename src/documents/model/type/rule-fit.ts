import { accepts } from '../../json-schema/checker/checker.js';
import { isFalse } from '../../json-schema/impossible.js';
import { intersect } from '../../json-schema/intersect.js';
import type { Schema, SchemaType } from '../../json-schema/schema.js';
import type { RuleType } from '../../rules/types.js';
import { schemaOfStandard } from '../foreign-schema.js';
import type { Direction, Rule, TypeRef } from '../types.js';
import { keywordsOf } from './rule-type.js';
import { resolveLazyOrUnknown } from './type-input-error.js';
import { innerTypes } from './type-ref.js';

// A conversion makes another value of the one in JSON, so a
// rule may check values of another type than the declared one.

/** The values of a type that a rule may check. */
export type Fit = 'all' | 'some' | 'none';

/** Returns whether a rule may check each value of a type. */
export function fitsType(rule: Rule, type: TypeRef, direction: Direction = 'input'): boolean {
  return fitOf(rule, type, direction) === 'all';
}

/**
 * Compares a rule with a type: by types and listed values,
 * and not by bounds. `@MinLength(3)` may check all strings.
 */
export function fitOf(rule: Rule, type: TypeRef, direction: Direction): Fit {
  const resolved = resolveLazyOrUnknown(type);
  if (resolved.kind === 'unknown') return 'all';
  // Rules check the instance.
  if (resolved.kind === 'registered') return 'none';
  if (resolved.kind === 'union')
    return combined(resolved.anyOf.map((member) => fitOf(rule, member, direction)));
  if (rule.each) return fitOfElements({ ...rule, each: false }, resolved, direction);
  const keywords = keywordsOf(rule);
  if (resolved.kind === 'enum')
    return combined(resolved.members.map(({ value }) => fitOfValue(value, keywords)));
  const outline = outlineOf(resolved, direction);
  const listed = 'const' in keywords ? [keywords.const] : keywords.enum;
  if (listed !== undefined) return combined(listed.map((value) => fitOfValue(value, outline)));
  const kinds = typeof rule.type === 'string' ? FITTING[rule.type] : undefined;
  if (kinds !== undefined && resolved.kind in JSON_TYPES)
    return kinds.includes(resolved.kind) ? 'all' : 'none';
  const types = [outline.type ?? []].flat();
  if (types.length === 0) return isFalse(keywords) ? 'none' : 'all';
  return combined(types.map((name) => (isFalse(intersect({ type: name }, keywords)) ? 'none' : 'all')));
}

function combined(fits: readonly Fit[]): Fit {
  if (fits.every((fit) => fit === 'all')) return 'all';
  return fits.every((fit) => fit === 'none') ? 'none' : 'some';
}

function fitOfValue(value: unknown, schema: Schema): Fit {
  return accepts(schema, value) === false ? 'none' : 'all';
}

function fitOfElements(rule: Rule, type: TypeRef, direction: Direction): Fit {
  if (OPEN.has(type.kind)) return 'all';
  const elements = innerTypes(type);
  return elements.length === 0
    ? 'none'
    : combined(elements.map((element) => fitOf(rule, element, direction)));
}

/** Types whose elements are not known here. */
const OPEN: ReadonlySet<TypeRef['kind']> = new Set(['raw', 'standard', 'object']);

type Kind = TypeRef['kind'];

const NUMBERS = ['number', 'integer'] as const;

const FITTING: Readonly<Record<Exclude<RuleType, object>, readonly Kind[]>> = {
  string: ['string', 'bigint'],
  number: NUMBERS,
  integer: NUMBERS,
  boolean: ['boolean'],
  date: ['date'],
  object: ['object', 'class', 'map'],
  array: ['array', 'tuple'],
};

const JSON_TYPES: Readonly<Partial<Record<Kind, SchemaType>>> = {
  string: 'string',
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
  bigint: 'string',
  date: 'string',
  file: 'string',
  array: 'array',
  tuple: 'array',
  map: 'object',
  class: 'object',
  object: 'object',
};

function outlineOf(type: TypeRef, direction: Direction): Schema {
  if (type.kind === 'raw') return type.schema;
  if (type.kind === 'standard') return schemaOfStandard(type.standard, direction).schema;
  const name = JSON_TYPES[type.kind];
  return name === undefined ? {} : { type: name };
}
