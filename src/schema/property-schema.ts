import { settle } from '../model/type-ref.js';
import type { PropertyModel, Rule } from '../model/types.js';
import { annotate } from './annotate.js';
import { sameJson } from './canonical.js';
import type { SchemaContext } from './context.js';
import { exactSchema } from './exact-schema.js';
import { addFreeValues } from './free-values.js';
import { guarded } from './guarded.js';
import { schemaOfType } from './kinds.js';
import { isIdle } from './idle-rules.js';
import { intersect, NOTHING } from './merge.js';
import { excludeNull, makeNullable } from './nullable.js';
import { orderRules } from './rule-order.js';
import { schemaOfRule } from './rule-schema.js';
import type { Contract } from './rules/types.js';
import type { Schema } from '../json-schema/schema.js';

/** The schema of one property: its type, narrowed by each rule, with what the decorators add. */
export function schemaOfProperty(property: PropertyModel, context: SchemaContext): Schema {
  const { contract, report } = context.options;
  const schema = guarded(report, context.place, () => CONTRACTS[contract](property, context));
  const typeSchema =
    property.annotations.examples === undefined ? schema : intersect(typeSchemaOf(property, context), schema);
  return annotate(schema, property.annotations, typeSchema);
}

/** The declared type with named enums written out: examples are coerced to it, and a reference says no type. */
function typeSchemaOf({ type }: PropertyModel, context: SchemaContext): Schema {
  const options = { ...context.options, report: () => undefined };
  const written: SchemaContext = { ...context, options, schemaOfNamed: (_, schema) => schema };
  return guarded(options.report, context.place, () => schemaOfType(type, written));
}

const CONTRACTS: Readonly<Record<Contract, (property: PropertyModel, context: SchemaContext) => Schema>> = {
  declared: declaredSchema,
  exact: exactSchema,
};

/** The declared type, narrowed by each rule. */
function declaredSchema(property: PropertyModel, context: SchemaContext): Schema {
  const rules = orderRules(property.rules).filter((rule) => !isIdle(rule, property, context));
  const wide = schemaOfType(settle(property.type), context);
  const ruled = rules.reduce((schema, rule) => narrow(schema, rule, context), wide);
  if (sameJson(ruled, NOTHING)) reportContradiction(context);
  else if (property.transformed && !sameJson(ruled, wide)) reportTransformed(context);
  const narrowed = addFreeValues(ruled, property, wide);
  const isNull =
    property.nullable || (context.options.nullableOptional && property.acceptsNull && !property.required);
  if (isNull) return makeNullable(narrowed);
  return property.acceptsNull ? narrowed : excludeNull(narrowed);
}

function narrow(schema: Schema, rule: Rule, context: SchemaContext): Schema {
  if (!rule.each) return narrowValue(schema, rule, context);
  return narrowElements(schema, (element) => {
    const narrowed = narrowValue(element, rule, context);
    return rule.acceptsNull ? narrowed : excludeNull(narrowed);
  });
}

function narrowValue(schema: Schema, rule: Rule, context: SchemaContext): Schema {
  const said = schemaOfRule(rule, context, schema);
  return isTableOfTexts(said, schema) ? said : intersect(schema, said);
}

/** A reference to a table of codes, beside a type that adds nothing: every code is a text. */
function isTableOfTexts(said: Schema, { type, ...others }: Schema): boolean {
  const { $ref, ...more } = said;
  return type === 'string' && $ref !== undefined && sameJson([others, more], [{}, {}]);
}

/** Applies a rule to every element: of a list, of a tuple, of a map. */
function narrowElements(schema: Schema, apply: (element: Schema) => Schema): Schema {
  const { items, prefixItems, additionalProperties } = schema;
  if (prefixItems !== undefined) return { ...schema, prefixItems: prefixItems.map(apply) };
  if (schema.type === 'object' && typeof additionalProperties === 'object')
    return { ...schema, additionalProperties: apply(additionalProperties) };
  if (schema.type === 'array') return { ...schema, items: items === false ? items : apply(itemsOf(items)) };
  return intersect(schema, { type: 'array', items: apply({}) });
}

function itemsOf(items: Schema | true | undefined): Schema {
  return typeof items === 'object' ? items : {};
}

function reportContradiction({ options, place }: SchemaContext): void {
  options.report({
    code: 'contradictory-rules',
    severity: 'warning',
    place,
    message: 'The rules of this property contradict each other: no value passes. Remove one of them.',
  });
}

function reportTransformed({ options, place }: SchemaContext): void {
  options.report({
    code: 'transformed-type',
    severity: 'warning',
    place,
    message:
      'The rules see what a @Transform makes of a value, and the schema says them of the value as it travels. Where that differs, validation decides; if callers should know, say it in @Description.',
  });
}
