import { FALSE_SCHEMA } from '../json-schema/impossible.js';
import type { Schema } from '../json-schema/schema.js';
import type { RuleEntry, RuleTable } from './types.js';

const date: RuleEntry = {
  type: 'date',
  schema: { type: 'string', format: 'date-time' },
  // class-transformer's `new Date(x)` accepts many other texts.
  strictFormat: true,
};

export const numberRules: RuleTable = {
  min: { type: 'number', schema: bounded('minimum') },
  max: { type: 'number', schema: bounded('maximum') },
  isPositive: { type: 'number', schema: { type: 'number', exclusiveMinimum: 0 } },
  isNegative: { type: 'number', schema: { type: 'number', exclusiveMaximum: 0 } },
  isDivisibleBy: { type: 'number', schema: ([divisor]) => multipleOf(divisor) },
  isLatitude: coordinate(90, '^[+-]?[0-9]{1,2}(\\.[0-9]+)?$'),
  isLongitude: coordinate(180, '^ ?[+-]?[0-9]{1,3}(\\.[0-9]+)?$'),
  isDate: date,
  minDate: { ...date, looser: 'dates are not compared' },
  maxDate: { ...date, looser: 'dates are not compared' },
};

function bounded(keyword: 'minimum' | 'maximum'): (constraints: readonly unknown[]) => Schema {
  return ([limit]) => {
    if (typeof limit !== 'number' || Number.isNaN(limit)) return FALSE_SCHEMA;
    const schema: Schema = { type: 'number' };
    if (Number.isFinite(limit)) schema[keyword] = limit === 0 ? 0 : limit;
    return schema;
  };
}

function multipleOf(divisor: unknown): Schema {
  // The validator reads the divisor by parseInt: 2.5 becomes 2, and 0.5 becomes 0, which divides no number.
  const whole = typeof divisor === 'number' ? Math.abs(parseInt(String(divisor), 10)) : NaN;
  if (Number.isNaN(whole) || whole === 0) return FALSE_SCHEMA;
  return { type: 'integer', ...(whole > 1 && { multipleOf: whole }) };
}

function coordinate(limit: number, pattern: string): RuleEntry {
  const asNumber: Schema = { type: 'number', minimum: -limit, maximum: limit };
  const asString: Schema = { type: 'string', pattern };
  const asEither: Schema = { anyOf: [asNumber, asString] };
  return {
    schema: (_, { type }) => {
      if (type === 'string') return asString;
      if (type === 'number' || type === 'integer') return asNumber;
      return asEither;
    },
    looser: 'degrees in a string are not compared, and a number with an exponent (1e-7) is rejected',
  };
}
