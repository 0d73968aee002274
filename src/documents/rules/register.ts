import { plainJson } from '../../shared/values.js';
import { simplify } from '../json-schema/intersect.js';
import type { Schema } from '../json-schema/schema.js';
import type { RuleEntry } from './types.js';

export type RuleKeywords = (constraints: readonly unknown[]) => Schema;

// A global symbol, so that two copies of the package in one process share the registered rules.
const REGISTRY = Symbol.for('dtospec:rule-entries');

const holder = globalThis as unknown as Record<symbol, Map<string, RuleEntry> | undefined>;

const registered = (holder[REGISTRY] ??= new Map<string, RuleEntry>());

/** The entries of registered rules by the names of the rules. */
export const registeredRules: ReadonlyMap<string, RuleEntry> = registered;

/**
 * Registers the JSON Schema keywords of a custom validator, so that its schema describes the allowed values.
 *
 * @param name the validator's name: `name` of `registerDecorator` and `ValidateBy`, or of the constraint
 *   class given to `@Validate`
 * @param keywords returns keywords for the validator's constraints, `type` included. They must accept every
 *   value that the validator accepts. A later call for the same name replaces them.
 * @example registerRule('isEven', () => ({ type: 'integer', multipleOf: 2 }));
 */
export function registerRule(name: string, keywords: RuleKeywords): void {
  registered.set(name, {
    schema: (constraints) => {
      const schema: unknown = keywords(constraints);
      if (typeof schema !== 'object' || schema === null) throw new TypeError(`it returned ${String(schema)}`);
      return simplify(plainJson(schema as Schema));
    },
  });
}
