import type { TypeDeclaration } from '../model/type-input.js';
import { typeRefOfDeclaration } from '../model/type-ref.js';
import type { ClassModel } from '../model/types.js';
import { annotate } from './annotate.js';
import type { SchemaContext, Tag } from './context.js';
import { guarded } from './guarded.js';
import { schemaOfType } from './kinds.js';
import { schemaOfProperty } from './property-schema.js';
import type { Schema } from './schema.js';

/** The schema of a class; of a class that stands for a union, the union's. */
export function schemaOfModel(model: ClassModel, context: SchemaContext, tag?: Tag): Schema {
  const { annotations } = model;
  const schema =
    annotations.type === undefined ? objectSchema(model, context, tag) : unionOf(annotations.type, context);
  return annotate(schema, annotations);
}

function objectSchema(model: ClassModel, context: SchemaContext, tag: Tag | undefined): Schema {
  const entries = model.properties.map((property): [string, Schema] => [
    property.name,
    schemaOfProperty(property, { ...context, place: `${model.name}.${property.key}` }),
  ]);
  const required = model.properties.filter((property) => property.required).map((property) => property.name);
  const properties = ownMembers(entries);
  if (tag !== undefined) tagProperty(properties, required, tag);
  return {
    type: 'object',
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
  };
}

function unionOf(declaration: TypeDeclaration, context: SchemaContext): Schema {
  return guarded(context.options.report, context.place, () =>
    schemaOfType(typeRefOfDeclaration(declaration), context),
  );
}

/** The branch of a discriminated union holds the value that stands for it, whether the class declares it or not. */
export function tagProperty(properties: Record<string, Schema>, required: string[], tag: Tag): void {
  const declared = properties[tag.propertyName];
  properties[tag.propertyName] = {
    ...(declared?.description === undefined ? {} : { description: declared.description }),
    type: 'string',
    const: tag.value,
  };
  if (!required.includes(tag.propertyName)) required.push(tag.propertyName);
}

/** `Object.fromEntries` keeps a property called `__proto__` a property. */
function ownMembers(entries: readonly (readonly [string, Schema])[]): Record<string, Schema> {
  return Object.fromEntries(entries);
}
