import { intersect } from '../json-schema/intersect.js';
import { FALSE_SCHEMA, isFalse } from '../json-schema/impossible.js';
import { makeNullable } from '../json-schema/nullable.js';
import { omit } from '../json-schema/keywords.js';
import type { Schema } from '../json-schema/schema.js';
import { writeKeywords } from '../json-schema/write-keywords.js';
import { mayEmptyObjects } from '../model/class-transformer/exposure.js';
import type { Rule } from '../model/types.js';
import { NEUTRAL } from '../model/type/rule-type.js';
import { decoratorNameOf } from '../rules/own-rules.js';
import { decoratorOf } from '../rules/rule-table.js';
import type { RuleContext } from '../rules/types.js';
import type { SchemaContext } from './context.js';
import { dereferenced, restrict } from './references.js';

/**
 * Applies a rule with `each` to the elements of an array, a
 * tuple or a map. It applies to any other value itself.
 */
export function applyToElements(schema: Schema, rule: Rule, context: SchemaContext): Schema {
  if (schema.type !== 'array' || schema.prefixItems !== undefined) return applyToParts(schema, rule, context);
  schema.items = applyToElement(typeof schema.items === 'object' ? schema.items : {}, rule, context);
  return schema;
}

function applyToParts(schema: Schema, rule: Rule, context: SchemaContext): Schema {
  const { type, prefixItems, additionalProperties, anyOf, oneOf } = schema;
  if (type === undefined && anyOf !== undefined)
    return applyToBranches('anyOf', anyOf, schema, rule, context);
  if (type === undefined && oneOf !== undefined)
    return applyToBranches('oneOf', oneOf, schema, rule, context);
  if (prefixItems !== undefined)
    return { ...schema, prefixItems: prefixItems.map((item) => applyToElement(item, rule, context)) };
  if (type === 'object' && typeof additionalProperties === 'object')
    return applyToMembers(schema, additionalProperties, rule, context);
  if (type === undefined && schema.$ref === undefined)
    return intersect(schema, { type: 'array', items: applyToElement({}, rule, context) });
  return applyToElement(schema, rule, context);
}

function applyToMembers(schema: Schema, members: Schema, rule: Rule, context: SchemaContext): Schema {
  const ruled = applyToElement({ ...members }, rule, context);
  // If the value is not a Map during validation, the rules apply to the object itself.
  return isFalse(ruled) ? applyToElement(schema, rule, context) : { ...schema, additionalProperties: ruled };
}

function applyToElement(element: Schema, rule: Rule, context: SchemaContext): Schema {
  const schema = applyRule(element, rule, context);
  const where = rule.entry?.writesNull?.(rule.constraints);
  const isNullable = where === 'always' || (where === 'responses' && context.view.direction === 'output');
  return isNullable ? makeNullable(schema) : schema;
}

function applyToBranches(
  keyword: 'anyOf' | 'oneOf',
  branches: readonly Schema[],
  schema: Schema,
  rule: Rule,
  context: SchemaContext,
): Schema {
  const ruled = branches
    .map((branch) => applyToElements({ ...branch }, rule, context))
    .filter((branch) => !isFalse(branch));
  const [first = FALSE_SCHEMA] = ruled;
  return ruled.length > 1 ? { ...schema, [keyword]: ruled } : first;
}

/** Writes the keywords of a rule into a schema, and reports what they do not describe. */
export function applyRule(schema: Schema, rule: Rule, context: SchemaContext): Schema {
  const { entry, constraints } = rule;
  if (entry === undefined) {
    reportCustom(rule, context);
    return schema;
  }
  let keywords: Schema;
  try {
    keywords = keywordsOf(schema, rule, entry, context);
  } catch (error) {
    reportBroken(rule, error, context);
    return schema;
  }
  const problem = entry.portability?.(keywords);
  if (problem !== undefined)
    context.options.report({ code: 'pattern-not-portable', place: context.place, message: problem });
  if (keywords.minProperties !== undefined && mayEmptyObjects(context.view))
    keywords = omit(keywords, ['minProperties']);
  if (context.options.formats === 'sound' && hasStrictFormat(entry, constraints))
    keywords = omit(keywords, ['format']);
  return writeKeywords(schema, keywords) ?? { ...restrict(schema, keywords, context) };
}

function reportCustom(rule: Rule, context: SchemaContext): void {
  const own = decoratorNameOf(rule.name);
  if (own === undefined) reportLooser(rule, 'the rule is custom, and registerRule can describe it', context);
  else reportChanged(own, context);
}

/** A rule of the application, or one of a later version of class-validator. */
function reportChanged(decorator: string, { options, place }: SchemaContext): void {
  options.report({
    code: 'changed-rule',
    place,
    message: `A rule has the name of @${decorator}() of class-validator, but another default message, so the schema does not describe it. If it is a rule of your application, give it another name, or describe it with registerRule. If it is that of class-validator, use a version that this dtospec supports.`,
  });
}

/** Returns whether the format rejects values that the rule accepts. */
function hasStrictFormat(
  { strictFormat }: NonNullable<Rule['entry']>,
  constraints: Rule['constraints'],
): boolean | undefined {
  return typeof strictFormat === 'function' ? strictFormat(constraints) : strictFormat;
}

/** Returns the keywords of a rule, and reports what they do not describe. */
function keywordsOf(
  subject: Schema,
  rule: Rule,
  { schema, looser }: NonNullable<Rule['entry']>,
  context: SchemaContext,
): Schema {
  const { constraints } = rule;
  // Most functions ask nothing about the schema.
  const asks = typeof schema === 'function' && schema.length > 1;
  const reasonAsks = typeof looser === 'function' && looser.length > 2;
  const about = asks || reasonAsks ? subjectOf(subject, context) : NEUTRAL;
  const keywords = typeof schema === 'function' ? schema(constraints, about) : schema;
  const reason = typeof looser === 'function' ? looser(constraints, keywords, about) : looser;
  if (reason !== undefined) reportLooser(rule, reason, context);
  return keywords;
}

function subjectOf(subject: Schema, context: SchemaContext): RuleContext {
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

export function reportLooser(rule: Rule, reason: string, { options, place }: SchemaContext): void {
  const detail = decoratorOf(rule);
  options.report({
    code: 'looser-rule',
    place,
    message: `${detail}: the schema is looser than the validator: ${reason}.`,
    detail,
  });
}

/** Reports that the application's own rule cannot be described. The rest of the schema stays. */
function reportBroken({ name }: Rule, error: unknown, { options, place }: SchemaContext): void {
  options.report({
    code: 'broken-rule',
    place,
    message: `The function of registerRule('${name}', …) ${error instanceof Error ? `throws: ${error.message}` : 'throws'}. It takes the constraints of the validator and returns JSON Schema keywords.`,
  });
}
