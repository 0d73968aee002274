import type { Schema, SchemaType } from '../json-schema/schema.js';

export type RuleType =
  | 'string'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'date'
  | 'object'
  | 'array'
  | { readonly enum: readonly EnumMember[] };

export interface EnumMember {
  readonly name: string;
  readonly value: string | number;
}

export interface RuleContext {
  readonly type: SchemaType | undefined;
  readonly scalarItems: boolean;
  readonly lowercase: boolean;
  readonly instance: boolean;
  readonly component: (name: string, schema: Schema) => Schema;
}

/**
 * A table entry: what a rule means for type and schema. A
 * field may be a pure function of the rule's constraints.
 */
export interface RuleEntry {
  /** The type that the rule requires; absent if it accepts several types. */
  readonly type?: RuleType | ((constraints: readonly unknown[]) => RuleType | undefined);
  /**
   * The keywords. They accept every value that the validator accepts, except null and absence, which the
   * property decides. Constants are shared, so do not change them. Only a function with a second parameter
   * gets what is known of the schema; for others it is not read.
   */
  readonly schema: Schema | ((constraints: readonly unknown[], context: RuleContext) => Schema);
  /** Why the validator accepts fewer values than the schema; absent if both accept the same. */
  readonly looser?:
    | string
    | ((constraints: readonly unknown[], schema: Schema, context: RuleContext) => string | undefined);
  /**
   * Returns where JSON has null for a value that the validator accepts: only in responses for NaN, always for
   * an empty element of a list. Returns undefined if it never has.
   */
  readonly writesNull?: (constraints: readonly unknown[]) => 'always' | 'responses' | undefined;
  readonly lowercase?: true;
  /** True if the format is stricter than the validator, so that `formats: 'sound'` omits it. */
  readonly strictFormat?: boolean | ((constraints: readonly unknown[]) => boolean);
  /** Returns why the application's own pattern is not portable between regular expression engines. */
  readonly portability?: (schema: Schema) => string | undefined;
}

export type RuleTable = Readonly<Record<string, RuleEntry>>;
