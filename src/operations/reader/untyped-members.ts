import type { Binder } from '../../documents/model/class-transformer/binder.js';
import { mapValues } from '../../documents/json-schema/walk.js';
import { describeClass, type PropertyFacts } from '../../documents/model/class-facts.js';
import { resolveLazyOrUnknown } from '../../documents/model/type/type-input-error.js';
import { innerTypes } from '../../documents/model/type/type-ref.js';
import type { TypeRef } from '../../documents/model/types.js';
import { type DeclaredType, declaredTypeOf, documentedTypeRefOf } from '../../serialize/declared-type.js';
import type { Constructor } from '../../shared/types.js';
import { onceFor } from '../../shared/once.js';
import { isCollection, isPlain } from '../../shared/values.js';
import type { WireName } from './faults.js';
import { membersFor } from './union-members.js';
import { type Judge, judgesOf, type SchemaReader } from './schema-reader.js';

interface Members {
  /** The types that the document has for members without `@Type`. */
  readonly types: readonly (readonly [string, TypeRef])[];
  /** The classes of all members. */
  readonly nested: readonly Constructor[];
}

export interface Conversion {
  /** Creates instances without implicit conversion. */
  readonly exact: Binder;
  readonly untyped: UntypedMembers;
  readonly schemaOf: (type: TypeRef) => SchemaReader;
}

type UnionRef = Extract<TypeRef, { readonly kind: 'union' }>;

type UntypedMember = readonly [key: string, wireName: string, type: TypeRef];

export interface UntypedMembers {
  /** Returns the members of a class that class-transformer leaves as they are. */
  readonly of: (target: Constructor) => readonly UntypedMember[];
  /** Returns whether a class or a class inside it has such members, so that most requests are not walked. */
  readonly isReached: (target: Constructor) => boolean;
}

/** Reads each class when a request first needs it. */
export function untypedMembers(wireName: WireName): UntypedMembers {
  const membersOf = onceFor(readMembers);
  return {
    of: onceFor((target) =>
      membersOf(target).types.map(([key, type]) => [key, wireName(target, key), resolveMember(type)]),
    ),
    isReached: onceFor((target) => {
      // The set grows while it is walked.
      const classes = new Set([target]);
      for (const one of classes) for (const nested of membersOf(one).nested) classes.add(nested);
      return [...classes].some((one) => membersOf(one).types.length > 0);
    }),
  };
}

/**
 * Converts the members whose class only the document names (`@ArrayOf`, `@MapOf`, the compiler's type):
 * without `@Type`, class-transformer leaves the names of the wire in them. A documented bigint becomes one.
 * Call it after validation, so that verdicts stay those of class-validator. In a union, the first member
 * decides that accepts the value.
 */
export function convertUntyped(value: unknown, { exact, untyped, schemaOf }: Conversion): void {
  convertMembers(value, { exact, untyped, judgeOf: judgesOf(schemaOf) });
}

/** One use of a conversion. */
interface ValueConversion extends Pick<Conversion, 'exact' | 'untyped'> {
  readonly judgeOf: (type: TypeRef) => Judge;
}

function convertMembers(value: unknown, conversion: ValueConversion): void {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return;
  if (isCollection(value)) for (const item of value.values()) convertMembers(item, conversion);
  else convertInstance(value as Record<string, unknown>, conversion);
}

function convertInstance(object: Record<string, unknown>, conversion: ValueConversion): void {
  const target: unknown = object.constructor;
  if (typeof target !== 'function' || target === Object) return;
  if (!conversion.untyped.isReached(target as Constructor)) return;
  for (const [key, , type] of conversion.untyped.of(target as Constructor))
    if (Object.hasOwn(object, key)) object[key] = convert(object[key], type, conversion);
  for (const member of Object.values(object)) convertMembers(member, conversion);
}

