import type { Report } from '../../shared/diagnostics.js';
import type { Constructor } from '../../shared/types.js';
import type { Schema } from '../json-schema/schema.js';
import type { View } from '../model/types.js';
import type { ImplicitConversion, ResolvedValidation } from '../model/validation-options.js';

/** What a schema compiler was asked to do, complete. */
export interface CompilerOptions {
  readonly inlineSchemas: boolean;
  readonly nullableOptional: boolean;
  /** @default 'accepted' */
  readonly implicitConversion?: ImplicitConversion;
  /** The options under which the application validates. */
  readonly validation: ResolvedValidation;
  /** `sound`: formats that refuse what validation accepts, where they are asserted, are left out. */
  readonly formats: 'all' | 'sound';
  /** The schemas go into an OpenAPI document, which has keywords of its own. */
  readonly openapi: boolean;
  /** The classes that references in hand-written schemas may name, by that name. @default none */
  readonly models?: ReadonlyMap<string, Constructor>;
  readonly report: Report;
}

/** Tells one branch of a discriminated union from the others. */
export interface DiscriminatorBranch {
  readonly propertyName: string;
  /** What stands for the branch; more than one where several names mean one class. */
  readonly values: readonly string[];
  /** Whether what reads a request leaves the property in place; class-transformer removes it unless told. */
  readonly kept: boolean;
}

/** Handed down the walk from a type to its schema. */
export interface SchemaContext {
  readonly options: CompilerOptions;
  readonly view: View;
  /** For diagnostics: `User.tags`, `GET /users responses.200`. */
  readonly place: string;
  /** The schema of a class: a reference, or inline. With a branch, of the class as a branch of a union. */
  readonly schemaOfClass: (
    target: Constructor,
    context: SchemaContext,
    branch?: DiscriminatorBranch,
  ) => Schema;
  /** A component of its own that is no class: an enum, a table of codes. */
  readonly schemaOfNamed: (name: string, schema: Schema, place: string, whose?: 'ours') => Schema;
  /** What a symbolic reference stands for, as far as it is known before its class is walked. */
  readonly outlineOf: (ref: string) => Schema | undefined;
}

/** The context at another place. */
export function contextAt(place: string, context: SchemaContext): SchemaContext {
  const { options, view, schemaOfClass, schemaOfNamed, outlineOf } = context;
  return { options, view, place, schemaOfClass, schemaOfNamed, outlineOf };
}
