import type { TypeDeclaration } from '../../../decorators/type-input.js';
import { setMember } from '../../shared/values.js';
import { intersect } from '../json-schema/intersect.js';
import { FALSE_SCHEMA } from '../json-schema/never.js';
import type { Schema } from '../json-schema/schema.js';
import { TypeInputError } from '../model/type-input-error.js';
import { typeRefOfDeclaration } from '../model/type-ref.js';
import type { ClassModel } from '../model/types.js';
import { openUnion } from '../model/union-cycle.js';
import { annotateClass } from './annotate.js';
import { contextAt, type DiscriminatorBranch, type SchemaContext } from './context.js';
import {
  addDiscriminator,
  branchOutline,
  isRemovedButRequired,
  valuesTaken,
} from './discriminator-branch.js';
import { schemaOfType } from './kinds.js';
import { schemaOfProperty } from './property-schema.js';

/** The schema of a class; of a class that stands for a union, the union's. */
export function schemaOfModel(
  model: ClassModel,
  context: SchemaContext,
  branch?: DiscriminatorBranch,
): Schema {
  const { annotations } = model;
  const schema =
    annotations.type === undefined
      ? objectSchema(model, context, branch)
      : unionBranch(unionOf(model, annotations.type, context), branch);
  return annotateClass(schema, annotations, context);
}

function objectSchema(
  model: ClassModel,
  context: SchemaContext,
  branch: DiscriminatorBranch | undefined,
): Schema {
  if (branch?.kept === false && isRemovedButRequired(model, branch, context)) return { ...FALSE_SCHEMA };
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  model.properties.forEach((property) => {
    const place = `${model.name}.${property.key}`;
    const schema = schemaOfProperty(property, contextAt(place, context));
    setMember(properties, property.name, schema);
    if (property.required) required.push(property.name);
  });
  if (branch !== undefined) {
    const values = valuesTaken(model, properties[branch.propertyName], branch, context);
    if (values.length === 0) return { ...FALSE_SCHEMA };
    addDiscriminator(properties, required, { ...branch, values });
  }
  const schema: Schema = { type: 'object' };
  // Without the keyword any object would do: a class whose properties all belong to other views has none here.
  if (model.described || Object.keys(properties).length > 0) schema.properties = properties;
  if (required.length > 0) schema.required = required;
  if (model.closed) schema.additionalProperties = false;
  return schema;
}

/** A union as a branch of another carries the value that stands for it beside its own. */
function unionBranch(union: Schema, branch: DiscriminatorBranch | undefined): Schema {
  return branch === undefined ? union : intersect(branchOutline(branch), union);
}

function unionOf({ target, name }: ClassModel, declaration: TypeDeclaration, context: SchemaContext): Schema {
  const { report } = context.options;
  try {
    const { type, cycle } = openUnion(target, typeRefOfDeclaration(declaration));
    if (cycle.length > 0)
      report({
        code: 'union-of-itself',
        place: name,
        message: `The union contains itself (${cycle.map((member) => member.name).join(' → ')}), so only its other members are documented${type.kind === 'unknown' ? ', and there are none' : ''}. Name the classes that it stands for, as in @OneOf(() => [Card, Transfer]).`,
      });
    return schemaOfType(type, context);
  } catch (error) {
    if (!(error instanceof TypeInputError)) throw error;
    report({ code: 'invalid-type', place: context.place, message: error.message });
    return {};
  }
}
