import type { Constructor } from '../../shared/types.js';
import type { Schema } from '../json-schema/schema.js';
import { misspeltIn, partSlipIn } from '../json-schema/slip.js';
import { typeSlipIn, undefinedSlipIn } from '../json-schema/type-slip.js';
import { mapSubschemas, mapValues } from '../json-schema/walk.js';
import { plainJson } from '../../shared/values.js';
import type { TypeRef } from '../model/types.js';
import type { SchemaContext } from './context.js';

const COMPONENTS = '#/components/schemas/';

/** Returns a copy of a hand-written schema, and reports the parts of it that are not schemas. */
export function checkedRawSchema(type: Extract<TypeRef, { kind: 'raw' }>, context: SchemaContext): Schema {
  const copy = rawSchema(type, context);
  reportSlips(type.schema, context);
  return copy;
}

function reportSlips(schema: Schema, { options, place }: SchemaContext): void {
  const check = (part: Schema): Schema => {
    const message = typeSlipIn(part) ?? undefinedSlipIn(part) ?? partSlipIn(part);
    if (message !== undefined) options.report({ code: 'invalid-keyword', message, place });
    for (const [name, meant] of misspeltIn(part))
      options.report({
        code: 'misspelt-keyword',
        message: `${name} is not a keyword of JSON Schema, so it limits nothing. Did you mean ${meant}? Begin a keyword of your own with x-.`,
        place,
      });
    return mapSubschemas(part, check);
  };
  check(schema);
}

/** Returns a copy of a schema of the application, with references to its classes. */
export function rawSchema(
  { schema, classes }: Extract<TypeRef, { kind: 'raw' }>,
  context: SchemaContext,
): Schema {
  const { models } = context.options;
  const copy: Schema = plainJson(schema);
  if (classes === undefined && models === undefined) return copy;
  return resolve(copy, context, (ref) => classes?.get(ref) ?? models?.get(componentIn(ref)));
}

type ClassOf = (ref: string) => Constructor | undefined;

function componentIn(ref: string): string {
  return ref.startsWith(COMPONENTS) ? ref.slice(COMPONENTS.length) : ref;
}

function resolve(source: Schema, context: SchemaContext, classOf: ClassOf): Schema {
  const { $ref, ...beside } = withMapping(
    mapSubschemas(source, (subschema) => resolve(subschema, context, classOf)),
    context,
    classOf,
  );
  const target = typeof $ref === 'string' ? classOf($ref) : undefined;
  if (target !== undefined) return { ...context.schemaOfClass(target, context), ...beside };
  return $ref === undefined ? beside : { $ref, ...beside };
}

function withMapping(schema: Schema, context: SchemaContext, classOf: ClassOf): Schema {
  const { discriminator, ...rest } = schema;
  if (discriminator === undefined) return schema;
  if (context.options.inlineSchemas) return rest;
  const { mapping, defaultMapping } = discriminator;
  if (mapping === undefined && defaultMapping === undefined) return schema;
  const refOf = (ref: string): string => {
    const target = classOf(ref);
    return target === undefined ? ref : (context.schemaOfClass(target, context).$ref ?? ref);
  };
  return {
    ...rest,
    discriminator: {
      ...discriminator,
      ...(mapping !== undefined && { mapping: mapValues(mapping, refOf) }),
      ...(defaultMapping !== undefined && { defaultMapping: refOf(defaultMapping) }),
    },
  };
}
