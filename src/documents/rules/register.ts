import type { Schema } from '../json-schema/schema.js';
import type { RuleEntry } from './types.js';

/** What a custom validator means in JSON Schema; `constraints` are those it was declared with. */
export type RuleKeywords = (constraints: readonly unknown[]) => Schema;

// Under a global symbol, so that two copies of the package in one process agree.
const REGISTRY = Symbol.for('dtospec:rule-entries');

let known: Map<string, RuleEntry> | undefined;

function registry(): Map<string, RuleEntry> {
  const holder = globalThis as unknown as Record<symbol, Map<string, RuleEntry> | undefined>;
  return (known ??= holder[REGISTRY] ??= new Map<string, RuleEntry>());
}

/**
 * Says what a validator of your own means, so that the schema need not stay open.
 *
 * @param name the validator's name: `name` of `registerDecorator` and `ValidateBy`, or of the constraint
 *   class given to `@Validate`.
 * @param keywords the validator's constraints in, JSON Schema keywords out; with `type` beside them. They
 *   must accept everything that the validator accepts. A later call for the same name replaces the former.
 * @example registerRule('isEven', () => ({ type: 'integer', multipleOf: 2 }));
 */
export function registerRule(name: string, keywords: RuleKeywords): void {
  registry().set(name, {
    schema: (constraints) => {
      const schema: unknown = keywords(constraints);
      if (typeof schema !== 'object' || schema === null) throw new TypeError(`it returned ${String(schema)}`);
      return schema as Schema;
    },
  });
}

/** The rule that the application described under this name. */
export function registeredRule(name: string): RuleEntry | undefined {
  return (known ?? registry()).get(name);
}
