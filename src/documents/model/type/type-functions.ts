import {
  describeMembers,
  type EnumDescriptions,
  type EnumLike,
  enumMembers,
  unknownMember,
} from '../../../../decorators/enum.js';
import {
  TYPE,
  type TypeDeclaration,
  type TypeExpression,
  type TypeInput,
  type ValueOf,
} from '../../../../decorators/type-input.js';
import { COMPONENT_NAME } from '../../../shared/checks.js';
import type { Constructor } from '../../../shared/types.js';
import { isConstructor, isText, show } from '../../../shared/values.js';
import { TypeInputError } from './type-input-error.js';

/** Returns the type of an array. With `unique`, no element occurs twice. */
export function arrayOf<T extends TypeInput>(
  items: T,
  options: { readonly unique?: boolean } = {},
): TypeExpression<ValueOf<T>[]> {
  return expression({ form: 'array', items: () => items, unique: options.unique ?? false });
}

/** Returns the type of an object with any keys and values of one type. */
export function mapOf<T extends TypeInput>(values: T): TypeExpression<Record<string, ValueOf<T>>> {
  return expression({ form: 'map', values: () => values });
}

/** Returns the type of an array of fixed length, with a type for each element. */
export function tupleOf<const T extends readonly TypeInput[]>(
  ...items: T
): TypeExpression<{ -readonly [K in keyof T]: ValueOf<T[K]> }> {
  return expression({ form: 'tuple', items: () => items });
}

/** Returns the union of several types. */
export function oneOf<const T extends readonly [TypeInput, ...TypeInput[]]>(
  ...members: T
): TypeExpression<ValueOf<T[number]>> {
  return expression({ form: 'union', members: () => members, discriminator: undefined });
}

/**
 * Returns a union of classes that the value of a property identifies:
 * `discriminated('type', { card: Card, transfer: Transfer })`.
 *
 * @throws ConfigError without a property name, or without a class for each value
 */
export function discriminated<T extends Readonly<Record<string, Constructor>>>(
  propertyName: string,
  mapping: T,
): TypeExpression<ValueOf<T[keyof T]>> {
  requireMapping(propertyName, mapping);
  return expression({
    form: 'union',
    members: () => Object.values(mapping),
    discriminator: { propertyName, mapping },
  });
}

function requireMapping(propertyName: unknown, mapping: unknown): void {
  const remedy = "Write discriminated('type', { card: Card, transfer: Transfer }).";
  if (!isText(propertyName))
    throw new TypeInputError(
      `discriminated(propertyName, mapping) needs the name of a property, not ${show(propertyName)}.`,
      remedy,
    );
  const targets: unknown[] = typeof mapping === 'object' && mapping !== null ? Object.values(mapping) : [];
  if (targets.length === 0 || !targets.every(isConstructor))
    throw new TypeInputError(
      `discriminated(${show(propertyName)}, mapping) needs a class for each value, not ${show(mapping)}.`,
      remedy,
    );
}

/**
 * The type of the members. The object of a numeric enum also
 * maps values back to names; those keys are numbers.
 */
type MemberOf<T extends EnumLike> = T extends readonly (infer V)[] ? V : T[Extract<keyof T, string>];

/**
 * Returns the type of an enum's members. With `name` it becomes a component. `descriptions` describes members
 * by name, or by value if you give a list.
 *
 * @throws ConfigError for a value that is neither an enum nor a list of strings and numbers
 */
export function enumOf<const T extends EnumLike>(
  values: T,
  options: { readonly name?: string; readonly descriptions?: EnumDescriptions<T> } = {},
): TypeExpression<MemberOf<T>> {
  const known = enumMembers(values);
  if (known.length === 0 || (Array.isArray(values) && known.length < values.length))
    throw new TypeInputError('enumOf needs an enum or a list of strings and numbers.');
  if (options.name !== undefined && !COMPONENT_NAME.holds(options.name))
    throw new TypeInputError(
      `enumOf needs a name of letters, digits, ".", "_" and "-", not "${options.name}".`,
    );
  const members = describeMembers(known, options.descriptions);
  if (typeof members === 'string') throw new TypeInputError(`enumOf ${unknownMember(members, known)}`);
  return expression({ form: 'enum', members, name: options.name });
}

/**
 * Returns the type of binary content: an uploaded file or a download.
 *
 * @param contentType media type of a body that is this file. @default 'application/octet-stream'
 * @example response('The invoice', file('application/pdf'))
 */
export function file(contentType?: string): TypeExpression<Uint8Array> {
  return expression({ form: 'file', contentType });
}

export function integer(): TypeExpression<number> {
  return expression({ form: 'scalar', kind: 'integer' });
}

function expression<T>(declaration: TypeDeclaration): TypeExpression<T> {
  return { [TYPE]: declaration };
}

/**
 * A file that you read while it arrives, without storing it.
 * In a form it must come after all validated fields.
 *
 * For example `@Required()` `@TypeOf(() => FileStream) video!: FileStream`.
 */
export class FileStream implements AsyncIterable<Uint8Array> {
  // A global symbol, so that copies of this package recognize each other's types.
  static readonly [TYPE]: TypeDeclaration = { form: 'file', as: 'stream' };

  readonly #content: AsyncIterable<Uint8Array>;

  constructor(
    content: AsyncIterable<Uint8Array>,
    /** The file name that the client sent, without folders. Never use it as a path. */
    readonly filename: string | undefined,
    /** The media type that the client sent. Nothing compares it with the bytes. */
    readonly contentType: string,
  ) {
    this.#content = content;
  }

  /**
   * Iterates over the bytes, once.
   *
   * @throws an error if the file is too long or the request is aborted. Do not catch it: the response reports
   *   it
   */
  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return this.#content[Symbol.asyncIterator]();
  }
}
