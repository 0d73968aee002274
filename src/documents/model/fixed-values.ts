import type { Constructor } from '../../shared/types.js';
import { ruleEntryOf } from '../rules/index.js';
import type { RuleContext } from '../rules/types.js';
import { isRule, metadataOf } from './class-validator/metadata.js';
import { ruleOf } from './validation.js';

const NEUTRAL: RuleContext = {
  type: undefined,
  scalarItems: false,
  lowercase: false,
  instance: false,
  component: (_, schema) => schema,
};

/** The strings that the rules of a property leave it, where they list them: `@Equals('cat')`, `@IsIn(['cat'])`. */
export function fixedValuesOf(target: Constructor, key: string): readonly string[] | undefined {
  for (const metadata of metadataOf(target).get(key) ?? []) {
    if (!isRule(metadata) || metadata.each === true) continue;
    const rule = ruleOf(metadata);
    const entry = ruleEntryOf(rule);
    if (entry === undefined) continue;
    const { schema } = entry;
    const fixed = typeof schema === 'function' ? schema(rule.constraints, NEUTRAL) : schema;
    const values: unknown[] | undefined = 'const' in fixed ? [fixed.const] : fixed.enum;
    if (values?.every((value) => typeof value === 'string') === true) return values;
  }
  return undefined;
}
