import type { TypeDeclaration } from '../model/type-input.js';
import { typeRefOfDeclaration } from '../model/type-ref.js';
import { openUnion } from '../model/union-cycle.js';
import { strategyOf } from '../model/class-transformer.js';
import type { ClassModel, PropertyModel } from '../model/types.js';
import { annotate } from './annotate.js';
import type { SchemaContext, Tag } from './context.js';
import { guarded } from './guarded.js';
import { schemaOfType } from './kinds.js';
import { intersect, NOTHING } from './merge.js';
import { schemaOfProperty } from './property-schema.js';
import type { Schema } from '../json-schema/schema.js';
import { isRemovedButDemanded, taggedObject, tagProperty, valuesTaken } from './tagged.js';

/** The schema of a class; of a class that stands for a union, the union's. */
export function schemaOfModel(model: ClassModel, context: SchemaContext, tag?: Tag): Schema {
  const { annotations } = model;
  const schema =
    annotations.type === undefined
      ? objectSchema(model, context, tag)
      : unionBranch(unionOf(model, annotations.type, context), tag);
  return annotate(schema, annotations);
}

function objectSchema(model: ClassModel, context: SchemaContext, tag: Tag | undefined): Schema {
  if (tag?.kept === false && isRemovedButDemanded(model, tag, context)) return { ...NOTHING };
  const isExact = context.options.contract === 'exact' && model.view.direction === 'input';
  const twice = isExact ? propertiesBoundTwice(model) : [];
  const once = model.properties.filter((property) => !twice.includes(property));
  const properties = ownMembers(once.map((property) => [property.name, schemaIn(model, property, context)]));
  const required = once.filter(isExact ? isDemanded : isRequired).map((property) => property.name);
  if (tag !== undefined) {
    const values = valuesTaken(model, properties[tag.propertyName], tag, context);
    if (values.length === 0) return { ...NOTHING };
    tagProperty(properties, required, { ...tag, values });
  }
  return {
    type: 'object',
    ...(Object.keys(properties).length === 0 ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
    ...(twice.length === 0 ? {} : { allOf: twice.map((property) => eitherName(model, property, context)) }),
  };
}

const isRequired = ({ required }: PropertyModel): boolean => required;
/** To the letter, `@Required()` demands nothing: only validation does. */
const isDemanded = ({ acceptsAbsence }: PropertyModel): boolean => !acceptsAbsence;

function schemaIn(model: ClassModel, property: PropertyModel, context: SchemaContext): Schema {
  return schemaOfProperty(property, { ...context, place: `${model.name}.${property.key}` });
}

/** A renamed property is bound by its own name too, unless that is the wire name of another. */
function propertiesBoundTwice({ target, properties }: ClassModel): PropertyModel[] {
  if (strategyOf(target) === 'excludeAll') return [];
  const names = new Set(properties.map(({ name }) => name));
  return properties.filter(({ key, name }) => key !== name && !names.has(key));
}

/** Where a value has both names, the later one counts, and a schema knows no order. */
function eitherName(model: ClassModel, property: PropertyModel, context: SchemaContext): Schema {
  const { key, name } = property;
  context.options.report({
    code: 'two-names',
    severity: 'warning',
    place: `${model.name}.${key}`,
    message: `class-transformer binds "${key}" as well as "${name}", and takes the later one; with both, any value may pass.`,
  });
  const both = { [key]: {}, [name]: {} };
  const renamed = { [name]: schemaIn(model, property, context) };
  return {
    anyOf: [
      { type: 'object', properties: both, required: [key, name] },
      { type: 'object', properties: renamed, ...(isDemanded(property) ? { required: [name] } : {}) },
    ],
  };
}

/** A union as a branch of another carries the value that stands for it beside its own. */
function unionBranch(union: Schema, tag: Tag | undefined): Schema {
  return tag === undefined ? union : intersect(taggedObject(tag), union);
}

function unionOf({ target, name }: ClassModel, declaration: TypeDeclaration, context: SchemaContext): Schema {
  const { report } = context.options;
  return guarded(report, context.place, () => {
    const { type, cycle } = openUnion(target, typeRefOfDeclaration(declaration));
    if (cycle.length > 0)
      report({
        code: 'union-of-itself',
        severity: 'error',
        place: name,
        message: `The union contains itself (${cycle.map((one) => one.name).join(' → ')}), which says nothing of a value; only its other members are documented${type.kind === 'unknown' ? ', and there are none' : ''}. Name the classes that it stands for, as in @OneOf(() => [Card, Transfer]).`,
      });
    return schemaOfType(type, context);
  });
}

/** `Object.fromEntries` keeps a property called `__proto__` a property. */
function ownMembers(entries: readonly (readonly [string, Schema])[]): Record<string, Schema> {
  return Object.fromEntries(entries);
}