function convert(value: unknown, type: TypeRef, conversion: ValueConversion): unknown {
  const resolved = resolveLazyOrUnknown(type);
  switch (resolved.kind) {
    case 'bigint':
      return toBigint(value);
    case 'class':
      return isPlain(value) ? instanceOf(resolved.target, value, conversion) : value;
    case 'array':
      return convertItems(value, () => resolved.items, conversion);
    case 'tuple':
      return convertItems(value, (index) => resolved.items[index], conversion);
    case 'map':
      return convertValues(value, resolved.values, conversion);
    case 'union':
      return convertChosen(value, resolved, conversion);
    default:
      return value;
  }
}

function convertItems(
  value: unknown,
  typeAt: (index: number) => TypeRef | undefined,
  conversion: ValueConversion,
): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((item: unknown, index) => convertMember(item, typeAt(index), conversion));
}

function convertValues(value: unknown, type: TypeRef | undefined, conversion: ValueConversion): unknown {
  if (!isPlain(value)) return value;
  return mapValues(value as Record<string, unknown>, (item) => convertMember(item, type, conversion));
}

/** Converts a value to the member of a union that its schema chooses. An instance is converted already. */
function convertChosen(value: unknown, union: UnionRef, conversion: ValueConversion): unknown {
  if (typeof value === 'object' && !Array.isArray(value) && !isPlain(value)) return value;
  return convertMember(value, membersFor(value, union, conversion.judgeOf)[0], conversion);
}

function convertMember(value: unknown, type: TypeRef | undefined, conversion: ValueConversion): unknown {
  return type === undefined ? value : convert(value, type, conversion);
}

/** Resolves the types of a member once, since each value needs them. */
function resolveMember(type: TypeRef): TypeRef {
  const found = resolveLazyOrUnknown(type);
  return found.kind === 'union' ? { ...found, anyOf: found.anyOf.map(resolveLazyOrUnknown) } : found;
}

const LATER = Symbol('later');

/**
 * Converts inner members by themselves: class-transformer
 * would copy all levels below, and so each level many times.
 */
function instanceOf(
  target: Constructor,
  plain: Readonly<Record<string, unknown>>,
  conversion: ValueConversion,
): object {
  const members = conversion.untyped.of(target);
  const own: Record<string, unknown> = { ...plain };
  for (const [, name] of members) if (Object.hasOwn(own, name)) own[name] = LATER;
  const instance = conversion.exact.typed(own, target, undefined) as Record<string, unknown>;
  for (const [key, name, type] of members)
    if (instance[key] === LATER) instance[key] = convert(plain[name], type, conversion);
  return instance;
}

function readMembers(target: Constructor): Members {
  const properties = [...describeClass(target).properties.values()];
  const types = properties.flatMap((property): [string, TypeRef][] => {
    if (property.type?.declared === true || property.transforms.input.length > 0) return [];
    // A setter may take only what came.
    if (property.accessor !== undefined) return [];
    const type = documentedTypeRefOf(property, 'input');
    return type !== undefined && isConverted(type) ? [[property.key, type]] : [];
  });
  const nested = properties.flatMap((property) => {
    const declared = typeWithout(property);
    return [...(declared?.targets ?? []), ...(declared?.values?.()?.targets ?? [])];
  });
  return { types, nested };
}

/** The function of `@Type` may throw without the object that it reads. */
function typeWithout(property: PropertyFacts): DeclaredType | undefined {
  try {
    return declaredTypeOf(property, false)?.({});
  } catch {
    return undefined;
  }
}

function isConverted(type: TypeRef): boolean {
  const resolved = resolveLazyOrUnknown(type);
  return ['class', 'bigint'].includes(resolved.kind) || innerTypes(resolved).some(isConverted);
}

/** Converts decimal text to a bigint. Other text does not change. */
export function toBigint(value: unknown): unknown {
  return typeof value === 'string' && /^-?[0-9]+$/.test(value) ? BigInt(value) : value;
}
