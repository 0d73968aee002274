import { amountRules } from './amounts.js';
import { arrayRules } from './arrays.js';
import { codeRules } from './codes.js';
import { networkRules } from './network.js';
import { numberRules } from './numbers.js';
import { registeredRules } from './register.js';
import { stringRules } from './strings.js';
import { tableRules } from './tables.js';
import type { RuleEntry, RuleTable } from './types.js';
import { VALIDATE_VALUES, valueRule } from './value-rules.js';
import { valueRules } from './values.js';
import { decoratorNameOf } from './own-rules.js';

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

/** The rules of dtospec's own decorators, which class-validator runs as custom ones. */
const OURS: ReadonlyMap<string, RuleEntry> = new Map([[VALIDATE_VALUES, valueRule]]);

/**
 * Returns the entry of a rule: a registered one, or that of the table. Returns undefined for unknown rules
 * and for custom rules with the name of a built-in one.
 */
export function ruleEntryOf(name: string, custom = false): RuleEntry | undefined {
  return registeredRules.get(name) ?? (custom ? OURS : ENTRIES).get(name);
}

export function decoratorOf({
  name,
  custom = false,
}: {
  readonly name: string;
  readonly custom?: boolean;
}): string {
  const decorator = custom ? undefined : decoratorNameOf(name);
  return decorator === undefined ? `The rule ${name}` : `@${decorator}()`;
}
