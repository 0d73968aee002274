import type { RuleTable } from './types.js';
export const ruleTable: RuleTable = {};
