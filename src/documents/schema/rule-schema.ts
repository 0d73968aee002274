import { isFalse } from '../json-schema/impossible.js';
import type { Schema } from '../json-schema/schema.js';
import type { PropertyModel, Rule, TypeRef } from '../model/types.js';
import { resolveLazyOrUnknown } from '../model/type/type-input-error.js';
import { applyRule, applyToElements } from './apply-rule.js';
import { applyConditional } from './conditional-rule.js';
import { translatePattern } from '../rules/pattern/translate.js';
import type { SchemaContext } from './context.js';
import { schemaOfType } from './kinds.js';

/** Returns the schema of a type, with the keywords of each rule of the property. */
export function ruledSchema(type: TypeRef, property: PropertyModel, context: SchemaContext): Schema {
  const { key, rules } = property;
  const lowering = rules.filter(requiresLowerCase);
  let schema = schemaOfType(type, context);
  for (const rule of rules.some(({ mayBeOff }) => mayBeOff) ? inOrder(rules, schema) : rules) {
    const scope = lowering.length === 0 ? context : scopeOf(rule, lowering, context);
    if (rule.mayBeOff) schema = applyConditional(schema, rule, key, rules, scope);
    else if (!decides(rule, type)) schema = applyCertain(schema, rule, scope);
  }
  return schema;
}

function requiresLowerCase({ mayBeOff, entry }: Rule): boolean {
  return !mayBeOff && entry?.lowercase === true;
}

function applyCertain(schema: Schema, rule: Rule, context: SchemaContext): Schema {
  return rule.each ? applyToElements(schema, rule, context) : applyRule(schema, rule, context);
}

/**
 * Returns the rules that may be off last, because they narrow only what the other rules accept. Without a
 * known type, a rule with `each` makes the value an array, so all rules of the value come first.
 */
function inOrder(rules: readonly Rule[], { type, anyOf, $ref }: Schema): readonly Rule[] {
  const isUntyped = (type ?? anyOf ?? $ref) === undefined;
  const rank = ({ each, mayBeOff }: Rule): number =>
    isUntyped ? Number(each) * 2 + Number(mayBeOff) : Number(mayBeOff) * 2 + Number(each);
  return [...rules].sort((a, b) => rank(a) - rank(b));
}

/** Returns whether a rule decided the property's type, so that its schema is that of the type. */
function decides({ type: values, each }: Rule, type: TypeRef): boolean {
  if (typeof values !== 'object' || each || type.kind !== 'enum') return false;
  return type.members === values.enum && type.name === undefined && values.enum.length > 1;
}

/** @param lowering rules that require lower case, of the value or of its elements */
function scopeOf(rule: Rule, lowering: readonly Rule[], context: SchemaContext): SchemaContext {
  return lowering.some(({ each }) => each === rule.each) ? { ...context, lowercase: true } : context;
}

/**
 * Returns the schema of the values that the rules accept although they contradict each other at first: in
 * lower case, or of another shape than the declared type. Returns undefined if no value passes.
 */
export function possibleSchema(property: PropertyModel, context: SchemaContext): Schema | undefined {
  const quiet = { ...context, options: { ...context.options, report: () => undefined } };
  const schema = schemaInAnyCase(property.type, property, quiet);
  if (!isFalse(schema)) return schema;
  // Rules of the value come first: without a known type, a rule with `each` makes the value an array.
  const rules = [...property.rules].sort((a, b) => Number(a.each) - Number(b.each));
  const declared = resolveLazyOrUnknown(property.type);
  for (const type of [declared, ...otherShapes(declared)]) {
    const other = schemaInAnyCase(type, { ...property, rules }, quiet);
    if (isFalse(other)) continue;
    if (type !== declared) reportShape(declared, other, context);
    return other;
  }
  return undefined;
}

/** Codes are listed in upper case. Validation accepts many in lower case, which another rule may require. */
function schemaInAnyCase(type: TypeRef, property: PropertyModel, context: SchemaContext): Schema {
  const schema = ruledSchema(type, property, context);
  return isFalse(schema) ? ruledSchema(type, property, { ...context, lowercase: true }) : schema;
}

function otherShapes(type: TypeRef): readonly TypeRef[] {
  if (type.kind === 'array') return [type.items];
  const list: TypeRef = { kind: 'array', items: UNKNOWN, unique: false };
  return type.kind === 'map' ? [type.values, list] : [{ ...list, items: type }];
}

const UNKNOWN: TypeRef = { kind: 'unknown' };

function reportShape({ kind }: TypeRef, { type }: Schema, { options, place }: SchemaContext): void {
  const message =
    kind === 'array'
      ? 'A rule accepts a single value only and rejects every array, so a single value is documented. For arrays, add { each: true } to it; for a single value, drop { each: true } from the others.'
      : `The rules accept ${type === 'array' ? 'arrays' : 'other values'} only, not the declared type, so that is documented. Correct the type or the rules.`;
  options.report({
    code: kind === 'array' ? 'rule-refuses-list' : 'contradictory-rules',
    place,
    message,
  });
}

/** Returns the pattern of a router's expression for a whole value. Express and Koa ignore case by default. */
export function patternOf(expression: string): string | undefined {
  try {
    return translatePattern(new RegExp(`^(?:${expression})$`, 'i'));
  } catch {
    return undefined;
  }
}
