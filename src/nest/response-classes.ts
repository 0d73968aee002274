import type { Constructor } from '../shared/types.js';
import { isConstructor } from '../shared/values.js';
import { describeClass, type PropertyFacts } from '../documents/model/class-facts.js';
import { metadataOf, type ValidationMetadata } from '../documents/model/class-validator/metadata.js';
import { isDto } from './recorded-types.js';

/** A member of a response, with the classes that it may be an instance of. */
export interface ResponseMember {
  readonly property: PropertyFacts;
  readonly classes: ReadonlySet<Constructor>;
}

/**
 * Returns the class of a response and those of its members,
 * each once, without members that a `@Transform` makes.
 */
export function classesWithin(target: Constructor): ReadonlySet<Constructor> {
  const classes = new Set([target]);
  // A set iterates over what is added meanwhile.
  for (const inside of classes)
    for (const member of membersOf(inside))
      for (const type of member.classes) if (isDto(type)) classes.add(type);
  return classes;
}

/** Returns the members of a class that responses contain as they are. */
export function membersOf(target: Constructor): readonly ResponseMember[] {
  const { properties, transformation } = describeClass(target);
  const rules = metadataOf(target);
  return [...properties.values()]
    .filter(
      ({ key, transforms }) => transforms.output.length === 0 && !transformation.excluded.output.has(key),
    )
    .map((property) => ({ property, classes: typesOf(property, rules.get(property.key)) }));
}

/** Returns the class that the compiler recorded, that of `@Type`, and those of `@IsInstance`. */
function typesOf(
  { design, type }: PropertyFacts,
  metadata: readonly ValidationMetadata[] = [],
): ReadonlySet<Constructor> {
  const instances = metadata
    .filter(({ name }) => name === 'isInstance')
    .map(({ constraints }) => constraints?.[0]);
  return new Set([design, type?.declared ? resolved(type) : undefined, ...instances].filter(isConstructor));
}

/** Returns undefined for a type that cannot be resolved yet, or that depends on the object. */
function resolved({ resolve, isDynamic }: NonNullable<PropertyFacts['type']>): unknown {
  if (isDynamic()) return undefined;
  try {
    return resolve();
  } catch {
    return undefined;
  }
}
