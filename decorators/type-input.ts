import type { Constructor } from '../src/base/types.js';

/** A value of an enum with the name it has in the source. */
export interface EnumMember {
  readonly name: string;
  readonly value: string | number;
}

/** Marks what `arrayOf`, `mapOf`, … return, across copies of this package. */
export const TYPE: unique symbol = Symbol.for('dtospec:type') as never;

/** A type built by `arrayOf`, `mapOf`, `tupleOf`, `oneOf`, `enumOf`, … */
export interface TypeExpression {
  readonly [TYPE]: TypeDeclaration;
}

/**
 * How a user writes a type: a DTO class or `String`, `Number`, `Boolean`, `Date`, `BigInt`, `Buffer`;
 * `[User]`, a list of it; what `arrayOf(User)`, `mapOf(User)`, `oneOf(A, B)` return; or a JSON Schema object.
 */
export type TypeInput = Constructor | BigIntConstructor | TypeExpression | readonly [TypeInput] | RawSchema;

/** A JSON Schema (2020-12, OpenAPI 3.1's dialect) written by hand. */
export interface RawSchema {
  readonly [keyword: string]: unknown;
  readonly [TYPE]?: never;
}

/** Tells the members of a union apart (OpenAPI's Discriminator Object). */
export interface DiscriminatorOptions {
  /** The property that every member has. */
  readonly propertyName: string;
  /** Value of the property for each class. @default the class's component name */
  readonly mapping?: Readonly<Record<string, Constructor | (() => Constructor)>>;
}

/** What a type decorator or a type function said, before it is resolved: thunks are still closed. */
export type TypeDeclaration =
  | { readonly form: 'type'; readonly type: () => TypeInput }
  | { readonly form: 'array'; readonly items: TypeDeclaration | (() => TypeInput); readonly unique: boolean }
  | { readonly form: 'map'; readonly values: () => TypeInput }
  | { readonly form: 'tuple'; readonly items: () => readonly TypeInput[] }
  | {
      readonly form: 'union';
      readonly members: () => readonly TypeInput[];
      readonly discriminator: DiscriminatorOptions | string | undefined;
    }
  | { readonly form: 'enum'; readonly members: readonly EnumMember[]; readonly name: string | undefined }
  /** A schema written by hand whose references, by the text they have there, stand for classes. */
  | {
      readonly form: 'raw';
      readonly schema: Readonly<Record<string, unknown>>;
      readonly classes: ReadonlyMap<string, Constructor>;
    }
  | { readonly form: 'scalar'; readonly kind: 'integer' | 'file' | 'bigint' | 'unknown' };
