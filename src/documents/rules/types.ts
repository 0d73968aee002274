import type { Schema, SchemaType } from '../json-schema/schema.js';

/** What a rule says a value is. An enum comes with its members, the reverse mapping of numeric ones left out. */
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

/** What a rule may ask about its surroundings. */
export interface RuleContext {
  /** The JSON type that the value has by its declared type or its other rules, where it has one. */
  readonly type: SchemaType | undefined;
  /** The elements are strings, numbers or booleans (for uniqueness). */
  readonly scalarItems: boolean;
  /** Another rule of the value wants its letters in lower case. */
  readonly lowercase: boolean;
  /** A class says what the object has, and class-transformer makes an instance of it. */
  readonly instance: boolean;
  /** A table as a component of its own: the schema of a reference to it. */
  readonly component: (name: string, schema: Schema) => Schema;
}

/** All that is known of one rule. A fact that depends on the decorator's arguments is a pure function of them. */
export interface RuleEntry {
  /** What the rule says a value is; absent where values of several types pass. */
  readonly type?: RuleType | ((constraints: readonly unknown[]) => RuleType | undefined);
  /**
   * Keywords. Complete in itself: alone it accepts everything (but null and absence, which are the property's
   * business) that the validator accepts. A constant is shared and never edited.
   */
  readonly schema: Schema | ((constraints: readonly unknown[], context: RuleContext) => Schema);
  /**
   * Why the validator refuses more than the schema does; absent where the schema says all of it, a format taken
   * by its definition.
   */
  readonly looser?: string | ((constraints: readonly unknown[], context: RuleContext) => string | undefined);
  /** Wants letters in lower case, in which codes are spelled beside it. */
  readonly lowercase?: true;
  /** The format, where it is asserted, is stricter than the validator: left out with `formats: 'sound'`. */
  readonly strictFormat?: boolean | ((constraints: readonly unknown[]) => boolean);
  /** Why the application's own pattern does not mean the same in every regular expression engine. */
  readonly portability?: (constraints: readonly unknown[]) => string | undefined;
}

/** Entries by the name that class-validator runs the rule under. */
export type RuleTable = Readonly<Record<string, RuleEntry>>;
