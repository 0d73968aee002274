import { escapeText } from './letters.js';
import { translatePattern } from './pattern/translate.js';
import { always, atLeast, exactly, nothing, text } from './say.js';
import type { Contract, RuleSchema, RuleTable } from './types.js';

// The width of characters, as the validator sees it: these are narrow, all others wide.
const NARROW = '\\u0020-\\u007E\\uFF61-\\uFFDC\\uFFE8-\\uFFEE';

/** Rules about the characters of a string. */
export const stringTextRules: RuleTable = {
  contains: ([seed]) => containing(seed),
  notContains: ([seed]) => notContaining(seed),
  matches: ([expression, flags], { contract }) => matching(expression, flags, contract),
  isLowercase: always(text('^\\P{Changes_When_Lowercased}*$')),
  isUppercase: always(text('^\\P{Changes_When_Uppercased}*$')),
  isAscii: always(text('^[\\x00-\\x7F]+$')),
  isMultibyte: always(text('[^\\x00-\\x7F]')),
  isFullWidth: always(text(`[^${NARROW}]`)),
  isHalfWidth: always(text(`[${NARROW}]`)),
  isVariableWidth: always(text(`^(?=[${NARROW}]*[^${NARROW}])[^${NARROW}]*[${NARROW}]`)),
  isSurrogatePair: always(text('[^\\u0000-\\uFFFF]')),
};

function containing(seed: unknown): RuleSchema {
  const said = seedOf(seed);
  if (said === undefined)
    return atLeast({ type: 'string' }, 'half a surrogate pair is no character of a schema');
  // Splitting by nothing counts UTF-16 units: two of them are asked for.
  return text(said === '' ? '[\\s\\S]{2}|[^\\u0000-\\uFFFF]' : escapeText(said));
}

function notContaining(seed: unknown): RuleSchema {
  const said = seedOf(seed);
  if (said === undefined)
    return atLeast({ type: 'string' }, 'half a surrogate pair is no character of a schema');
  if (said === '') return text('^[\\u0000-\\uFFFF]?$');
  return exactly({ type: 'string', not: { pattern: escapeText(said) } });
}

/** The text that the validator looks for: it makes one of whatever it is given. */
function seedOf(seed: unknown): string | undefined {
  const said = isNoText(seed) ? '' : String(seed);
  return /^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/.test(said) ? undefined : said;
}

function isNoText(seed: unknown): boolean {
  return seed === undefined || seed === null || typeof seed === 'function' || Number.isNaN(seed);
}

function matching(expression: unknown, flags: unknown, contract: Contract): RuleSchema {
  // Flags beside a RegExp are ignored by the validator.
  const original = expression instanceof RegExp ? expression : compile(expression, flags);
  if (!original) return nothing;
  const translated = translatePattern(original);
  if (!translated) return atLeast({ type: 'string' }, `${String(original)} has no equal without its flags`);
  if (contract === 'declared' && translated.counted !== undefined) return text(translated.counted);
  const schema = { type: 'string', pattern: translated.pattern } as const;
  return translated.inexact === undefined ? exactly(schema) : atLeast(schema, translated.inexact);
}

/** As the validator does it, which leaves it to `RegExp` what to make of a source and of flags. */
function compile(source: unknown, flags: unknown): RegExp | undefined {
  try {
    return new RegExp(source as string, flags as string | undefined);
  } catch {
    return undefined;
  }
}
