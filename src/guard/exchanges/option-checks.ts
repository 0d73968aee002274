import {
  BOOLEAN,
  type Check,
  FUNCTION,
  isArrayOf,
  oneOf,
  type OptionChecks,
  STRING,
} from '../../shared/checks.js';
import type { ExchangeOptions } from './types.js';

// For callers without types: an option that is misspelled would change nothing, and a test go on without it.

/** Of a test runner with a context of its own, too. */
const isExpression = (value: unknown): boolean => Object.prototype.toString.call(value) === '[object RegExp]';

/** What is left out, by words or by expressions. */
export const PATTERNS: Check = {
  what: "an array of strings and expressions, as in ['/health']",
  holds: isArrayOf((one) => typeof one === 'string' || isExpression(one)),
};

export const EXCHANGE_OPTIONS: OptionChecks<ExchangeOptions> = {
  basePath: STRING,
  requests: oneOf('accepted', 'all', 'none'),
  additionalProperties: BOOLEAN,
  coverage: {
    what: 'a SpecCoverage',
    holds: (value) => FUNCTION.holds((value as { readonly begin?: unknown } | null)?.begin),
  },
};
