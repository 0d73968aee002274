import { accepts } from '../json-schema/accepts.js';
import type { Schema } from '../json-schema/schema.js';
import type { ClassModel } from '../model/types.js';
import type { DiscriminatorBranch, SchemaContext } from './context.js';

/** The branch of a discriminated union holds the value that stands for it, whether the class declares it or not. */
export function addDiscriminator(
  properties: Record<string, Schema>,
  required: string[],
  { propertyName, values }: DiscriminatorBranch,
): void {
  const [first, ...others] = values;
  const description = properties[propertyName]?.description;
  // A member of a numeric enum stands for its class as a number, whatever the types say.
  const isNumber = values.every((value) => typeof (value as unknown) === 'number');
  properties[propertyName] = {
    type: isNumber ? 'number' : 'string',
    ...(others.length === 0 ? { const: first } : { enum: [...values] }),
    ...(description === undefined ? {} : { description }),
  };
  if (!required.includes(propertyName)) required.push(propertyName);
}

/** All that is known of a branch without its class. */
export function branchOutline(branch: DiscriminatorBranch): Schema {
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  addDiscriminator(properties, required, branch);
  return { type: 'object', properties, required };
}

/** class-transformer takes the property away before the rules of the class can see it. */
export function isRemovedButRequired(
  { name, properties }: ClassModel,
  { propertyName }: DiscriminatorBranch,
  { options }: SchemaContext,
): boolean {
  const removed = properties.find((property) => property.name === propertyName);
  if (removed === undefined || removed.acceptsAbsence) return false;
  options.report({
    code: 'discriminator-removed',
    place: `${name}.${removed.key}`,
    message: `class-transformer removes the discriminator "${propertyName}" before validation, which rejects its absence, so no request passes. Add keepDiscriminatorProperty: true beside the discriminator, or @IsOptional() here.`,
  });
  return true;
}

/** The values of a branch that the rules of its class accept, where they see what travels. */
export function valuesTaken(
  { name, view, properties }: ClassModel,
  declared: Schema | undefined,
  { propertyName, values, kept }: DiscriminatorBranch,
  { options, outlineOf }: SchemaContext,
): readonly string[] {
  const property = properties.find((candidate) => candidate.name === propertyName);
  if (property === undefined || declared === undefined) return values;
  if (view.direction === 'output' || !kept || property.converted) return values;
  const refused = values.filter((value) => accepts(declared, value, outlineOf) === false);
  for (const value of refused)
    options.report({
      code: 'discriminator-refused',
      place: `${name}.${property.key}`,
      message: `"${value}" of the discriminator "${propertyName}" maps to this class, but its rules reject it, so no request with it passes. Give the discriminator a value that they accept.`,
    });
  return values.filter((value) => !refused.includes(value));
}
