import { ownClass } from '../../decorators/store.js';
import {
  TYPE,
  type StandardType,
  type TypeDeclaration,
  type TypeExpression,
  type TypeInput,
} from '../../decorators/type-input.js';
import { recogniseAcrossCopies } from '../base/across-copies.js';
import { DtospecError } from '../base/errors.js';
import type { Constructor } from '../base/types.js';
import { show } from '../base/values.js';
import { fixedValuesOf } from './fixed-values.js';
import type { TypeRef, UnionDiscriminator } from './types.js';

/** Something stands where a type should. The message says what to write instead. */
export class TypeInputError extends DtospecError {
  override readonly name = 'TypeInputError';
  readonly code = 'ERR_TYPE_INPUT';

  constructor(
    readonly problem: string,
    /** How to mend it. */
    remedy = TYPES,
  ) {
    super(`${problem} ${remedy}`);
  }
}

const TYPES =
  'A type is a DTO class, String, Number, Boolean, Date, [Item], arrayOf(Item), mapOf(Item), oneOf(A, B) or a JSON Schema object.';

/** Classes of the language that have a meaning of their own on the wire. */
const BUILT_IN = new Map<unknown, TypeRef>([
  [String, { kind: 'string' }],
  [Number, { kind: 'number' }],
  [Boolean, { kind: 'boolean' }],
  [BigInt, { kind: 'bigint' }],
  [Date, { kind: 'date' }],
  [Object, { kind: 'object' }],
  [Array, { kind: 'array', items: { kind: 'unknown' }, unique: false }],
  [Set, { kind: 'array', items: { kind: 'unknown' }, unique: true }],
  [Map, { kind: 'map', values: { kind: 'unknown' } }],
  ...[Buffer, Uint8Array].map((one): [unknown, TypeRef] => [one, { kind: 'file' }]),
  [ArrayBuffer, { kind: 'file', as: 'ArrayBuffer' }],
  ...[Blob, File].map((one): [unknown, TypeRef] => [one, { kind: 'file', as: 'File' }]),
]);

/** Built-in classes that no JSON value stands for. */
const OPAQUE = new Set<unknown>([Promise, Function, Symbol]);

/** Resolves what a user wrote for a type. @throws TypeInputError */
export function typeRefOf(input: TypeInput): TypeRef {
  const given: unknown = input;
  const builtIn = BUILT_IN.get(given);
  if (builtIn !== undefined) return builtIn;
  if (isStandard(given)) return { kind: 'standard', standard: given };
  if (typeof given === 'function') return typeRefOfFunction(given);
  if (given === undefined)
    throw new TypeInputError(
      'The type is undefined. Where modules import each other, decorators take it as a function, () => Item; elsewhere, use it once both are loaded.',
    );
  if (typeof given !== 'object' || given === null)
    throw new TypeInputError(
      `${typeof given === 'symbol' || typeof given === 'bigint' ? String(given) : JSON.stringify(given)} is not a type.`,
    );
  if (Array.isArray(given)) return typeRefOfList(given as unknown[]);
  if (TYPE in given) return typeRefOfDeclaration((given as TypeExpression)[TYPE]);
  const prototype: unknown = Object.getPrototypeOf(given);
  if (prototype !== null && prototype !== Object.prototype)
    throw new TypeInputError(`An instance${classHint(given)} is not a type: write the class.`);
  return { kind: 'raw', schema: given as Record<string, unknown> };
}

/** Resolves what a type decorator or a type function said. Thunks stay closed until the walk reaches them. */
export function typeRefOfDeclaration(declaration: TypeDeclaration): TypeRef {
  switch (declaration.form) {
    case 'type':
      return lazy(() => typeRefOf(declaration.type()));
    case 'array': {
      const { items, unique } = declaration;
      const ref = typeof items === 'function' ? lazy(() => typeRefOf(items())) : typeRefOfDeclaration(items);
      return { kind: 'array', items: ref, unique };
    }
    case 'map':
      return { kind: 'map', values: lazy(() => typeRefOf(declaration.values())) };
    case 'tuple':
      return lazy(() => ({ kind: 'tuple', items: typeRefsOf('tuple', declaration.items) }));
    case 'union':
      return lazy(() => unionOf(typeRefsOf('union', declaration.members), declaration.discriminator));
    case 'enum':
      return { kind: 'enum', members: declaration.members, name: declaration.name };
    case 'raw':
      return { kind: 'raw', schema: declaration.schema, classes: declaration.classes };
    case 'scalar':
      return { kind: declaration.kind };
    case 'file':
      return { kind: 'file', as: declaration.as };
  }
}

/** Follows lazy references to what they stand for. @throws TypeInputError */
export function resolveLazy(type: TypeRef): Exclude<TypeRef, { kind: 'lazy' }> {
  return type.kind === 'lazy' ? resolveLazy(type.resolve()) : type;
}

/** As `resolveLazy`, for who asks what a type is like: whoever makes the schema of a wrong one reports it. */
export function resolveLazyOrUnknown(type: TypeRef): Exclude<TypeRef, { kind: 'lazy' }> {
  try {
    return resolveLazy(type);
  } catch (error) {
    if (error instanceof TypeInputError) return { kind: 'unknown' };
    throw error;
  }
}

