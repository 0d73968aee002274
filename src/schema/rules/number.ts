import type { Schema } from '../../json-schema/schema.js';
import { always, atLeast, exactly, nothing } from './say.js';
import type { RuleContext, RuleSchema, RuleTable } from './types.js';

/** class-validator's `number` decorators. */
export const numberRules: RuleTable = {
  min: ([limit]) => bounded('minimum', limit),
  max: ([limit]) => bounded('maximum', limit),
  isPositive: always(exactly({ type: 'number', exclusiveMinimum: 0 })),
  isNegative: always(exactly({ type: 'number', exclusiveMaximum: 0 })),
  isDivisibleBy: ([divisor], context) => divisibleBy(divisor, context),
};

function bounded(keyword: 'minimum' | 'maximum', limit: unknown): RuleSchema {
  if (typeof limit !== 'number' || Number.isNaN(limit)) return nothing;
  if (Number.isFinite(limit)) return exactly({ type: 'number', [keyword]: limit === 0 ? 0 : limit });
  const admitsAll = (keyword === 'minimum') === limit < 0;
  return admitsAll ? exactly({ type: 'number' }) : nothing;
}

/** Where validators of JSON Schema that divide in floating point go wrong: the quotient prints with an exponent. */
const EXPONENT = 1e21;

function divisibleBy(divisor: unknown, context: RuleContext): RuleSchema {
  // The validator reads the divisor by parseInt: 2.5 is 2, and 0.5 is 0, which divides nothing.
  const whole = typeof divisor === 'number' ? Math.abs(parseInt(String(divisor), 10)) : NaN;
  if (Number.isNaN(whole) || whole === 0) return nothing;
  if (whole === 1) return exactly({ type: 'integer' });
  const multiple: Schema = { type: 'integer', multipleOf: whole };
  if (context.contract === 'declared') return exactly(multiple);
  return atLeast(
    { anyOf: [multiple, { type: 'integer', minimum: EXPONENT }, { type: 'integer', maximum: -EXPONENT }] },
    'beyond 1e21 validators of JSON Schema disagree on multipleOf',
  );
}
