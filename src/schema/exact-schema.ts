import { settle } from '../model/type-ref.js';
import type { PropertyModel, Rule, TypeRef } from '../model/types.js';
import type { SchemaContext } from './context.js';
import { schemaOfType } from './kinds.js';
import { intersect } from './merge.js';
import { excludeNull, makeNullable, takesNull } from './nullable.js';
import { orderRules } from './rule-order.js';
import { schemaOfRule } from './rule-schema.js';
import type { Schema } from './schema.js';

/**
 * What `validate(plainToInstance(C, v))` takes, to the letter (design 5, `contract: 'exact'`): only rules and
 * nested classes say something, a declared type does not, since nothing checks it at run time.
 */
export function exactSchema(property: PropertyModel, context: SchemaContext): Schema {
  if (property.transformed || property.conditional) return {};
  if (property.coerced) return coercedSchema(context);
  const parts = orderRules(property.rules).map((rule) => exactRule(rule, context));
  if (property.nested) parts.push(nestedSchema(property.type, context));
  const schema = parts.reduce(intersect, {});
  if (!property.acceptsNull) return excludeNull(schema);
  return takesNull(schema) ? schema : makeNullable(schema);
}

function coercedSchema({ options, place }: SchemaContext): Schema {
  options.report({
    code: 'coerced-type',
    severity: 'warning',
    place,
    message: '@Type makes a value of its type from others, so to the letter any value may pass.',
  });
  return {};
}

/** `each` looks at the elements of a list, and at anything else itself. */
function exactRule(rule: Rule, context: SchemaContext): Schema {
  const said = schemaOfRule(rule, context);
  const value = rule.acceptsNull && !takesNull(said) ? makeNullable(said) : said;
  if (!rule.each) return value;
  const element = rule.acceptsNull ? value : excludeNull(value);
  return { anyOf: [{ type: 'array', items: element }, intersect(value, { not: { type: 'array' } })] };
}

/**
 * Nested validation takes an object of the class, and lists of them to any depth; of deeper lists the
 * schema says only that they are lists. An object that class-transformer made no instance of is refused.
 */
function nestedSchema(type: TypeRef, context: SchemaContext): Schema {
  const object = objectOf(type);
  const single = object === undefined ? [] : [schemaOfType(object, context)];
  const list: Schema = { type: 'array', items: { anyOf: [...single, { type: 'array' }] } };
  return single.length === 0 ? { type: 'array', items: { type: 'array' } } : { anyOf: [...single, list] };
}

function objectOf(type: TypeRef): TypeRef | undefined {
  const settled = settle(type);
  if (settled.kind === 'array') return objectOf(settled.items);
  return settled.kind === 'class' || settled.kind === 'union' ? settled : undefined;
}
