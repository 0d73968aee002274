import { intersect } from '../json-schema/intersect.js';
import { FALSE_SCHEMA, isFalse } from '../json-schema/impossible.js';
import { makeNullable } from '../json-schema/nullable.js';
import { omit } from '../json-schema/keywords.js';
import type { Schema } from '../json-schema/schema.js';
import { analyseConditions, type Conditions } from '../model/class-validator/conditions.js';
import { mayEmptyObjects } from '../model/class-transformer/exposure.js';
import type { Exemption, PropertyModel, Rule, TypeRef } from '../model/types.js';
import { NEUTRAL } from '../model/type/rule-type.js';
import { decoratorOf } from '../rules/rule-table.js';
import { translatePattern } from '../rules/pattern/translate.js';
import type { RuleContext, RuleEntry } from '../rules/types.js';
import type { SchemaContext } from './context.js';
import { dereferenced, restrict } from './references.js';
import { accepts } from '../json-schema/checker/checker.js';
import { sameJson } from '../json-schema/values.js';

/** Narrows the schema of a property's type by each of its rules. */
export function applyRules(schema: Schema, property: PropertyModel, context: SchemaContext): Schema {
  const ruled = applyAll(schema, property, context);
  if (ruled.not === undefined || !isFalse(ruled)) return ruled;
  // Codes are listed in upper case. Validation accepts many in lower case, which another rule may require.
  const options = { ...context.options, report: () => undefined };
  const lowered = applyAll(schema, property, { ...context, options, lowercase: true });
  return isFalse(lowered) ? ruled : lowered;
}

function applyAll(schema: Schema, { key, rules, type }: PropertyModel, context: RuleScope): Schema {
  const lowering: Rule[] = [];
  let isConditional = false;
  for (const rule of rules) {
    if (rule.mayBeOff) isConditional = true;
    else if (rule.entry?.lowercase === true) lowering.push(rule);
  }
  let ruled = schema;
  for (const rule of isConditional ? inOrder(rules, ruled) : rules) {
    if (rule.mayBeOff) {
      ruled = applyConditional(ruled, rule, { key, rules, lowering }, context);
      continue;
    }
    if (typeof rule.type === 'object' && decides(rule, type)) continue;
    const scope = lowering.length === 0 ? context : scopeOf(rule, lowering, context);
    ruled = rule.each ? applyToElements(ruled, rule, scope) : applyRule(ruled, rule, scope);
  }
  return ruled;
}

/**
 * Returns the rules that may be off last, because they narrow only what the other rules accept. Without a known type, a
 * rule with `each` makes the value an array, so all rules of the value come first.
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

interface PropertyRules {
  readonly key: string;
  readonly rules: readonly Rule[];
  readonly lowering: readonly Rule[];
}

/** Applies a rule that may be off. */
function applyConditional(
  schema: Schema,
  rule: Rule,
  { key, rules, lowering }: PropertyRules,
  context: RuleScope,
): Schema {
  const { open, exempt } = exemptionsOf(rule, key, rules);
  if (open) {
    report(rule, 'its validateIf option may switch it off', context);
    return schema;
  }
  if (exempt.some((one) => !('value' in one)))
    report(rule, 'its validateIf option is tested with typical values of each type only', context);
  const scope = scopeOf(rule, lowering, context);
  const narrowed = rule.each
    ? applyToElements(schema, rule, scope)
    : mapBranches(schema, (branch) => applyRule(branch, rule, scope));
  return withExemptions(schema, narrowed, exempt, context);
}

function exemptionsOf({ condition }: Rule, key: string, rules: readonly Rule[]): Conditions {
  return analyseConditions(condition === undefined ? [] : [condition], key, undefined, rules);
}

/** @param lowering rules that require lower case, of the value or of its elements */
function scopeOf(rule: Rule, lowering: readonly Rule[], context: RuleScope): RuleScope {
  return lowering.some(({ each }) => each === rule.each) ? { ...context, lowercase: true } : context;
}

type RuleScope = SchemaContext & { readonly lowercase?: boolean };

/** Applies a rule with `each` to the elements of an array, a tuple or a map. It applies to any other value itself. */
function applyToElements(schema: Schema, rule: Rule, context: RuleScope): Schema {
  const apply = (element: Schema): Schema => {
    const ruled = applyRule(element, rule, context);
    return writesNull(rule, context) ? makeNullable(ruled) : ruled;
  };
  const { type, items, prefixItems, additionalProperties, anyOf, oneOf } = schema;
  if (type === undefined && anyOf !== undefined)
    return applyToBranches('anyOf', anyOf, schema, rule, context);
  if (type === undefined && oneOf !== undefined)
    return applyToBranches('oneOf', oneOf, schema, rule, context);
  if (prefixItems !== undefined) return { ...schema, prefixItems: prefixItems.map(apply) };
  if (type === 'object' && typeof additionalProperties === 'object') {
    const members = apply(additionalProperties);
    // If the value is not a Map during validation, the rules apply to the object itself.
    return isFalse(members) ? apply(schema) : { ...schema, additionalProperties: members };
  }
  if (type === 'array') return { ...schema, items: apply(typeof items === 'object' ? items : {}) };
  if (type === undefined && schema.$ref === undefined)
    return intersect(schema, { type: 'array', items: apply({}) });
  return apply(schema);
}

export function writesNull({ entry, constraints }: Rule, { view }: SchemaContext): boolean {
  return entry?.writesNull?.(constraints, view.direction) === true;
}

