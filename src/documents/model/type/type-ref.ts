import { inheritedTypeOf, registry } from '../../../../decorators/registered-types.js';
import { BUFFERS } from '../../../shared/bytes.js';
import { isDecorator } from '../../rules/own-rules.js';
import { rawTypeOf } from '../foreign-schema.js';
import {
  OPEN,
  type StandardType,
  TYPE,
  type TypeDeclaration,
  type TypeExpression,
  type TypeInput,
} from '../../../../decorators/type-input.js';
import { slipIn } from '../../json-schema/slip.js';
import { isConstructor, show } from '../../../shared/values.js';
import { firstResult, lazy, resolveLazyOrUnknown, TypeInputError } from './type-input-error.js';
import type { TypeRef } from '../types.js';
import { unionOf } from './union-type.js';
import type { Constructor } from '../../../shared/types.js';

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
  ...[...BUFFERS, Uint8Array].map((builtIn): [unknown, TypeRef] => [builtIn, { kind: 'file' }]),
  [ArrayBuffer, { kind: 'file', as: 'ArrayBuffer' }],
  ...[Blob, File].map((builtIn): [unknown, TypeRef] => [builtIn, { kind: 'file', as: 'File' }]),
]);

/** The problem and the remedy of built-in classes that have no form in JSON, or an unknown one. */
const VAGUE: ReadonlyMap<unknown, readonly [problem: string, remedy: string]> = new Map<
  unknown,
  readonly [string, string]
>([
  [
    Array,
    [
      'Array has no type for its items.',
      "Write arrayOf(Item), or arrayOf(schema('any')) if items may have any type.",
    ],
  ],
  [
    Set,
    [
      'Set has no type for its items.',
      "Write arrayOf(Item), or arrayOf(schema('any')) if items may have any type.",
    ],
  ],
  [
    Map,
    [
      'Map has no type for its values.',
      "Write mapOf(Item), or mapOf(schema('any')) if values may have any type.",
    ],
  ],
  [Promise, ['A Promise has no form in JSON.', 'Write the type of the value to which it resolves.']],
  [
    Function,
    [
      'A function has no form in JSON.',
      'Write the type of its result. If it is recorded for a class of import type, use import.',
    ],
  ],
  [Symbol, ['A symbol has no form in JSON.', 'Write String for its text.']],
]);

/** @throws TypeInputError for an invalid type, and for one whose form in JSON is unknown */
export function typeRefOf(input: TypeInput): TypeRef {
  const vague = VAGUE.get(input);
  if (vague !== undefined) throw new TypeInputError(...vague);
  return recordedTypeOf(input);
}

const OPAQUE = new Set<unknown>([Promise, Function, Symbol]);

/**
 * Returns a type that a compiler or a decorator of another library recorded, which may be vague, such as
 * `Array`.
 */
export function recordedTypeOf(type: unknown): TypeRef {
  const builtIn = BUILT_IN.get(type);
  if (builtIn !== undefined) return builtIn;
  if (isStandard(type)) return { kind: 'standard', standard: type };
  if (typeof type === 'function') return typeRefOfFunction(type);
  if (type === undefined)
    throw new TypeInputError(
      'The type is undefined. Where modules import each other, decorators take it as a function, () => Item; elsewhere, use it once both are loaded.',
    );
  if (typeof type !== 'object' || type === null)
    throw new TypeInputError(
      `${typeof type === 'symbol' || typeof type === 'bigint' ? String(type) : JSON.stringify(type)} is not a type.`,
    );
  if (Array.isArray(type)) return typeRefOfList(type as unknown[]);
  if (TYPE in type) return typeRefOfDeclaration((type as TypeExpression)[TYPE]);
  const prototype: unknown = Object.getPrototypeOf(type);
  if (prototype !== null && prototype !== Object.prototype)
    throw new TypeInputError(`An instance${classHint(type)} is not a type: write the class.`);
  const slip = OPEN in type ? undefined : slipIn(type as Record<string, unknown>);
  if (slip !== undefined) throw new TypeInputError(...slip);
  return rawTypeOf(type as Record<string, unknown>);
}

export function innerTypes(type: TypeRef): readonly TypeRef[] {
  switch (type.kind) {
    case 'array':
      return [type.items];
    case 'map':
      return [type.values];
    case 'csv':
      return [type.row];
    case 'tuple':
      return type.items;
    case 'union':
      return type.anyOf;
    default:
      return [];
  }
}

