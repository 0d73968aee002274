import type { Schema } from '../../json-schema/schema.js';
import { atLeast, exactly, nothing } from './say.js';
import type { RuleContext, RuleSchema } from './types.js';

const DEFAULTS = { minLength: 8, minLowercase: 1, minUppercase: 1, minNumbers: 1, minSymbols: 1 };
const CLASSES = {
  minLowercase: 'a-z',
  minUppercase: 'A-Z',
  minNumbers: '0-9',
  minSymbols: '\\-#!$@\\u00A3%\\^&*()_+|~=`{}\\[\\]:";\'<>?,./\\\\ ',
} as const;

/** A longer repetition makes engines slow or fails to compile. */
const LONGEST_REPETITION = 1000;
/** The forms of a longer password fill pages. */
const LONGEST_COUNTED = 100;
const TOO_LONG = 'too long to count';

const password: Schema = { type: 'string', format: 'password' };

/** At least so many characters of each class, and at least so many UTF-16 units. */
export function strongPassword(
  options: Readonly<Record<string, unknown>>,
  { contract }: RuleContext,
): RuleSchema {
  if (options.returnScore) return atLeast(password, 'a score that is not zero passes');
  const least = (key: keyof typeof DEFAULTS) =>
    Math.ceil(Number(options[key] === undefined ? DEFAULTS[key] : options[key]));
  const length = least('minLength');
  const classes = Object.entries(CLASSES).map(([key, chars]) => ({
    chars,
    count: least(key as keyof typeof CLASSES),
  }));
  if (![length, ...classes.map(({ count }) => count)].every((count) => count < Infinity)) return nothing;
  const counted = classes.reduce((sum, { count }) => sum + Math.max(0, count), 0);
  if (counted > LONGEST_REPETITION) return atLeast({ ...password, minLength: counted }, TOO_LONG);
  const looks = classes.filter(({ count }) => count > 0).map(lookAhead);
  const schema: Schema = { ...password, ...(looks.length > 0 && { pattern: `^${looks.join('')}` }) };
  if (contract === 'declared') return exactly({ ...schema, ...(length > 0 && { minLength: length }) });
  // Of two units each, half as many characters do.
  if (length > LONGEST_COUNTED) return atLeast({ ...schema, minLength: Math.ceil(length / 2) }, TOO_LONG);
  return exactly({ ...password, pattern: `^${looks.join('')}${unitsAtLeast(length, counted)}` });
}

function lookAhead({ chars, count }: { readonly chars: string; readonly count: number }): string {
  return `(?=(?:[^${chars}]*[${chars}])${count > 1 ? `{${count}}` : ''})`;
}

/**
 * At least so many UTF-16 units, of which `single` are known to be characters of one unit: so many
 * characters, or one less and one of them beyond U+FFFF, and so on.
 */
function unitsAtLeast(length: number, single: number): string {
  if (length <= single) return '';
  const pairs = Array.from({ length: Math.floor((length - single) / 2) + 1 }, (_, count) => count);
  const forms = pairs.map((count) => {
    const look = count === 0 ? '' : `(?=(?:[\\u0000-\\uFFFF]*[^\\u0000-\\uFFFF]){${count}})`;
    return `${look}[\\s\\S]{${length - count}}`;
  });
  return `(?:${forms.join('|')})`;
}
