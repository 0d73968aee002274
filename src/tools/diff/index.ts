export { diffDocuments } from './diff.js';
export { DiffError } from './document.js';
export { formatDiff } from './format.js';
export type { DiffFormat } from './format.js';
export type { RuleCode } from './rules.js';
export type { AcceptedChange, Change, ChangeTraffic, DiffOptions, DiffReport } from './types.js';
export type { DocumentComparison } from '../migrate/compare.js';
