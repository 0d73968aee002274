import { type ClassTransformOptions, plainToInstance } from 'class-transformer';
import { memberCounter } from '../../documents/json-schema/member-shape.js';
import type { Schema } from '../../documents/json-schema/schema.js';
import { mapValues } from '../../documents/json-schema/walk.js';
import { describeClass } from '../../documents/model/class-facts.js';
import { resolveLazyOrUnknown } from '../../documents/model/type-input-error.js';
import { innerTypes } from '../../documents/model/type-ref.js';
import type { TypeRef } from '../../documents/model/types.js';
import { declaredTypeOf, documentedTypeRefOf } from '../../serialize/declared-type.js';
import type { Constructor } from '../../shared/types.js';
import { isPlain } from '../../shared/values.js';
import type { Resolve } from './coerce.js';
import type { WireName } from './faults.js';

interface Members {
  /** The types that the document has for members without `@Type`. */
  readonly types: readonly (readonly [string, TypeRef])[];
  /** The classes of all members. */
  readonly nested: readonly Constructor[];
}

export interface Conversion {
  readonly transform: ClassTransformOptions;
  readonly inputOf: (target: Constructor) => ClassInput;
}

/** How a class reads a plain object. */
interface ClassInput {
  readonly members: readonly (readonly [key: string, wireName: string, type: TypeRef])[];
  readonly countMembers: ReturnType<typeof memberCounter>;
}

export interface ResolvableSchema {
  readonly schema: Schema;
  readonly resolve: Resolve;
}

/** Reads each class when a request first needs it. */
export function inputsOf(
  schemaOf: (target: Constructor) => ResolvableSchema,
  wireName: WireName,
): Conversion['inputOf'] {
  const inputs = new Map<Constructor, ClassInput>();
  return (target) => {
    const known = inputs.get(target);
    if (known !== undefined) return known;
    let count: ClassInput['countMembers'] | undefined;
    const input: ClassInput = {
      members: membersOf(target).types.map(([key, type]) => [
        key,
        wireName(target, key),
        resolveMember(type),
      ]),
      countMembers: (object) => {
        if (count === undefined) {
          const { schema, resolve } = schemaOf(target);
          count = memberCounter(schema, resolve);
        }
        return count(object);
      },
    };
    inputs.set(target, input);
    return input;
  };
}

const membersByClass = new WeakMap<Constructor, Members>();

/**
 * Converts the members whose class only the document names (`@ArrayOf`, `@MapOf`, the compiler's type): without
 * `@Type`, class-transformer leaves the names of the wire in them. Call it after validation, so that verdicts stay
 * those of class-validator. In a union, the discriminator decides, or else the class that describes most members.
 */
export function convertUntyped(value: unknown, conversion: Conversion): void {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
  if (Array.isArray(value) || value instanceof Set || value instanceof Map) {
    for (const item of value.values()) convertUntyped(item, conversion);
    return;
  }
  const target: unknown = value.constructor;
  if (typeof target !== 'function' || target === Object || !reachesUntyped(target as Constructor)) return;
  const object = value as Record<string, unknown>;
  for (const [key, , type] of conversion.inputOf(target as Constructor).members)
    if (Object.hasOwn(object, key)) object[key] = convert(object[key], type, conversion);
  for (const member of Object.values(object)) convertUntyped(member, conversion);
}

function convert(value: unknown, type: TypeRef, conversion: Conversion): unknown {
  const resolved = resolveLazyOrUnknown(type);
  const inner = (item: unknown, of: TypeRef | undefined): unknown =>
    of === undefined ? item : convert(item, of, conversion);
  switch (resolved.kind) {
    case 'class':
      return isPlain(value) ? instanceOf(resolved.target, value, conversion) : value;
    case 'array':
      return Array.isArray(value) ? value.map((item) => inner(item, resolved.items)) : value;
    case 'tuple':
      return Array.isArray(value) ? value.map((item, index) => inner(item, resolved.items[index])) : value;
    case 'map':
      return isPlain(value)
        ? mapValues(value as Record<string, unknown>, (item) => inner(item, resolved.values))
        : value;
    case 'union':
      return inner(value, memberOf(value, resolved, conversion));
    default:
      return value;
  }
}

/** Resolves the types of a member once, since each value needs them. */
function resolveMember(type: TypeRef): TypeRef {
  const found = resolveLazyOrUnknown(type);
  return found.kind === 'union' ? { ...found, anyOf: found.anyOf.map(resolveLazyOrUnknown) } : found;
}

const LATER = Symbol('later');

/** Converts inner members by themselves: class-transformer would copy all levels below, and so each level many times. */
function instanceOf(
  target: Constructor,
  plain: Readonly<Record<string, unknown>>,
  conversion: Conversion,
): object {
  const { members } = conversion.inputOf(target);
  const own: Record<string, unknown> = { ...plain };
  for (const [, name] of members) if (Object.hasOwn(own, name)) own[name] = LATER;
  const instance = plainToInstance(target as new () => Record<string, unknown>, own, conversion.transform);
  for (const [key, name, type] of members)
    if (instance[key] === LATER) instance[key] = convert(plain[name], type, conversion);
  return instance;
}

function memberOf(
  value: unknown,
  { anyOf, discriminator }: Extract<TypeRef, { kind: 'union' }>,
  { inputOf }: Conversion,
): TypeRef | undefined {
  const members = anyOf.map(resolveLazyOrUnknown);
  if (Array.isArray(value)) return members.find(({ kind }) => kind === 'array');
  if (!isPlain(value)) return undefined;
  if (discriminator !== undefined) {
    const own = value[discriminator.propertyName];
    const named = discriminator.mapping.find((one) => one.value === own);
    return named && { kind: 'class', target: named.target };
  }
  let best: TypeRef | undefined;
  let most = 0;
  for (const member of members) {
    const count = member.kind === 'class' ? inputOf(member.target).countMembers(value) : 0;
    if (count > most) [best, most] = [member, count];
  }
  return best;
}

function membersOf(target: Constructor): Members {
  const known = membersByClass.get(target);
  if (known !== undefined) return known;
  const properties = [...describeClass(target).properties.values()];
  const types = properties.flatMap((property): [string, TypeRef][] => {
    if (property.type?.declared === true || property.transforms.input.length > 0) return [];
    // A setter may take only what came.
    if (property.accessor !== undefined) return [];
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
  return resolved.kind === 'class' || innerTypes(resolved).some(hasClass);
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
