import type { Finding } from '../shared/diagnostics.js';
import type { Constructor } from '../shared/types.js';
import { isConstructor } from '../shared/values.js';
import { describeClass, type PropertyFacts } from '../documents/model/class-facts.js';
import { propertyKeysOf } from '../documents/model/annotations.js';
import { metadataOf, type ValidationMetadata } from '../documents/model/class-validator/metadata.js';
import { isDto } from './recorded-types.js';

/** Classes that class-transformer keeps as they are. */
const KEPT: ReadonlySet<unknown> = new Set([Date, Buffer]);

/**
 * Reports members of responses whose class has `toJSON`. class-transformer does not call it: it copies the
 * fields of the object, so a Decimal is sent as `{"s":1,"e":0,"d":[5]}`.
 */
export function reportUnusedToJson(
  target: Constructor,
  report: (finding: Finding) => void,
  seen = new Set<Constructor>(),
): void {
  if (seen.has(target)) return;
  seen.add(target);
  const { properties, transformation, name } = describeClass(target);
  const rules = metadataOf(target);
  for (const property of properties.values()) {
    if (property.transforms.output.length > 0 || property.typeTransform) continue;
    if (transformation.excluded.output.has(property.key)) continue;
    for (const type of typesOf(property, rules.get(property.key)))
      if (hasUnusedToJson(type)) report(findingOf(`${name}.${property.key}`, type.name));
      else if (isDto(type)) reportUnusedToJson(type, report, seen);
  }
}

function findingOf(place: string, name: string): Finding {
  return {
    code: 'to-json-not-called',
    message: `ClassSerializerInterceptor sends the fields of the ${name}, since class-transformer does not call toJSON. Add @Transform(({ value }) => value?.toJSON(), { toPlainOnly: true }), or register the type: registerType(${name}, …) and @Transform(typeTransform(${name})).`,
    place,
  };
}

function hasUnusedToJson(type: Constructor): boolean {
  const { toJSON } = type.prototype as { readonly toJSON?: unknown };
  return typeof toJSON === 'function' && !KEPT.has(type) && propertyKeysOf(type).length === 0;
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
