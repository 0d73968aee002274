import type { Schema, SchemaType } from '../json-schema/schema.js';

/** The type that a rule gives a value. An enum has its members, without the reverse mapping of numeric ones. */
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
  /** The JSON type of the value by its declared type or its other rules. */
  readonly type: SchemaType | undefined;
  readonly scalarItems: boolean;
  readonly lowercase: boolean;
  readonly instance: boolean;
  /** Makes a schema a component of its own, and returns a reference to it. */
  readonly component: (name: string, schema: Schema) => Schema;
}

/** The meaning of a rule. Facts that depend on its arguments are pure functions of them. */
export interface RuleEntry {
  /** Absent if values of several types pass. */
  readonly type?: RuleType | ((constraints: readonly unknown[]) => RuleType | undefined);
  /**
   * The keywords. Alone they accept every value that the validator accepts, except null and absence, which the
   * property decides. A constant is shared, so it must not be edited.
   */
  readonly schema: Schema | ((constraints: readonly unknown[], context: RuleContext) => Schema);
  /** Why the validator refuses more than the schema; absent if both accept the same values. */
  readonly looser?: string | ((constraints: readonly unknown[], context: RuleContext) => string | undefined);
  /** JSON has null for a value that the validator accepts: NaN in a response, null in a list of empty elements. */
  readonly writesNull?: (constraints: readonly unknown[], direction: 'input' | 'output') => boolean;
  readonly lowercase?: true;
  /** The format is stricter than the validator, so `formats: 'sound'` leaves it out. */
  readonly strictFormat?: boolean | ((constraints: readonly unknown[]) => boolean);
  /** Returns why the application's own pattern is not portable between regular expression engines. */
  readonly portability?: (constraints: readonly unknown[]) => string | undefined;
}

export type RuleTable = Readonly<Record<string, RuleEntry>>;
