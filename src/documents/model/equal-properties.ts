import type { ClassModel, PropertyModel, Rule, TypeRef } from './types.js';

/** Replaces each property by an equal one of another view, so that its schema is made once. */
export function withEqualProperties(model: ClassModel, other: ClassModel | undefined): ClassModel {
  if (other === undefined) return model;
  const known = new Map(other.properties.map((property) => [property.key, property]));
  const properties = model.properties.map((property) => {
    const twin = known.get(property.key);
    return twin !== undefined && !dependsOnView(twin) && isEqual(property, twin) ? twin : property;
  });
  return { ...model, properties };
}

function isEqual(one: PropertyModel, twin: PropertyModel): boolean {
  return (Object.keys(one) as (keyof PropertyModel)[]).every((field) => {
    if (field === 'type') return isEqualType(one.type, twin.type);
    if (field === 'exempt') return one.exempt.length === 0 && twin.exempt.length === 0;
    return one[field] === twin[field];
  });
}

function isEqualType(one: TypeRef, twin: TypeRef): boolean {
  if (one.kind === 'array')
    return twin.kind === 'array' && one.unique === twin.unique && isEqualType(one.items, twin.items);
  if (one.kind === 'enum')
    return twin.kind === 'enum' && one.members === twin.members && one.name === twin.name;
  return one.kind === twin.kind && !isOfView(one);
}

export function dependsOnView({ type, rules, annotations }: PropertyModel): boolean {
  return isOfView(type) || annotations.default !== undefined || rules.some(writesNullOneWay);
}

function isOfView(type: TypeRef): boolean {
  return type.kind === 'array' ? isOfView(type.items) : !OF_EVERY_VIEW.has(type.kind);
}

const OF_EVERY_VIEW: ReadonlySet<TypeRef['kind']> = new Set([
  ...(['string', 'number', 'integer', 'boolean', 'bigint', 'enum', 'object', 'unknown'] as const),
]);

function writesNullOneWay({ entry, constraints }: Rule): boolean {
  const { writesNull } = entry ?? {};
  return writesNull !== undefined && writesNull(constraints, 'input') !== writesNull(constraints, 'output');
}
