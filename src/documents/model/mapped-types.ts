import { copyDesignTypes } from './type/design-type.js';
import type { PropertyAnnotations } from '../../../decorators/record.js';
import { defineProperties } from '../../../decorators/store.js';
import type { Constructor } from '../../shared/types.js';
import { isConstructor, show } from '../../shared/values.js';
import { propertyAnnotationsOf, propertyKeysOf } from './annotations.js';
import { copyTransformation } from './class-transformer/storage.js';
import { copyMemberRules, copyValidation, makeOptional } from './class-validator/copies.js';
import { ancestorsOf } from './class-validator/metadata.js';
import { copySwagger } from './nest-swagger/properties.js';
import { TypeInputError } from './type/type-input-error.js';
import 'reflect-metadata';
import type { Report } from '../../shared/diagnostics.js';

type MappedClass<T> = new () => T;

/**
 * Returns a class with the properties of `base`, each optional: the body of a PATCH. It has the decorators of
 * class-validator, class-transformer and dtospec, inherited ones included, but no default values, so a
 * partial update sets only what it receives. It has none of the rules about several members
 * (`@AtLeastOneOf`).
 *
 * @example
 * class UpdateUser extends PartialType(CreateUser) {}
 */
export function PartialType<T>(base: Constructor<T>): MappedClass<Partial<T>> {
  requireClass('PartialType', base);
  const keys = new Set(propertyKeysOf(base));
  const mapped = mappedClass(`Partial${base.name}`, []);
  copyProperties(base, mapped, keys, ({ presence: _, ...annotations }) => annotations);
  copySwagger(mapped, mapped, keys, (metadata) => ({ ...metadata, required: false, selfRequired: false }));
  makeOptional(mapped, keys);
  return mapped;
}

/**
 * Returns a class with some of the properties of `base`, and
 * the rules about several members that name only those.
 *
 * @example
 * class Login extends PickType(User, ['email', 'password']) {}
 */
export function PickType<T, K extends keyof T>(
  base: Constructor<T>,
  keys: readonly K[],
): MappedClass<Pick<T, K>> {
  requireClass('PickType', base);
  const picked = keySet('PickType', base, keys);
  const mapped = mappedClass(`Pick${base.name}`, [{ base, keys: picked }]);
  const kept = new Set(propertyKeysOf(base).filter((key) => picked.has(key)));
  copyProperties(base, mapped, kept);
  copyMemberRules(base, mapped, kept);
  noteUnknownKeys(mapped, findUnknown('PickType', base, picked));
  return mapped as MappedClass<Pick<T, K>>;
}

/**
 * Returns a class without some of the properties of `base`.
 *
 * @example
 * class CreateUser extends OmitType(User, ['id']) {}
 */
export function OmitType<T, K extends keyof T>(
  base: Constructor<T>,
  keys: readonly K[],
): MappedClass<Omit<T, K>> {
  requireClass('OmitType', base);
  const omitted = keySet('OmitType', base, keys);
  const kept = new Set(propertyKeysOf(base).filter((key) => !omitted.has(key)));
  const mapped = mappedClass(`Omit${base.name}`, [{ base, keys: kept }]);
  copyProperties(base, mapped, kept);
  copyMemberRules(base, mapped, kept);
  noteUnknownKeys(mapped, findUnknown('OmitType', base, omitted));
  return mapped as MappedClass<Omit<T, K>>;
}

/**
 * Returns a class with the properties of several classes. If two classes have the same property, the rules of
 * both apply, and the annotations of the later class win.
 *
 * @example
 * class Audited extends IntersectionType(Order, Timestamps) {}
 */
