export { diffDocuments, readAccepted } from './diff.js';
export { DiffError } from './document.js';
export { formatDiff } from './format.js';
export type { DiffFormat } from './format.js';
export { RULES } from './rules.js';
export type { Outcome, Rule, RuleCode } from './rules.js';
export type { AcceptedChange, Change, DiffOptions, DiffReport, Direction, Part, Witness } from './types.js';
export type { Semver, Verdict } from './rules.js';
