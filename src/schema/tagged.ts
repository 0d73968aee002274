import type { ClassModel } from '../model/types.js';
import { sameJson } from './canonical.js';
import type { SchemaContext, Tag } from './context.js';
import { intersect, NOTHING } from './merge.js';
import { oneOf } from './rules/say.js';
import type { Schema } from '../json-schema/schema.js';

/**
 * The branch of a discriminated union holds the value that stands for it, whether the class declares it or not.
 * The branch of all others holds none of them, and what the class says of the property where it is not removed.
 */
export function tagProperty(properties: Record<string, Schema>, required: string[], tag: Tag): void {
  const { propertyName, values, kept = true, otherwise = false } = tag;
  const declared = properties[propertyName];
  if (otherwise) {
    const untold: Schema = { not: { enum: [...values] } };
    properties[propertyName] = kept && declared !== undefined ? intersect(declared, untold) : untold;
    return;
  }
  properties[propertyName] = {
    ...(declared?.description === undefined ? {} : { description: declared.description }),
    ...oneOf(values).schema,
  };
  if (!required.includes(propertyName)) required.push(propertyName);
}

/** All that is known of a branch without its class. */
export function taggedObject(tag: Tag): Schema {
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  tagProperty(properties, required, tag);
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
}

/** class-transformer takes the property away before the rules of the class can see it. */
export function isRemovedButDemanded(
  { name, properties }: ClassModel,
  tag: Tag,
  context: SchemaContext,
): boolean {
  const removed = properties.find((property) => property.name === tag.propertyName);
  if (removed === undefined || removed.acceptsAbsence) return false;
  context.options.report({
    code: 'discriminator-removed',
    severity: 'warning',
    place: `${name}.${removed.key}`,
    message: `class-transformer removes the discriminator "${tag.propertyName}" before validation, which rejects its absence, so no request passes. Add keepDiscriminatorProperty: true beside the discriminator, or @IsOptional() here.`,
  });
  return true;
}

/** The values of a branch that the rules of its class take, where they see what travels. */
export function valuesTaken(
  { name, view, properties }: ClassModel,
  declared: Schema | undefined,
  { propertyName, values, kept = true, otherwise = false }: Tag,
  context: SchemaContext,
): readonly string[] {
  const property = properties.find((one) => one.name === propertyName);
  if (property === undefined || declared === undefined) return values;
  const isHidden = !kept || otherwise || property.transformed || property.written || property.coerced;
  if (view.direction === 'output' || isHidden) return values;
  const takes = (value: string): boolean => !sameJson(intersect(declared, oneOf([value]).schema), NOTHING);
  for (const value of values.filter((one) => !takes(one)))
    context.options.report({
      code: 'discriminator-refused',
      severity: 'warning',
      place: `${name}.${property.key}`,
      message: `"${value}" of the discriminator "${propertyName}" stands for this class, whose rules refuse it, so no request with it passes. Give the discriminator a value that they take.`,
    });
  return values.filter(takes);
}
