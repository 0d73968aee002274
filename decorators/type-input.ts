import type { Constructor } from '../src/shared/types.js';

/** A value of an enum with the name it has in the source. */
export interface EnumMember {
  readonly name: string;
  readonly value: string | number;
}

/** Marks what `arrayOf`, `mapOf`, … return, across copies of this package. */
export const TYPE: unique symbol = Symbol.for('dtospec:type') as never;

/** What a value of the type is to the compiler; nothing holds it at run time. */
declare const VALUE: unique symbol;

/** A type built by `arrayOf`, `mapOf`, `tupleOf`, `oneOf`, `enumOf`, …; `T` is what its values are in a program. */
export interface TypeExpression<T = unknown> {
  readonly [TYPE]: TypeDeclaration;
  readonly [VALUE]?: T;
}

/** A Standard Schema that is a Standard JSON Schema too (`@standard-schema/spec`, versions 1): of Zod, ArkType, Valibot. */
export interface StandardType<I = unknown, O = I> {
  /** As `@standard-schema/spec` 1 has it: what validates a value, and what tells its JSON Schema. */
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly types?: { readonly input: I; readonly output: O } | undefined;
    readonly validate: (value: unknown) => StandardResult<O> | Promise<StandardResult<O>>;
    readonly jsonSchema: Readonly<
      Record<'input' | 'output', (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>>
    >;
  };
}

type StandardResult<O> =
  | { readonly value: O; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
      }[];
    };

/**
 * How a user writes a type: a DTO class or `String`, `Number`, `Boolean`, `Date`, `BigInt`, `Buffer`;
 * `[User]`, a list of it; what `arrayOf(User)`, `mapOf(User)`, `oneOf(A, B)` return; a Standard JSON Schema of another
 * library; or a JSON Schema object.
 */
export type TypeInput =
  | Constructor
  | BigIntConstructor
  | TypeExpression
  | StandardType
  | readonly [TypeInput]
  | RawSchema;

/** A JSON Schema (2020-12, OpenAPI 3.1's dialect) written by hand. */
export interface RawSchema {
  readonly [keyword: string]: unknown;
  readonly [TYPE]?: never;
}

/**
 * What a value of a type is in a program: an instance of the class, a list of them, …; of a JSON Schema what
 * `schema('integer')` tells, else unknown.
 */
export type ValueOf<T> = T extends {
  readonly '~standard': { readonly types?: infer V };
}
  ? NonNullable<V> extends { readonly output: infer O }
    ? O
    : unknown
  : T extends Constructor<infer I>
    ? T extends StringConstructor | NumberConstructor | BooleanConstructor
      ? ReturnType<T>
      : I
    : T extends readonly [infer I]
      ? ValueOf<I>[]
      : T extends TypeExpression<infer V>
        ? V
        : T extends BigIntConstructor
          ? bigint
          : T extends { readonly type: infer K extends keyof SchemaValues }
            ? SchemaValues[K]
            : unknown;

/** What a schema of a type alone tells the compiler; a string may be a date or a file. */
interface SchemaValues {
  readonly integer: number;
  readonly number: number;
  readonly boolean: boolean;
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
  | { readonly form: 'scalar'; readonly kind: 'integer' | 'file' | 'bigint' | 'unknown' }
  | { readonly form: 'file'; readonly as: FileForm };

/** What holds the bytes of a file in a program. */
export type FileForm = 'Buffer' | 'ArrayBuffer' | 'File' | 'stream';
