import { isCurrency, isDecimal, isNumberString } from 'class-validator';
import { answers } from './answers.js';
import { escapeText } from './letters.js';
import { translatePattern } from './pattern/translate.js';
import { atLeast, exactly, nameOf, nothing, optionsOf, text } from './say.js';
import type { RuleSchema, RuleTable } from './types.js';

/** Numbers and amounts as text. */
export const stringNumberRules: RuleTable = {
  isNumberString: ([options]) => numberText(options),
  isDecimal: ([options]) => decimal(optionsOf(options)),
  isCurrency: ([options]) => currency(optionsOf(options)),
};

// Which mark a locale writes is asked of the validator; for an unknown one it takes a letter of `undefined`.
const DECIMAL_MARKS = ['.', ',', '\u066B', 'u', 'n', 'd', 'e', 'f', 'i'];

function numberText(options: unknown): RuleSchema {
  const given = optionsOf(options);
  if (given.no_symbols) return text('^[0-9]+$');
  const marks = DECIMAL_MARKS.filter((mark) => isNumberString(`1${mark}5`, { ...given }));
  return text(`^[+-]?(?:[0-9]*[${marks.join('')}])?[0-9]+$`);
}

function decimal(options: Readonly<Record<string, unknown>>): RuleSchema {
  const digits = options.decimal_digits === undefined ? '1,' : nameOf(options.decimal_digits);
  if (!/^\d+(?:,\d*)?$/.test(digits))
    return atLeast({ type: 'string' }, 'the number of decimal digits is no repetition');
  const locale = options.locale as 'en-US';
  if (!answers(() => isDecimal('1', { locale }))) return nothing;
  const [mark = '.'] = DECIMAL_MARKS.filter((candidate) => isDecimal(`1${candidate}5`, { locale }));
  const fraction = `(?:${escapeText(mark)}[0-9]{${digits}})${options.force_decimal ? '' : '?'}`;
  return text(`^(?![+-]?$)[+-]?[0-9]*${fraction}$`);
}

const CURRENCY_DEFAULTS = {
  symbol: '$',
  thousands_separator: ',',
  decimal_separator: '.',
  allow_negatives: true,
  allow_decimal: true,
  digits_after_decimal: [2],
};

/** An amount: sign, symbol, whole part with or without separators, decimals; in the order that the options ask for. */
function currency(given: Readonly<Record<string, unknown>>): RuleSchema {
  if (!answers(() => isCurrency('1', { ...given }))) return nothing;
  const options = { ...CURRENCY_DEFAULTS, ...withoutUndefined(given) } as Readonly<Record<string, unknown>>;
  const amount = signed(
    options,
    withSymbol(options, spaced(options, signedDigits(options, digits(options)))),
  );
  const translated = translatePattern(new RegExp(`^(?!-? )(?=.*\\d)${amount}$`));
  if (!translated) return atLeast({ type: 'string' }, 'the symbol or a separator has no equal in a schema');
  return exactly({ type: 'string', pattern: translated.pattern });
}

function withoutUndefined(options: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

type Options = Readonly<Record<string, unknown>>;

function digits(options: Options): string {
  const whole = `(?:0|[1-9]\\d*|[1-9]\\d{0,2}(?:\\${String(options.thousands_separator)}\\d{3})*)?`;
  if (!options.allow_decimal && !options.require_decimal) return whole;
  // Without a number of digits the validator looks for the literal text `{undefined}`.
  const counts = options.digits_after_decimal as readonly unknown[];
  const places = (counts.length === 0 ? [undefined] : counts)
    .map((count) => `\\d{${String(count)}}`)
    .join('|');
  return `${whole}(?:\\${String(options.decimal_separator)}(?:${places}))${options.require_decimal ? '' : '?'}`;
}

function signedDigits(options: Options, amount: string): string {
  if (!options.allow_negatives || options.parens_for_negatives) return amount;
  if (options.negative_sign_after_digits) return `${amount}-?`;
  return options.negative_sign_before_digits ? `-?${amount}` : amount;
}

function spaced(options: Options, amount: string): string {
  if (options.allow_negative_sign_placeholder) return `(?: (?!-))?${amount}`;
  if (options.allow_space_after_symbol) return ` ?${amount}`;
  return options.allow_space_after_digits ? `${amount}(?: (?!$))?` : amount;
}

function withSymbol(options: Options, amount: string): string {
  // Only the first sign of the symbol is escaped, as the validator does.
  const escaped = String(options.symbol).replace(/\W/, '\\$&');
  const symbol = `(?:${escaped})${options.require_symbol ? '' : '?'}`;
  return options.symbol_after_digits ? amount + symbol : symbol + amount;
}

function signed(options: Options, amount: string): string {
  if (!options.allow_negatives) return amount;
  if (options.parens_for_negatives) return `(?:\\(${amount}\\)|${amount})`;
  const placed = Boolean(options.negative_sign_before_digits) || Boolean(options.negative_sign_after_digits);
  return placed ? amount : `-?${amount}`;
}
