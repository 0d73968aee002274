import { componentName } from '../model/class-model.js';
import { settle } from '../model/type-ref.js';
import type { TypeRef } from '../model/types.js';
import type { SchemaContext } from './context.js';
import { schemaOfType } from './kinds.js';
import type { Schema } from '../json-schema/schema.js';
import { fateOf } from './union-schema.js';

/**
 * Nested validation takes an object of the class, and lists of them to any depth. An object that
 * class-transformer made no instance of is refused.
 */
export function exactNested(type: TypeRef, context: SchemaContext): Schema {
  const object = objectOf(type);
  if (object === undefined) return listsOf([], context);
  if (object.kind === 'class') return listsOf([schemaOfType(object, context)], context);
  const single = unionSchemas(object, context);
  // In a list in a list class-transformer looks for no discriminator.
  const deep = listsOf([schemaOfType(object.discriminator?.otherwise ?? object, context)], context);
  return {
    anyOf: [...single, { type: 'array', items: { anyOf: [...single, { type: 'array', items: deep }] } }],
  };
}

/** Lists in lists, of a component that holds itself. */
function listsOf(single: readonly Schema[], context: SchemaContext): Schema {
  const lists = (items: Schema): Schema => {
    const list: Schema = { type: 'array', items };
    return single.length === 0 ? list : { anyOf: [...single, list] };
  };
  const schema = context.schemaOfRecursive(componentName(`${context.place}.nested`), lists);
  if (schema !== undefined) return schema;
  context.options.report({
    code: 'inexact-rule',
    severity: 'warning',
    place: context.place,
    message:
      'The schema accepts more than nestedValidation does: without references it does not look into lists in a list.',
  });
  return lists(lists({}));
}

type ObjectType = Extract<TypeRef, { kind: 'class' | 'union' }>;

function objectOf(type: TypeRef): ObjectType | undefined {
  const settled = settle(type);
  if (settled.kind === 'array') return objectOf(settled.items);
  return settled.kind === 'class' || settled.kind === 'union' ? settled : undefined;
}

/** The branches, and what class-transformer makes of an object whose property names none of them. */
function unionSchemas(type: Extract<TypeRef, { kind: 'union' }>, context: SchemaContext): Schema[] {
  const { discriminator } = type;
  const branches = schemaOfType(type, context);
  if (discriminator?.otherwise === undefined) return [branches];
  const { propertyName, otherwise, mapping } = discriminator;
  const values = mapping.map(({ value }) => value);
  const base = settle(otherwise);
  if (base.kind === 'class') {
    const tag = { propertyName, values, ...fateOf(discriminator, context), otherwise: true };
    return [branches, context.schemaOfClass(base.target, context, tag)];
  }
  return [branches, schemaOfType(base, context)];
}
