import type { Report } from '../diagnostic.js';
import type { Constructor, View } from '../model/types.js';
import type { Contract } from './rules/types.js';
import type { Schema } from '../json-schema/schema.js';

/** What a schema compiler was asked to do, complete. */
export interface CompilerOptions {
  readonly inlineSchemas: boolean;
  readonly contract: Contract;
  readonly nullableOptional: boolean;
  readonly report: Report;
}

/** Tells one branch of a discriminated union from the others. */
export interface Tag {
  readonly propertyName: string;
  /** What stands for the branch; more than one where several names mean one class. */
  readonly values: readonly string[];
  /** Whether what reads a request leaves the property in place; class-transformer removes it unless told. @default true */
  readonly kept?: boolean;
  /** The branch of everything that these values do not stand for. @default false */
  readonly otherwise?: boolean;
}

/** Handed down the walk from a type to its schema. */
export interface SchemaContext {
  readonly options: CompilerOptions;
  readonly view: View;
  /** For diagnostics: `User.tags`, `GET /users responses.200`. */
  readonly place: string;
  /** The schema of a class: a reference, or inline. With a tag, of the class as a branch of a union. */
  readonly schemaOfClass: (target: Constructor, context: SchemaContext, tag?: Tag) => Schema;
  /** A component of its own that is no class: an enum, a table of codes. */
  readonly schemaOfNamed: (name: string, schema: Schema, place: string) => Schema;
  /** A component that refers to itself; `undefined` where everything is inline. */
  readonly schemaOfRecursive: (name: string, make: (self: Schema) => Schema) => Schema | undefined;
}