export function IntersectionType<T extends readonly [Constructor, Constructor, ...Constructor[]]>(
  ...bases: T
): MappedClass<UnionToIntersection<InstanceType<T[number]>>> {
  if (bases.length === 0) requireClass('IntersectionType', undefined);
  for (const base of bases) requireClass('IntersectionType', base);
  const sources = bases.map((base) => ({ base, keys: new Set(propertyKeysOf(base)) }));
  const mapped = mappedClass(bases.map((base) => base.name).join('And'), sources);
  for (const { base, keys } of sources) {
    copyProperties(base, mapped, keys);
    copyMemberRules(base, mapped, keys);
  }
  return mapped as MappedClass<UnionToIntersection<InstanceType<T[number]>>>;
}

type UnionToIntersection<U> = (U extends unknown ? (member: U) => void : never) extends (all: infer I) => void
  ? I
  : never;

/** Throws for an undefined base class, which a circular import causes. */
function requireClass(mapper: string, base: unknown): void {
  if (isConstructor(base)) return;
  if (base === undefined)
    throw new TypeInputError(
      `${mapper} was given undefined.`,
      'If modules import each other, move the mapped class into a module of its own.',
    );
  throw new TypeInputError(
    `${mapper} needs a class, not ${show(base)}.`,
    'Give it the class itself, as in PartialType(User).',
  );
}

function keySet(mapper: string, base: Constructor, keys: readonly PropertyKey[]): ReadonlySet<string> {
  if (Array.isArray(keys)) return new Set(keys.map(String));
  throw new TypeInputError(
    `${mapper}(${base.name}, keys) needs a list of properties, not ${show(keys)}.`,
    `Write ${mapper}(${base.name}, ['name', 'email']), with properties of ${base.name}.`,
  );
}

function findUnknown(mapper: string, base: Constructor, keys: ReadonlySet<string>): UnknownKey[] {
  const known = propertyKeysOf(base);
  const unknown = [...keys].filter((key) => !known.includes(key));
  return unknown.map((key) => ({ mapping: `${mapper}(${base.name})`, key, known }));
}

interface Source {
  readonly base: Constructor;
  readonly keys: ReadonlySet<string>;
}

/** Creates a class whose instances start with the default values of the source classes. */
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
  copySwagger(base, mapped, keys, (metadata) => metadata);
  copyAccessors(chain, mapped, keys);
  const annotations = [...keys].map((key) => [key, change(propertyAnnotationsOf(base, key))] as const);
  defineProperties(mapped, annotations);
  noteUnknownKeys(mapped, unknownKeysOf(base));
}

function copyAccessors(chain: readonly Constructor[], mapped: Constructor, keys: ReadonlySet<string>): void {
  for (const owner of chain)
    for (const [key, descriptor] of Object.entries(
      Object.getOwnPropertyDescriptors(owner.prototype as object),
    ))
      if (keys.has(key) && 'get' in descriptor) Object.defineProperty(mapped.prototype, key, descriptor);
}

// A global symbol, so that two copies of this package in one process can read each other's metadata.
const UNKNOWN_KEYS = Symbol.for('dtospec:unknown-keys');

interface UnknownKey {
  /** The name of the function, such as `PickType`. */
  readonly mapping: string;
  readonly key: string;
  /** The properties that the class has. */
  readonly known: readonly string[];
}

function noteUnknownKeys(mapped: Constructor, keys: readonly UnknownKey[]): void {
  Reflect.defineMetadata(UNKNOWN_KEYS, [...unknownKeysOf(mapped), ...keys], mapped);
}

/** Returns the keys that functions such as `PickType` name and their classes lack. */
export function unknownKeysOf(target: Constructor): readonly UnknownKey[] {
  return (Reflect.getMetadata(UNKNOWN_KEYS, target) ?? []) as readonly UnknownKey[];
}

/** Reports unknown keys. This is no error, since TypeScript also allows properties without decorators. */
export function reportUnknownKeys(target: Constructor, name: string, report: Report): void {
  for (const { mapping, key, known } of unknownKeysOf(target))
    report({
      code: 'unknown-key',
      place: `${name}.${key}`,
      message: `${mapping} names "${key}", which has no decorator there, so it changes nothing. Correct the key (known: ${known.join(', ')}), or decorate the property.`,
    });
}
