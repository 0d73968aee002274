import type { Constructor } from '../src/shared/types.js';

export interface EnumMember {
  readonly name: string;
  readonly value: string | number;
  readonly description?: string;
}

/**
 * Marks the results of `arrayOf`, `mapOf` and similar
 * functions; the same symbol in every copy of this package.
 */
export const TYPE: unique symbol = Symbol.for('dtospec:type') as never;

/** Marks a schema without keywords as one that is meant to allow any value, as in `schema('any')`. */
export const OPEN: unique symbol = Symbol.for('dtospec:open') as never;

declare const VALUE: unique symbol;
declare const ROWS: unique symbol;

/** A type made by `arrayOf`, `mapOf`, `tupleOf`, `oneOf` or `enumOf`. `T` is the type of its values. */
export interface TypeExpression<T = unknown> {
  readonly [TYPE]: TypeDeclaration;
  readonly [VALUE]?: T;
}

/** The type of a body of CSV, made by `csv`. `T` is the type of a row. */
export interface CsvType<T = unknown> extends TypeExpression<T[]> {
  /** Exists only for the compiler. */
  readonly [ROWS]: T;
}

/**
 * A Standard Schema that is also a Standard JSON Schema (`@standard-schema/spec` 1): Zod, ArkType, Valibot.
 */
export interface StandardType<I = unknown, O = I> {
  /** Validates a value and returns its JSON Schema, as in `@standard-schema/spec` 1. */
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
 * A type as you write it: a DTO class, `String`, `Number`, `Boolean`, `Date`, `BigInt`, `Buffer`; `[User]`,
 * an array of it; the result of `arrayOf(User)`, `mapOf(User)`, `oneOf(A, B)`; a Standard JSON Schema of
 * another library; or a JSON Schema object.
 */
export type TypeInput =
  | Constructor
  | BigIntConstructor
  | TypeExpression
  | StandardType
  | readonly [TypeInput]
  | RawSchema;

/** A JSON Schema (2020-12, the dialect of OpenAPI 3.1) written by hand. */
export interface RawSchema {
  readonly [keyword: string]: unknown;
  readonly [TYPE]?: never;
  readonly [OPEN]?: true;
}

/** The schema of any value, to which annotations may be added. */
export const ANY_VALUE: RawSchema = { [OPEN]: true };

/**
 * The TypeScript type of a type's values: an instance of the class, or an array of them. The `type` of a JSON
 * Schema decides, as in `schema('integer')`; without one, values are unknown.
 */
export type ValueOf<T> = T extends { readonly '~standard': unknown }
  ? StandardValue<T, 'output'>
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

/** The input or output type of a foreign schema. */
export type StandardValue<T, K extends 'input' | 'output'> = T extends {
  readonly '~standard': { readonly types?: infer V };
}
  ? NonNullable<V> extends Readonly<Record<K, infer O>>
    ? O
    : unknown
  : unknown;

interface SchemaValues {
  readonly integer: number;
  readonly number: number;
  readonly boolean: boolean;
}

/** OpenAPI's Discriminator Object: the property whose value identifies the member of a union. */
export interface DiscriminatorOptions {
  /** Name of a property that every member has. */
  readonly propertyName: string;
  /** The value of the property for each class. @default the class's component name */
  readonly mapping?: Readonly<Record<string, Constructor | (() => Constructor)>>;
}

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
  | {
      readonly form: 'raw';
      readonly schema: Readonly<Record<string, unknown>>;
      readonly classes: ReadonlyMap<string, Constructor>;
    }
  | { readonly form: 'scalar'; readonly kind: 'integer' | 'bigint' | 'unknown' }
  | { readonly form: 'file'; readonly as?: FileForm; readonly contentType?: string | undefined }
  | { readonly form: 'csv'; readonly row: () => TypeInput; readonly formulas: CsvFormulas };

/**
 * How texts that a spreadsheet runs as formulas are written: with an apostrophe before them, or unchanged.
 */
export type CsvFormulas = 'text' | 'keep';

export type FileForm = 'Buffer' | 'ArrayBuffer' | 'File' | 'stream';
