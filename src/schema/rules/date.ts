import type { Schema } from '../../json-schema/schema.js';
import { anyCase } from './letters.js';
import { atLeast } from './say.js';
import type { RuleContext, RuleSchema, RuleTable } from './types.js';

/** The last millisecond that a `Date` can hold, either way (ECMA-262 `TimeClip`). */
const TIME_LIMIT = 8.64e15;

const wireText: Schema = { type: 'string', format: 'date-time' };

/**
 * class-validator's `date` decorators. On the wire a date is declared as an RFC 3339 string;
 * to the letter, `new Date(x)` of class-transformer takes numbers, booleans and much other text too.
 */
export const dateRules: RuleTable = {
  isDate: (_, context) => dateBetween(-TIME_LIMIT, TIME_LIMIT, context),
  minDate: ([date], context) => dateBetween(timeOf(date) ?? -TIME_LIMIT, TIME_LIMIT, context),
  maxDate: ([date], context) => dateBetween(-TIME_LIMIT, timeOf(date) ?? TIME_LIMIT, context),
};

function dateBetween(from: number, to: number, context: RuleContext): RuleSchema {
  const why = 'a schema cannot tell which text is a date, nor compare dates';
  if (context.contract === 'declared') return atLeast(wireText, why);
  // A fraction of a millisecond is cut off towards zero.
  const asNumber: Schema = { type: 'number', exclusiveMinimum: from - 1, exclusiveMaximum: to + 1 };
  const asText: Schema = { type: 'string', pattern: DATE_TEXT };
  return atLeast({ anyOf: [asText, asNumber, { type: 'boolean' }] }, why);
}

// What `Date.parse` of V8 reads as part of a word: all but digits, signs and blanks.
const LETTER = '[^\\u0000-\\u0040\\s]';
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const ZONES = ['cdt', 'cst', 'edt', 'est', 'mdt', 'mst', 'pdt', 'pst'];
const WORDS = [...ZONES, 'am', 'pm', 'gmt', 'utc', 'ut', 't', 'z'].map(anyCase);
const WORD = `(?:(?:${MONTHS.map(anyCase).join('|')})${LETTER}*|(?:${WORDS.join('|')})(?!${LETTER}))`;

/**
 * Text with a number in it. Behind the first one only words that a date knows may stand, and no other word may
 * touch it; what is in parentheses or behind a NUL counts for nothing.
 */
const DATE_TEXT =
  `^(?:[^\\d(\\u0000]*(?<!${LETTER})|[^\\d(\\u0000]*(?<!${LETTER})${WORD})\\d(?:[\\u0001-\\u0027\\u0029-\\u0040\\s]|${WORD})*$` +
  '|^(?=[\\s\\S]*\\d)[\\s\\S]*[(\\u0000]';

/** A limit given as a function changes over time; the schema then leaves it out. */
function timeOf(limit: unknown): number | undefined {
  const time = limit instanceof Date ? limit.getTime() : NaN;
  return Number.isNaN(time) ? undefined : time;
}
