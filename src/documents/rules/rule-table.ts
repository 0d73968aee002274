import { amountRules } from './amounts.js';
import { arrayRules } from './arrays.js';
import { codeRules } from './codes.js';
import { networkRules } from './network.js';
import { numberRules } from './numbers.js';
import { registeredRule } from './register.js';
import { stringRules } from './strings.js';
import { tableRules } from './tables.js';
import type { RuleEntry, RuleTable } from './types.js';
import { valueRules } from './values.js';

/** The rules of class-validator that restrict a value, by their names. */
export const ruleTable: RuleTable = {
  ...valueRules,
  ...numberRules,
  ...arrayRules,
  ...stringRules,
  ...codeRules,
  ...amountRules,
  ...networkRules,
  ...tableRules,
};

const ENTRIES: ReadonlyMap<string, RuleEntry> = new Map(Object.entries(ruleTable));

/**
 * Returns the registered entry of a rule, else the table's; undefined for an unknown rule, and for a custom one
 * with the name of another.
 */
export function ruleEntryOf({
  name,
  custom = false,
}: {
  readonly name: string;
  readonly custom?: boolean;
}): RuleEntry | undefined {
  return registeredRule(name) ?? (custom ? undefined : ENTRIES.get(name));
}
