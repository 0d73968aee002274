import type { Report } from '../../shared/diagnostics.js';
import type { Constructor } from '../../shared/types.js';
import type { Schema } from '../json-schema/schema.js';
import type { DiscriminatorName, View } from '../model/types.js';
import type { ImplicitConversion, ResolvedValidation } from '../model/validation-options.js';

export interface CompilerOptions {
  readonly inlineSchemas: boolean;
  readonly nullableOptional: boolean;
  /** Documentation of requests under `enableImplicitConversion`. @default 'accepted' */
  readonly implicitConversion?: ImplicitConversion;
  readonly validation: ResolvedValidation;
  /** `sound` omits formats that reject values that validation accepts. */
  readonly formats: 'all' | 'sound';
  readonly openapi: boolean;
  /** Classes by the names that references in hand-written schemas use. @default none */
  readonly models?: ReadonlyMap<string, Constructor>;
  readonly report: Report;
}

export interface DiscriminatorBranch {
  readonly propertyName: string;
  readonly values: readonly DiscriminatorName[];
  /** True if requests keep the property during validation. By default, class-transformer removes it. */
  readonly kept: boolean;
}

export interface SchemaContext {
  readonly options: CompilerOptions;
  readonly view: View;
  /**
   * The place of the schema that is being written, for messages. It changes with each property of a class.
   */
  place: string;
  /** True if another rule requires lower case, so that codes are listed in lower case. @default false */
  readonly lowercase?: boolean;
  /**
   * Returns a reference to a class, or its inlined schema. With `branch`, the class is a branch of a union.
   */
  readonly schemaOfClass: (
    target: Constructor,
    context: SchemaContext,
    branch?: DiscriminatorBranch,
  ) => Schema;
  readonly schemaOfNamed: (name: string, schema: Schema, place: string, whose?: 'ours') => Schema;
  readonly outlineOf: (ref: string) => Schema | undefined;
}
