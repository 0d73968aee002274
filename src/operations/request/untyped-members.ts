import { type ClassTransformOptions, plainToInstance } from 'class-transformer';
import { mapValues } from '../../documents/json-schema/walk.js';
import { describeClass } from '../../documents/model/class-facts.js';
import { resolveLazyOrUnknown } from '../../documents/model/type-input-error.js';
import { innerTypes } from '../../documents/model/type-ref.js';
import type { TypeRef } from '../../documents/model/types.js';
import { declaredTypeOf, documentedTypeRefOf } from '../../serialize/declared-type.js';
import type { Constructor } from '../../shared/types.js';
import { isPlain } from '../../shared/values.js';

interface Members {
  /** The types that the document has for members without `@Type`. */
  readonly types: readonly (readonly [string, TypeRef])[];
  /** The classes of all members. */
  readonly nested: readonly Constructor[];
}

const membersByClass = new WeakMap<Constructor, Members>();

/**
 * Converts the members whose class only the document names (`@ArrayOf`, `@MapOf`, the compiler's type): without
 * `@Type`, class-transformer leaves the names of the wire in them. Call it after validation, so that verdicts stay
 * those of class-validator. Unions stay as they are.
 */
export function convertUntyped(value: unknown, options: ClassTransformOptions): void {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
  if (Array.isArray(value) || value instanceof Set || value instanceof Map) {
    for (const item of value.values()) convertUntyped(item, options);
    return;
  }
  const target: unknown = value.constructor;
  if (typeof target !== 'function' || target === Object || !reachesUntyped(target as Constructor)) return;
  const object = value as Record<string, unknown>;
  for (const [key, type] of membersOf(target as Constructor).types)
    if (Object.hasOwn(object, key)) object[key] = convert(object[key], type, options);
  for (const member of Object.values(object)) convertUntyped(member, options);
}

function convert(value: unknown, type: TypeRef, options: ClassTransformOptions): unknown {
  const resolved = resolveLazyOrUnknown(type);
  switch (resolved.kind) {
    case 'class':
      return isPlain(value) ? plainToInstance(resolved.target as new () => object, value, options) : value;
    case 'array':
      return Array.isArray(value) ? value.map((item) => convert(item, resolved.items, options)) : value;
    case 'tuple':
      return Array.isArray(value)
        ? value.map((item, index) => convert(item, resolved.items[index] ?? { kind: 'unknown' }, options))
        : value;
    case 'map':
      return isPlain(value)
        ? mapValues(value as Record<string, unknown>, (item) => convert(item, resolved.values, options))
        : value;
    default:
      return value;
  }
}

function membersOf(target: Constructor): Members {
  const known = membersByClass.get(target);
  if (known !== undefined) return known;
  const properties = [...describeClass(target).properties.values()];
  const types = properties.flatMap((property): [string, TypeRef][] => {
    if (property.type?.declared === true || property.transforms.input.length > 0) return [];
    const type = documentedTypeRefOf(property);
    return type !== undefined && hasClass(type) ? [[property.key, type]] : [];
  });
  const nested = properties.flatMap((property) => {
    const declared = declaredTypeOf(property, false)?.({});
    return [...(declared?.targets ?? []), ...(declared?.values?.()?.targets ?? [])];
  });
  const members = { types, nested };
  membersByClass.set(target, members);
  return members;
}

function hasClass(type: TypeRef): boolean {
  const resolved = resolveLazyOrUnknown(type);
  return resolved.kind === 'class' || (resolved.kind !== 'union' && innerTypes(resolved).some(hasClass));
}

const reachesByClass = new WeakMap<Constructor, boolean>();

/** Returns whether the class or a class inside it has such members, so that most requests are not walked. */
function reachesUntyped(target: Constructor): boolean {
  const known = reachesByClass.get(target);
  if (known !== undefined) return known;
  // The set grows while it is walked.
  const classes = new Set([target]);
  for (const one of classes) for (const nested of membersOf(one).nested) classes.add(nested);
  const reaches = [...classes].some((one) => membersOf(one).types.length > 0);
  reachesByClass.set(target, reaches);
  return reaches;
}
