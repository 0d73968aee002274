import type { Schema, SchemaType } from '../../json-schema/schema.js';

/** How literally the schema follows the validator: `exact` to the letter, `declared` with the design's named narrowings. */
export type Contract = 'declared' | 'exact';

/** What a rule may ask about its surroundings. */
export interface RuleContext {
  readonly contract: Contract;
  /** Name of a shared table (country codes, locales): the schema of a reference to that named component. */
  readonly component: (name: string, schema: Schema) => Schema;
  /** The JSON type that the value has by its other rules or its declared type; the schema may then be shorter. */
  readonly type?: SchemaType | undefined;
  /** The elements of the array are known to be strings, numbers or booleans. */
  readonly scalarItems?: boolean | undefined;
}

/** What a rule says in JSON Schema: complete in itself, so that it accepts what the validator accepts alone. */
export interface RuleSchema {
  readonly schema: Schema;
  /** Set when the schema accepts more than the validator: why JSON Schema cannot say all of it. */
  readonly inexact?: string;
}

/** One entry of the rule table: the validator's constraints in, keywords out. Pure. */
export type RuleEntry = (constraints: readonly unknown[], context: RuleContext) => RuleSchema;

/** Rules by the name class-validator runs them under. */
export type RuleTable = Readonly<Record<string, RuleEntry>>;
