import { registeredTypeOf } from '../../decorators/registered-types.js';
import { typeOfDesign } from '../documents/model/type/design-type.js';
import { BUFFERS } from '../shared/bytes.js';
import type { Constructor } from '../shared/types.js';
import { isCollection, isConstructor } from '../shared/values.js';
import { classAnnotationsOf } from '../documents/model/annotations.js';
import type { PropertyFacts } from '../documents/model/class-facts.js';
import { declarationIn } from '../documents/model/conversion.js';
import type { TransformType } from '../documents/model/class-transformer/metadata.js';
import { resolveLazyOrUnknown } from '../documents/model/type/type-input-error.js';
import { typeRefOfDeclaration } from '../documents/model/type/type-ref.js';
import type { Direction, TypeRef, UnionDiscriminator } from '../documents/model/types.js';

export interface DeclaredType {
  readonly targets: readonly Constructor[];
  readonly conversion?: Conversion | undefined;
  readonly discriminator?: UnionDiscriminator | undefined;
  readonly strict?: boolean;
  /** True if the document has an object of the targets here, so that a `Map` is written as one. */
  readonly isObject?: true;
  /** Returns the type of a map's values. A plain object without a class is then treated as a record. */
  readonly values?: (() => DeclaredType | undefined) | undefined;
}

export type DeclaredTypeOf = (object: object) => DeclaredType | undefined;

export function declaredTypeOf(property: PropertyFacts, transformed: boolean): DeclaredTypeOf | undefined {
  const { type } = property;
  const documented = documentedTypeOf(property, transformed);
  if (type?.declared !== true) return documented;
  let last: unknown;
  let declared: DeclaredType | undefined;
  return (object) => {
    const target = type.discriminator === undefined ? type.resolve(object) : undefined;
    if (declared === undefined || target !== last)
      declared = { ...typeOfTransformer(type, target, transformed), ...documented?.(object) };
    last = target;
    return declared;
  };
}

function typeOfTransformer(
  { discriminator, reflected }: TransformType,
  target: unknown,
  transformed: boolean,
): DeclaredType {
  const mapping = discriminator?.subTypes.map(({ name, value }) => ({ value: name, target: value }));
  const declared: DeclaredType = {
    // A registered class has no members of its own.
    targets: isConstructor(target) && registeredTypeOf(target) === undefined ? [target] : [],
    conversion: CONVERSIONS.get(target),
    discriminator: mapping && discriminator && { propertyName: discriminator.property, mapping },
    // A @Transform may have replaced the instance by one of another class.
    strict: discriminator !== undefined && !transformed,
  };
  return reflected === Map ? { targets: [], values: () => declared } : declared;
}

function documentedTypeOf(property: PropertyFacts, transformed: boolean): DeclaredTypeOf | undefined {
  if ((declarationIn(property, 'output') ?? property.apiProperty?.type) !== undefined)
    return once(() => {
      const documented = documentedTypeRefOf(property, 'output');
      return documented && typeIn(documented);
    });
  if (transformed || property.type?.declared === true) return undefined;
  const compiled = documentedTypeRefOf(property, 'output');
  const declared = compiled && typeIn(compiled);
  return declared && (() => declared);
}

/** Returns the type that a decorator of dtospec or @nestjs/swagger names, or else the compiler's. */
export function documentedTypeRefOf(property: PropertyFacts, direction: Direction): TypeRef | undefined {
  const { apiProperty, design } = property;
  const declaration = declarationIn(property, direction) ?? apiProperty?.type;
  if (declaration !== undefined) return typeRefOfDeclaration(declaration);
  return isConstructor(design) ? typeOfDesign(design) : undefined;
}

/** Resolves lazy types with the first value, so that circular imports work. */
function once<T>(create: () => T): () => T {
  let entry: { readonly value: T } | undefined;
  return () => (entry ??= { value: create() }).value;
}

export function typeIn(type: TypeRef, above: readonly Constructor[] = []): DeclaredType | undefined {
  const resolved = resolveLazyOrUnknown(type);
  switch (resolved.kind) {
    case 'class': {
      const { target } = resolved;
      const { type: alias } = classAnnotationsOf(target);
      if (alias === undefined) return { targets: [target], isObject: true };
      return above.includes(target) ? undefined : typeIn(typeRefOfDeclaration(alias), [...above, target]);
    }
    case 'array':
      return typeIn(resolved.items, above);
    case 'map':
      return { targets: [], values: once(() => typeIn(resolved.values)) };
    case 'tuple':
      return anyOf(resolved.items, above);
    case 'union': {
      const { discriminator } = resolved;
      const declared = anyOf(resolved.anyOf, above);
      return declared && discriminator ? { ...declared, discriminator } : declared;
    }
    default:
      return undefined;
  }
}

function anyOf(members: readonly TypeRef[], above: readonly Constructor[]): DeclaredType | undefined {
  const declared = members.flatMap((member) => typeIn(member, above) ?? []);
  if (declared.length < 2) return declared[0];
  const values = declared.find((declaration) => declaration.values)?.values;
  return {
    targets: [...new Set(declared.flatMap(({ targets }) => targets))],
    discriminator: declared.find(({ discriminator }) => discriminator)?.discriminator,
    values,
    ...(values === undefined && { isObject: true }),
  };
}

type Conversion = (value: never) => unknown;

const CONVERSIONS = new Map<unknown, Conversion>([
  [String, String],
  [Number, Number],
  [Boolean, Boolean],
  [Date, (value: string | number | Date) => (value instanceof Date ? value : new Date(value))],
  ...BUFFERS.map((type): [unknown, Conversion] => [type, (value: string) => type.from(value)]),
]);

export function coerce(value: unknown, conversion: Conversion | undefined): unknown {
  if (conversion === undefined || value === undefined || value === null) return value;
  if (isCollection(value)) return value;
  return conversion(value as never);
}