function applyToBranches(
  keyword: 'anyOf' | 'oneOf',
  branches: readonly Schema[],
  schema: Schema,
  rule: Rule,
  context: RuleScope,
): Schema {
  const ruled = branches
    .map((branch) => applyToElements(branch, rule, context))
    .filter((branch) => !isFalse(branch));
  const [first = FALSE_SCHEMA] = ruled;
  return ruled.length > 1 ? { ...schema, [keyword]: ruled } : first;
}

function applyRule(schema: Schema, rule: Rule, context: RuleScope): Schema {
  const { entry } = rule;
  if (entry === undefined) {
    report(rule, 'the rule is custom, and registerRule can describe it', context);
    return schema;
  }
  let added: Schema;
  try {
    added = schemaOfEntry(entry, rule, schema, context);
  } catch (error) {
    // The application's own rule cannot be described; the rest of the schema stays.
    context.options.report({
      code: 'broken-rule',
      place: context.place,
      message: `The function of registerRule('${rule.name}', …) ${error instanceof Error ? `throws: ${error.message}` : 'throws'}. It takes the constraints of the validator and returns JSON Schema keywords.`,
    });
    return schema;
  }
  return restrict(schema, added, context);
}

function schemaOfEntry(entry: RuleEntry, rule: Rule, narrowed: Schema, context: RuleScope): Schema {
  const { constraints } = rule;
  const { schema, looser, portability, strictFormat } = entry;
  // Most functions have one parameter, and ask nothing about the schema that they narrow.
  const isAsked =
    (typeof schema === 'function' && schema.length > 1) ||
    (typeof looser === 'function' && looser.length > 1);
  const about = isAsked ? subjectOf(narrowed, context) : NEUTRAL;
  let added = typeof schema === 'function' ? schema(constraints, about) : schema;
  if ('minProperties' in added && mayEmptyObjects(context.view)) added = omit(added, ['minProperties']);
  const reason = typeof looser === 'function' ? looser(constraints, about, added) : looser;
  if (reason !== undefined) report(rule, reason, context);
  const problem = portability?.(added);
  if (problem !== undefined) reportPortability(problem, context);
  if (strictFormat === undefined || context.options.formats === 'all') return added;
  const isStrict = typeof strictFormat === 'function' ? strictFormat(constraints) : strictFormat;
  return isStrict ? omit(added, ['format']) : added;
}

function subjectOf(subject: Schema, context: RuleScope): RuleContext {
  const { type, items, properties, anyOf, oneOf } = dereferenced(subject, context);
  const itemType = typeof items === 'object' ? dereferenced(items, context).type : undefined;
  return {
    type: Array.isArray(type) ? undefined : type,
    scalarItems: typeof itemType === 'string' && SCALARS.has(itemType),
    lowercase: context.lowercase === true,
    // A reference to a class, or its inlined schema.
    instance: (subject.$ref ?? properties ?? anyOf ?? oneOf) !== undefined,
    component: (name, schema) => context.schemaOfNamed(name, schema, context.place, 'ours'),
  };
}

const SCALARS: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean']);

function report(rule: Rule, reason: string, { options, place }: SchemaContext): void {
  const detail = decoratorOf(rule);
  options.report({
    code: 'looser-rule',
    place,
    message: `${detail}: the schema is looser than the validator: ${reason}.`,
    detail,
  });
}

function reportPortability(problem: string, { options, place }: SchemaContext): void {
  options.report({ code: 'pattern-not-portable', place, message: problem });
}

function withExemptions(
  schema: Schema,
  narrowed: Schema,
  exempt: readonly Exemption[],
  context: SchemaContext,
): Schema {
  const added = exempt
    .filter((one) => !('value' in one) || accepts(narrowed, one.value, context.outlineOf) !== true)
    .map((one) => mapBranches(schema, (branch) => restrict(branch, exemptSchema(one), context)))
    .filter((branch) => !isFalse(branch));
  if (added.length === 0) return narrowed;
  if (added.some((branch) => sameJson(branch, schema))) return schema;
  if (!isFalse(narrowed)) return { anyOf: [narrowed, ...added] };
  const [first, ...others] = added;
  return others.length === 0 && first !== undefined ? first : { anyOf: added };
}

/** Narrows each branch of a union, so that branches of other types disappear. */
function mapBranches(schema: Schema, narrow: (branch: Schema) => Schema): Schema {
  const { anyOf, ...rest } = schema;
  if (anyOf === undefined || Object.keys(rest).length > 0) return narrow(schema);
  const branches: Schema[] = [];
  for (const branch of anyOf.map((one) => mapBranches(one, narrow)))
    if (!isFalse(branch) && !branches.some((one) => sameJson(one, branch))) branches.push(branch);
  const [first = FALSE_SCHEMA] = branches;
  return branches.length > 1 ? { anyOf: branches } : first;
}

function exemptSchema(exemption: Exemption): Schema {
  const { type } = exemption;
  if (!('value' in exemption)) return { type };
  const { value } = exemption;
  return { type: Number.isInteger(value) ? 'integer' : type, const: value };
}

/** Returns the pattern of a router's expression for a whole value. Express and Koa ignore case by default. */
export function patternOf(expression: string): string | undefined {
  try {
    return translatePattern(new RegExp(`^(?:${expression})$`, 'i'));
  } catch {
    return undefined;
  }
}