/** What the function of a union or a tuple returns. */
function typeRefsOf(what: string, list: () => readonly TypeInput[]): TypeRef[] {
  const given: unknown = list();
  if (Array.isArray(given)) return given.map((one) => typeRefOf(one as TypeInput));
  throw new TypeInputError(
    `The types of a ${what} are a list, not ${show(given)}.`,
    'Return one, as in () => [Card, Transfer].',
  );
}

function typeRefOfFunction(given: object): TypeRef {
  if (OPAQUE.has(given)) return { kind: 'unknown' };
  // A class of this package that stands for something else than an object.
  if (TYPE in given) return typeRefOfDeclaration((given as TypeExpression)[TYPE]);
  if (!isConstructor(given))
    throw new TypeInputError(`A function stands where a type should be${nameHint(given)}.`);
  return { kind: 'class', target: given };
}

function typeRefOfList(given: readonly unknown[]): TypeRef {
  if (given.length !== 1)
    throw new TypeInputError(
      `A list of ${given.length} types is not a type: write [Item] for a list, tupleOf(A, B) for a tuple.`,
    );
  return { kind: 'array', items: typeRefOf(given[0] as TypeInput), unique: false };
}

function unionOf(
  members: readonly TypeRef[],
  discriminator: Extract<TypeDeclaration, { form: 'union' }>['discriminator'],
): TypeRef {
  if (members.length === 0)
    throw new TypeInputError(
      'A union without members is not a type.',
      'Name the types that it stands for, as in @OneOf(() => [Card, Transfer]).',
    );
  return {
    kind: 'union',
    anyOf: members,
    discriminator: discriminator === undefined ? undefined : discriminatorOf(members, discriminator),
  };
}

function discriminatorOf(
  members: readonly TypeRef[],
  given: Exclude<Extract<TypeDeclaration, { form: 'union' }>['discriminator'], undefined>,
): UnionDiscriminator {
  const classes = members.flatMap((member) => (member.kind === 'class' ? [member.target] : []));
  if (classes.length < members.length)
    throw new TypeInputError(
      'A discriminator tells classes apart, but the union has other members.',
      'Take the discriminator away, or make each member a class.',
    );
  const { propertyName, mapping } =
    typeof given === 'string' ? { propertyName: given, mapping: undefined } : given;
  if (mapping === undefined) return { propertyName, mapping: mappingOf(classes, propertyName) };
  const entries = Object.entries(mapping).map(([value, target]) => ({
    value,
    target: isConstructor(target) ? target : target(),
  }));
  const wrong = entries.find(({ target }) => !classes.includes(target));
  if (wrong !== undefined)
    throw new TypeInputError(
      `The discriminator "${propertyName}" maps "${wrong.value}" to ${show(wrong.target)}, which is no member of the union.`,
      `Map it to one of ${classes.map(({ name }) => name).join(', ')}.`,
    );
  const lost = classes.find((one) => entries.every(({ target }) => target !== one));
  if (lost !== undefined)
    throw new TypeInputError(
      `The discriminator "${propertyName}" has no value for ${lost.name}.`,
      `Add it to the mapping, as in { ${lost.name.toLowerCase()}: ${lost.name} }.`,
    );
  return { propertyName, mapping: entries };
}

/** The values that each class fixes by its rules; where one does not, the names of the classes. */
function mappingOf(classes: readonly Constructor[], propertyName: string): UnionDiscriminator['mapping'] {
  const fixed = classes.map((target) => ({ target, values: fixedValuesOf(target, propertyName) }));
  const all = fixed.flatMap(({ values }) => values ?? []);
  const isClear = fixed.every(({ values }) => (values?.length ?? 0) > 0) && new Set(all).size === all.length;
  if (!isClear) return classes.map((target) => ({ value: ownClass(target).name ?? target.name, target }));
  return fixed.flatMap(({ target, values = [] }) => values.map((value) => ({ value, target })));
}

/** A reference that is resolved when the walk reaches it. What its function throws is a wrong type. */
export function lazy(resolve: () => TypeRef): TypeRef {
  return {
    kind: 'lazy',
    resolve: () => {
      try {
        return resolve();
      } catch (error) {
        if (error instanceof TypeInputError) throw error;
        throw new TypeInputError(`The function that should return the type throws: ${String(error)}.`);
      }
    },
  };
}

/**
 * ArkType's are functions.
 * @throws TypeInputError for a Standard Schema that has no JSON Schema
 */
export function isStandard(given: unknown): given is StandardType {
  if ((typeof given !== 'object' && typeof given !== 'function') || given === null) return false;
  if (!('~standard' in given)) return false;
  const { jsonSchema, vendor } = given['~standard'] as Partial<StandardType['~standard']>;
  if (jsonSchema !== undefined) return true;
  throw new TypeInputError(
    `This schema of ${vendor ?? 'another library'} is no Standard JSON Schema.`,
    'Zod has it from 4.2 and ArkType from 2.1.28; of Valibot, wrap it in toStandardJsonSchema of @valibot/to-json-schema.',
  );
}

/** Arrow functions and methods have no prototype. */
export function isConstructor(value: unknown): value is Constructor {
  return typeof value === 'function' && typeof (value as { prototype?: unknown }).prototype === 'object';
}

function nameHint(given: object): string {
  const name = (given as { name?: string }).name;
  return name ? ` (${name})` : '';
}

function classHint(instance: object): string {
  const { constructor } = instance;
  return typeof constructor === 'function' && constructor.name ? ` of ${constructor.name}` : '';
}

recogniseAcrossCopies({ TypeInputError });
