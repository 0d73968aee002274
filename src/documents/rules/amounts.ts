import { isDecimal, isNumberString } from 'class-validator';
import type { Schema } from '../json-schema/schema.js';
import { isTrue, MAX_REPETITION, constraintText, optionsOf } from './entries.js';
import { escapeText, spellMember } from '../json-schema/pattern/syntax.js';
import type { RuleTable } from './types.js';

type Options = Readonly<Record<string, unknown>>;

export const amountRules: RuleTable = {
  isNumberString: {
    type: 'string',
    schema: ([options]) => numberString(optionsOf(options)),
    looser: (_, schema) => unknownMark(schema),
  },
  isDecimal: {
    type: 'string',
    schema: ([options]) => decimal(optionsOf(options)),
    looser: (_, schema) => unknownMark(schema),
  },
  isCurrency: {
    type: 'string',
    schema: ([options]) => currency(optionsOf(options)),
    looser: 'digits are not grouped, and signs have no fixed place',
  },
};

/** Decimal marks to test: the installed validator decides which one a locale uses. */
const DECIMAL_MARKS = ['.', ',', '\u066B'];

function unknownMark({ pattern }: Schema): string | undefined {
  return pattern === undefined ? 'how the locale writes a number is unknown' : undefined;
}

function numberString(options: Options): Schema {
  if (options.no_symbols) return { type: 'string', pattern: '^[0-9]+$' };
  const mark = DECIMAL_MARKS.find((candidate) =>
    isTrue(() => isNumberString(`1${candidate}5`, { ...options })),
  );
  if (mark === undefined) return { type: 'string' };
  return { type: 'string', pattern: `^[+-]?([0-9]*${escapeText(mark)})?[0-9]+$` };
}

function decimal(options: Options): Schema {
  const { locale, force_decimal: forced } = options;
  const mark = DECIMAL_MARKS.find((candidate) =>
    isTrue(() => isDecimal(`1${candidate}5`, { locale: (locale ?? 'en-US') as 'en-US' })),
  );
  const places = repetition(
    options.decimal_digits === undefined ? '1,' : constraintText(options.decimal_digits),
  );
  if (mark === undefined || places === undefined) return { type: 'string' };
  const fraction = `${escapeText(mark)}[0-9]${places}`;
  return {
    type: 'string',
    pattern: forced ? `^[+-]?[0-9]*${fraction}$` : `^[+-]?([0-9]+(${fraction})?|${fraction})$`,
  };
}

function repetition(counts: string): string | undefined {
  const [, from, comma = '', to = ''] = /^(\d+)(?:(,)(\d*))?$/.exec(counts) ?? [];
  if (from === undefined || Math.max(Number(from), Number(to)) > MAX_REPETITION) return undefined;
  if (comma === ',' && to === '' && Number(from) <= 1) return from === '1' ? '+' : '*';
  return `{${from}${comma}${to}}`;
}

const DOLLARS = '^-?\\$?([0-9][0-9,]*(\\.[0-9]{2})?|\\.[0-9]{2})$';

/** Symbols that work as patterns: the validator escapes only the first special character of a symbol. */
const PLAIN_SYMBOL = /^\w*\W?\w*$/;

function currency(options: Options): Schema {
  const present = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  if (Object.keys(present).length === 0) return { type: 'string', pattern: DOLLARS };
  const { symbol = '$', thousands_separator: thousands = ',', decimal_separator: mark = '.' } = present;
  const { digits_after_decimal: places = [2] } = present;
  const areMarks = [thousands, mark].every((separator) => /^\W$/.test(String(separator)));
  const arePlaces = Array.isArray(places) && places.length > 0 && places.every(Number.isInteger);
  if (!PLAIN_SYMBOL.test(String(symbol)) || !areMarks || !arePlaces) return { type: 'string' };
  const signs = new Set(`${String(symbol)}${String(thousands)}${String(mark)} ()`);
  const members = [...signs].filter((sign) => !/[0-9-]/.test(sign)).map(spellMember);
  return { type: 'string', pattern: `^[0-9${members.join('')}-]+$` };
}
