import type { Schema } from '../json-schema/schema.js';
import { anyString, MAX_REPETITION, optionsOf, patterned } from './entries.js';
import { escapeText } from '../json-schema/pattern/syntax.js';
import type { RuleTable } from './types.js';
import { portabilityOf } from './pattern/portability.js';
import { translatePattern } from './pattern/translate.js';

// The validator's narrow characters; all other characters are wide.
const NARROW = ' -~\uFF61-\uFFDC\uFFE8-\uFFEE';

export const stringRules: RuleTable = {
  isLength: { type: 'string', schema: lengths },
  minLength: { type: 'string', schema: lengths },
  maxLength: { type: 'string', schema: ([max]) => lengths([0, max]) },
  isByteLength: {
    type: 'string',
    // UTF-8 writes a character in one to four bytes.
    schema: ([min, max]) => lengths([Number(min) / 4, max]),
    looser: 'characters are counted, not bytes',
  },
  // The application's own expression.
  matches: {
    type: 'string',
    schema: (constraints) => {
      const pattern = patternOf(constraints);
      return pattern === undefined ? { type: 'string' } : { type: 'string', pattern };
    },
    looser: (_, { pattern }) =>
      pattern === undefined
        ? 'the expression cannot be written as a pattern, which has no flags but u'
        : undefined,
    portability: ({ pattern }) => (pattern === undefined ? undefined : portabilityOf(pattern)),
  },
  contains: { type: 'string', schema: ([seed]) => containing(seed), looser: ([seed]) => inexpressible(seed) },
  notContains: {
    type: 'string',
    schema: ([seed]) => containingNone(seed),
    looser: ([seed]) => inexpressible(seed),
  },
  isLowercase: { ...patterned('^[^A-Z]*$', 'only A to Z are looked for'), lowercase: true },
  isUppercase: patterned('^[^a-z]*$', 'only a to z are looked for'),
  isAscii: patterned('^[\\x00-\\x7F]+$'),
  isMultibyte: patterned('[^\\x00-\\x7F]'),
  isFullWidth: patterned(`[^${NARROW}]`),
  isHalfWidth: patterned(`[${NARROW}]`),
  // Text with both widths has two neighbouring characters of different widths.
  isVariableWidth: patterned(`[${NARROW}][^${NARROW}]|[^${NARROW}][${NARROW}]`),
  // The pattern names all other characters, because a range up to U+10FFFF needs the u flag in ECMAScript.
  isSurrogatePair: patterned('[^\\x00-\uD7FF\uE000-\uFFFD]', 'half a surrogate pair is accepted'),
  isStrongPassword: {
    type: 'string',
    schema: ([options]) => password(optionsOf(options)),
    looser: ([options]) =>
      optionsOf(options).returnScore
        ? 'the score is not computed'
        : 'any other character is taken for a symbol',
  },
  isJson: {
    type: 'string',
    schema: { type: 'string', contentMediaType: 'application/json', pattern: '^[ \\t\\n\\r]*[{\\[]' },
    looser: 'the JSON is not parsed',
  },
  isBooleanString: { type: 'string', schema: { type: 'string', enum: ['true', 'false', '1', '0'] } },
  isPhoneNumber: anyString('each country has its own numbering plan'),
  isMobilePhone: anyString('each country has its own numbering plan'),
  isPostalCode: anyString('each country has its own postal codes'),
  isIdentityCard: anyString('each country has its own format and check digit'),
  isPassportNumber: anyString('each country has its own format'),
  isTaxId: anyString('each country has its own format and check digit'),
};

function lengths([min, max]: readonly unknown[]): Schema {
  const from = Math.ceil(Number(min));
  const to = Math.floor(Number(max));
  const schema: Schema = { type: 'string' };
  if (from > 0 && Number.isFinite(from)) schema.minLength = from;
  if (max !== undefined && Number.isFinite(to)) schema.maxLength = Math.max(0, to);
  return schema;
}

/** Returns why a pattern cannot express the text: it is empty, or half a surrogate pair. */
function inexpressible(seed: unknown): string | undefined {
  if (typeof seed !== 'string' || seed === '') return 'the string to look for is empty, or none';
  return /^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/.test(seed)
    ? 'half a surrogate pair is no character of a pattern'
    : undefined;
}

function containing(seed: unknown): Schema {
  return {
    type: 'string',
    ...(inexpressible(seed) === undefined && { pattern: escapeText(seed as string) }),
  };
}

function containingNone(seed: unknown): Schema {
  return {
    type: 'string',
    ...(inexpressible(seed) === undefined && { not: { pattern: escapeText(seed as string) } }),
  };
}

const PASSWORD = {
  minLowercase: ['[a-z]', '[^a-z]'],
  minUppercase: ['[A-Z]', '[^A-Z]'],
  minNumbers: ['[0-9]', '[^0-9]'],
} as const;

function password(options: Readonly<Record<string, unknown>>): Schema {
  const schema: Schema = { type: 'string', format: 'password' };
  if (options.returnScore) return schema;
  const least = (key: string, byDefault: number) =>
    Math.ceil(Number(options[key] === undefined ? byDefault : options[key]));
  const patterns = Object.entries(PASSWORD).flatMap<Schema>(([key, [character, others]]) => {
    const count = least(key, 1);
    if (!(count > 0 && count <= MAX_REPETITION)) return [];
    return [{ pattern: count === 1 ? character : `(${character}${others}*){${count}}` }];
  });
  // The validator has a list of symbols, which may grow, so any symbol is accepted.
  if (least('minSymbols', 1) > 0) patterns.push({ pattern: '[^A-Za-z0-9]' });
  const length = least('minLength', 8);
  return {
    ...schema,
    ...(length > 0 && Number.isFinite(length) && { minLength: length }),
    ...(patterns.length > 0 && { allOf: patterns }),
  };
}

function patternOf([expression, flags]: readonly unknown[]): string | undefined {
  const original = expression instanceof RegExp ? expression : compile(expression, flags);
  return original && translatePattern(original);
}

function compile(source: unknown, flags: unknown): RegExp | undefined {
  try {
    return new RegExp(source as string, flags as string | undefined);
  } catch {
    return undefined;
  }
}
