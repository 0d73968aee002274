import { arrayRules } from './array.js';
import { commonRules } from './common.js';
import { dateRules } from './date.js';
import { numberRules } from './number.js';
import { objectRules } from './object.js';
import { registeredRule } from './register.js';
import { stringCodeRules } from './string-codes.js';
import { stringDateRules } from './string-date.js';
import { stringFinanceRules } from './string-finance.js';
import { stringInternetRules } from './string-internet.js';
import { stringLengthRules } from './string-length.js';
import { stringNetworkRules } from './string-network.js';
import { stringNumberRules } from './string-number.js';
import { stringPersonRules } from './string-person.js';
import { stringTableRules } from './string-tables.js';
import { stringTextRules } from './string-text.js';
import { typeCheckerRules } from './type-checker.js';
import type { RuleEntry, RuleTable } from './types.js';

/** Every class-validator rule that says something about the value, by the name it runs under. */
export const ruleTable: RuleTable = {
  ...commonRules,
  ...typeCheckerRules,
  ...numberRules,
  ...dateRules,
  ...arrayRules,
  ...objectRules,
  ...stringLengthRules,
  ...stringTextRules,
  ...stringCodeRules,
  ...stringDateRules,
  ...stringNumberRules,
  ...stringNetworkRules,
  ...stringInternetRules,
  ...stringFinanceRules,
  ...stringPersonRules,
  ...stringTableRules,
};

/** The entry of a rule: what the application registered, else the table's; `undefined` for a rule nobody described. */
export function ruleEntryOf(name: string): RuleEntry | undefined {
  return registeredRule(name) ?? (Object.hasOwn(ruleTable, name) ? ruleTable[name] : undefined);
}
