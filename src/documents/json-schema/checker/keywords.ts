import { MEMBER_KEYWORDS } from './applicators.js';
import type { KeywordTable } from './arguments.js';
import { UNEVALUATED_KEYWORDS } from './unevaluated.js';
import { UNION_KEYWORDS } from './unions.js';
import { LATE_VALUE_KEYWORDS, VALUE_KEYWORDS } from './values.js';

/**
 * The keywords that a checker asserts, in the order of their
 * cost: a value that the first refuses costs little.
 */
export const KEYWORDS: KeywordTable = [
  ...VALUE_KEYWORDS,
  ...MEMBER_KEYWORDS,
  ...UNION_KEYWORDS,
  ...LATE_VALUE_KEYWORDS,
  ...UNEVALUATED_KEYWORDS,
];
