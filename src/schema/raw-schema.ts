import type { Schema } from '../json-schema/schema.js';
import { mapSubschemas, mapValues } from '../json-schema/walk.js';
import type { Constructor } from '../base/types.js';
import type { TypeRef } from '../model/types.js';
import type { SchemaContext } from './context.js';

const COMPONENTS = '#/components/schemas/';

/** A schema written by hand. References to classes that are known by name become references of ours. */
export function rawSchema(
  { schema, classes }: Extract<TypeRef, { kind: 'raw' }>,
  context: SchemaContext,
): Schema {
  const { models } = context.options;
  if (classes === undefined && models === undefined) return { ...schema };
  return resolve({ ...schema }, context, (ref) => classes?.get(ref) ?? models?.get(componentIn(ref)));
}

type ClassOf = (ref: string) => Constructor | undefined;

function componentIn(ref: string): string {
  return ref.startsWith(COMPONENTS) ? ref.slice(COMPONENTS.length) : ref;
}

function resolve(given: Schema, context: SchemaContext, classOf: ClassOf): Schema {
  const schema = mapSubschemas(given, (inner) => resolve(inner, context, classOf));
  const { $ref, discriminator } = schema;
  const mapping = discriminator?.mapping;
  const mapped: Schema =
    discriminator === undefined || mapping === undefined
      ? schema
      : { ...schema, discriminator: { ...discriminator, mapping: mapValues(mapping, (ref) => refOf(ref)) } };
  const target = typeof $ref === 'string' ? classOf($ref) : undefined;
  if (target === undefined) return mapped;
  const { $ref: _, ...beside } = mapped;
  return { ...context.schemaOfClass(target, context), ...beside };

  /** Inline a class has no name, so the mapping stays as it was written. */
  function refOf(ref: string): string {
    const one = classOf(ref);
    return one === undefined ? ref : (context.schemaOfClass(one, context).$ref ?? ref);
  }
}
