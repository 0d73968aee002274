import type { Schema } from '../../json-schema/schema.js';
import { accepts } from '../../json-schema/checker/checker.js';
import type { RuleContext, RuleType } from '../../rules/types.js';
import type { DiscriminatorName, Rule, TypeRef } from '../types.js';
import type { Constructor } from '../../../shared/types.js';
import { readRules } from '../class-validator/rules.js';

const NARROWEST: readonly Exclude<RuleType, object | 'array'>[] = [
  'date',
  'integer',
  'boolean',
  'number',
  'string',
  'object',
];
const TYPES: readonly TypeRef[] = NARROWEST.map((kind) => ({ kind }));

/** The rules that are asked: those of the value itself, those with `each`, or any. */
export type Part = 'value' | 'elements' | 'any';

export function isAbout({ each }: Rule, part: Part): boolean {
  return part === 'any' || each === (part === 'elements');
}

/** Returns the narrowest type that the rules of a part require. */
export function typeOfRules(rules: readonly Rule[], part: Part = 'any'): TypeRef | undefined {
  let rank = NARROWEST.length;
  for (const rule of rules) {
    const { type } = rule;
    if (type === undefined || type === 'array' || !isAbout(rule, part)) continue;
    if (typeof type === 'object') return { kind: 'enum', members: type.enum, name: undefined };
    rank = Math.min(rank, NARROWEST.indexOf(type));
  }
  return TYPES[rank];
}

export function typeOfUnsureRules(rules: readonly Rule[]): TypeRef | undefined {
  if (rules.some((rule) => rule.type === undefined && describesValue(rule))) return undefined;
  const types = new Set(rules.map(({ type }) => type));
  types.delete(undefined);
  types.delete('array');
  if (types.has('number')) types.delete('integer');
  return types.size === 1 ? typeOfRules(rules.filter((rule) => types.has(rule.type))) : undefined;
}

export function isListRule(rule: Rule): boolean {
  return !rule.each && rule.type === 'array';
}

/** The context without facts about the schema that a rule narrows. */
export const NEUTRAL: RuleContext = {
  type: undefined,
  scalarItems: false,
  lowercase: false,
  instance: false,
  component: (_, schema) => schema,
};

export function describesValue(rule: Rule): boolean {
  if (rule.entry === undefined || rule.each) return false;
  const schema = keywordsOf(rule);
  return ['type', 'enum', 'const', 'anyOf'].some((keyword) => keyword in schema);
}

/** Returns the keywords of a rule without facts about the schema that it narrows. */
export function keywordsOf({ constraints, entry }: Pick<Rule, 'constraints' | 'entry'>): Schema {
  if (entry === undefined) return NO_KEYWORDS;
  return typeof entry.schema === 'function' ? entry.schema(constraints, NEUTRAL) : entry.schema;
}

const NO_KEYWORDS: Schema = {};

export function refusesObjects(rule: Rule): boolean {
  return !isListRule(rule) && rule.type !== 'date' && refuses(rule, { a: 0 });
}

export function refusesLists(rule: Rule): boolean {
  if (rule.each || isListRule(rule)) return false;
  return rule.type !== undefined || refuses(rule, []);
}

function refuses(rule: Rule, value: unknown): boolean {
  return accepts(keywordsOf(rule), value) === false;
}

/**
 * Returns the values that the rules of a property allow, as in `@Equals('cat')`, `@IsIn(['cat'])` or
 * `@Equals(true)`.
 */
export function fixedValuesOf(target: Constructor, key: string): readonly DiscriminatorName[] | undefined {
  for (const rule of readRules(target).get(key)?.rules ?? []) {
    if (rule.each || rule.entry === undefined) continue;
    const fixed = keywordsOf(rule);
    const values: unknown[] | undefined = 'const' in fixed ? [fixed.const] : fixed.enum;
    if (values?.every(isName) === true) return values;
  }
  return undefined;
}

function isName(value: unknown): value is DiscriminatorName {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