export function typeRefOfDeclaration(declaration: TypeDeclaration): TypeRef {
  switch (declaration.form) {
    case 'type':
      return lazy(() => typeRefOf(firstResult(declaration.type)));
    case 'array': {
      const { items, unique } = declaration;
      const ref =
        typeof items === 'function' ? lazy(() => typeRefOf(firstResult(items))) : typeRefOfDeclaration(items);
      return { kind: 'array', items: ref, unique };
    }
    case 'map':
      return { kind: 'map', values: lazy(() => typeRefOf(firstResult(declaration.values))) };
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
      return fileRef(declaration);
    case 'csv':
      return {
        kind: 'csv',
        row: lazy(() => typeRefOf(firstResult(declaration.row))),
        formulas: declaration.formulas,
      };
  }
}

function fileRef({ as, contentType }: Extract<TypeDeclaration, { form: 'file' }>): TypeRef {
  return { kind: 'file', ...(as !== undefined && { as }), ...(contentType !== undefined && { contentType }) };
}

function typeRefsOf(what: string, list: () => readonly TypeInput[]): TypeRef[] {
  const types: unknown = firstResult(list);
  if (Array.isArray(types)) return types.map((item) => typeRefOf(item as TypeInput));
  throw new TypeInputError(
    `The types of a ${what} are a list, not ${show(types)}.`,
    'Return one, as in () => [Card, Transfer].',
  );
}

function typeRefOfFunction(type: object): TypeRef {
  if (OPAQUE.has(type)) return { kind: 'unknown' };
  // A class of this package that represents another type, such as a file.
  if (TYPE in type) return typeRefOfDeclaration((type as TypeExpression)[TYPE]);
  if (!isConstructor(type)) throw new TypeInputError(`A function is not a type${nameHint(type)}.`);
  // As in `@ApiProperty({ type: IsInt })`. To JavaScript, it looks like a class.
  if (isDecorator(type)) throw new TypeInputError(`${type.name} is a decorator, not a type.`);
  const registered = registry.isUsed ? inheritedTypeOf(type) : undefined;
  if (registered !== undefined) return { kind: 'registered', target: type, registered };
  const builtIn = builtInOf(type);
  if (builtIn !== undefined) return recordedTypeOf(builtIn);
  return { kind: 'class', target: type };
}

/**
 * Returns the built-in class that a class extends, or undefined: JSON has a text for `class Amount extends
 * String`.
 */
export function builtInOf(target: Constructor): unknown {
  let parent: unknown = Object.getPrototypeOf(target);
  while (typeof parent === 'function' && !BUILT_IN.has(parent)) parent = Object.getPrototypeOf(parent);
  return parent === Object || typeof parent !== 'function' ? undefined : parent;
}

function typeRefOfList(types: readonly unknown[]): TypeRef {
  if (types.length !== 1)
    throw new TypeInputError(
      `A list of ${types.length} types is not a type: write [Item] for a list, tupleOf(A, B) for a tuple.`,
    );
  return { kind: 'array', items: typeRefOf(types[0] as TypeInput), unique: false };
}

/**
 * Returns whether a type is a Standard Schema. Schemas of ArkType are functions.
 *
 * @throws TypeInputError for a Standard Schema without JSON Schema
 */
export function isStandard(value: unknown): value is StandardType {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false;
  if (!('~standard' in value)) return false;
  const { jsonSchema, vendor } = value['~standard'] as Partial<StandardType['~standard']>;
  if (jsonSchema !== undefined) return true;
  throw new TypeInputError(
    `This schema of ${vendor ?? 'another library'} does not support Standard JSON Schema.`,
    'Use Zod 4.2 or ArkType 2.1.28 or later, or wrap a Valibot schema in toStandardJsonSchema of @valibot/to-json-schema.',
  );
}

function nameHint(type: object): string {
  const name = (type as { name?: string }).name;
  return name ? ` (${name})` : '';
}

function classHint(instance: object): string {
  const { constructor } = instance;
  return typeof constructor === 'function' && constructor.name ? ` of ${constructor.name}` : '';
}

export function isFile(type: TypeRef): boolean {
  const resolved = resolveLazyOrUnknown(type);
  return resolved.kind === 'file' || (resolved.kind === 'array' && isFile(resolved.items));
}
