import { defineProperties } from '../../decorators/store.js';
import { propertyAnnotationsOf, propertyKeysOf } from './annotations.js';
import { copyTransformation } from './class-transformer.js';
import { ancestorsOf, copyValidation, makeOptional } from './class-validator.js';
import { copyDesignTypes } from './design-type.js';
import { isConstructor, TypeInputError } from './type-ref.js';
import type { Constructor, PropertyAnnotations } from './types.js';

/** A class that can be extended and instantiated without arguments. */
export type MappedClass<T> = new () => T;

/**
 * A class with the properties of `base`, each optional: the body of a PATCH. It carries the decorators of all
 * three sources, inherited ones too, but no default values: a partial update sets only what it is sent.
 *
 * @example
 * class UpdateUser extends PartialType(CreateUser) {}
 */
export function PartialType<T>(base: Constructor<T>): MappedClass<Partial<T>> {
  requireClass('PartialType', base);
  const keys = new Set(propertyKeysOf(base));
  const mapped = mappedClass(`Partial${base.name}`, []);
  copyProperties(base, mapped, keys, ({ presence: _, ...annotations }) => annotations);
  makeOptional(mapped, keys);
  return mapped;
}

/**
 * A class with some of the properties of `base`.
 *
 * @example
 * class Login extends PickType(User, ['email', 'password']) {}
 */
export function PickType<T, K extends keyof T>(
  base: Constructor<T>,
  keys: readonly K[],
): MappedClass<Pick<T, K>> {
  requireClass('PickType', base);
  const picked = new Set(keys.map(String));
  const mapped = mappedClass(`Pick${base.name}`, [{ base, keys: picked }]);
  copyProperties(base, mapped, picked);
  return mapped as MappedClass<Pick<T, K>>;
}

/**
 * A class without some of the properties of `base`.
 *
 * @example
 * class CreateUser extends OmitType(User, ['id']) {}
 */
export function OmitType<T, K extends keyof T>(
  base: Constructor<T>,
  keys: readonly K[],
): MappedClass<Omit<T, K>> {
  requireClass('OmitType', base);
  const omitted = new Set(keys.map(String));
  const kept = new Set(propertyKeysOf(base).filter((key) => !omitted.has(key)));
  const mapped = mappedClass(`Omit${base.name}`, [{ base, keys: kept }]);
  copyProperties(base, mapped, kept);
  return mapped as MappedClass<Omit<T, K>>;
}

/**
 * A class with the properties of several classes; of two with one name, all rules hold and the later
 * class's annotations win.
 *
 * @example
 * class Audited extends IntersectionType(Order, Timestamps) {}
 */
export function IntersectionType<T extends readonly [Constructor, Constructor, ...Constructor[]]>(
  ...bases: T
): MappedClass<UnionToIntersection<InstanceType<T[number]>>> {
  for (const base of bases) requireClass('IntersectionType', base);
  const sources = bases.map((base) => ({ base, keys: new Set(propertyKeysOf(base)) }));
  const mapped = mappedClass(bases.map((base) => base.name).join('And'), sources);
  for (const { base, keys } of sources) copyProperties(base, mapped, keys);
  return mapped as MappedClass<UnionToIntersection<InstanceType<T[number]>>>;
}

export type UnionToIntersection<U> = (U extends unknown ? (one: U) => void : never) extends (
  all: infer I,
) => void
  ? I
  : never;

/** A class that is imported in a circle is still undefined here, and "extends" cannot wait for it. */
function requireClass(mapper: string, base: unknown): void {
  if (isConstructor(base)) return;
  throw new TypeInputError(
    base === undefined
      ? `${mapper} was given undefined. Where modules import each other, move the class that it maps into a module of its own.`
      : `${mapper} maps a class and was given something else.`,
  );
}

interface Source {
  readonly base: Constructor;
  readonly keys: ReadonlySet<string>;
}

/** A new class whose instances begin with the default values of the sources' properties. */
function mappedClass(name: string, sources: readonly Source[]): new () => object {
  class Mapped {
    constructor() {
      for (const { base, keys } of sources) Object.assign(this, initialValues(base, keys));
    }
  }
  Object.defineProperty(Mapped, 'name', { value: name });
  return Mapped;
}

function initialValues(base: Constructor, keys: ReadonlySet<string>): object {
  const instance = new (base as unknown as new () => object)();
  return Object.fromEntries(Object.entries(instance).filter(([key]) => keys.has(key)));
}

function copyProperties(
  base: Constructor,
  mapped: Constructor,
  keys: ReadonlySet<string>,
  change: (annotations: PropertyAnnotations) => PropertyAnnotations = (annotations) => annotations,
): void {
  const chain = [...ancestorsOf(base), base];
  copyValidation(base, mapped, keys);
  copyTransformation(chain, mapped, keys);
  copyDesignTypes(base, mapped, keys);
  copyAccessors(chain, mapped, keys);
  const annotations = [...keys].map((key) => [key, change(propertyAnnotationsOf(base, key))] as const);
  defineProperties(mapped, annotations);
}

/** An exposed getter lives on the prototype, not on the instance. */
function copyAccessors(chain: readonly Constructor[], mapped: Constructor, keys: ReadonlySet<string>): void {
  for (const owner of chain)
    for (const [key, descriptor] of Object.entries(
      Object.getOwnPropertyDescriptors(owner.prototype as object),
    ))
      if (keys.has(key) && (descriptor.get ?? descriptor.set) !== undefined)
        Object.defineProperty(mapped.prototype, key, descriptor);
}
