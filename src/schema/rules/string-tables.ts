import {
  isAlpha,
  isAlphanumeric,
  isISO31661Alpha2,
  isISO31661Alpha3,
  isISO31661Numeric,
  isISO4217CurrencyCode,
  isISO6391,
  isPostalCode,
} from 'class-validator';
import { uppercasedFrom } from './letters.js';
import { answers } from './answers.js';
import { spellClass } from './pattern/char-class.js';
import { translatePattern } from './pattern/translate.js';
import { POSTAL_CODES } from './postal-codes.js';
import { atLeast, exactly, nameOf, nothing, rowOf, text } from './say.js';
import type { RuleContext, RuleSchema, RuleTable } from './types.js';

/** Codes and alphabets by table. The tables are asked of the installed validator, so that they are its own. */
export const stringTableRules: RuleTable = {
  isISO31661Alpha2: (_, context) => anyCaseCode('CountryCode', countries(), context),
  isISO31661Alpha3: (_, context) => anyCaseCode('CountryCodeAlpha3', countries3(), context),
  isISO31661Numeric: (_, context) => code('CountryCodeNumeric', countryNumbers(), context),
  isISO4217CurrencyCode: (_, context) => anyCaseCode('CurrencyCode', currencies(), context),
  isISO6391: (_, context) => code('LanguageCode', languages(), context),
  isBIC: (_, context) => bic(context),
  isAlpha: ([locale], context) => alphabet('Alpha', isAlpha, locale, context),
  isAlphanumeric: ([locale], context) => alphabet('Alphanumeric', isAlphanumeric, locale, context),
  isPostalCode: ([locale], context) => postalCode(locale, context),
};

const UPPER = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const LOWER = UPPER.map((letter) => letter.toLowerCase());
const DIGITS = Array.from('0123456789');

const countries = table(UPPER, 2, isISO31661Alpha2);
const countries3 = table(UPPER, 3, isISO31661Alpha3);
const countryNumbers = table(DIGITS, 3, isISO31661Numeric);
const currencies = table(UPPER, 3, isISO4217CurrencyCode);
const languages = table(LOWER, 2, isISO6391);

/** All codes of a length that the validator takes; found once, when first needed. */
function table(letters: readonly string[], length: number, takes: (code: string) => boolean): () => string[] {
  let found: string[] | undefined;
  return () => (found ??= wordsOf(letters, length).filter(takes));
}

function wordsOf(letters: readonly string[], length: number): string[] {
  return length === 0
    ? ['']
    : wordsOf(letters, length - 1).flatMap((word) => letters.map((letter) => word + letter));
}

function code(name: string, codes: readonly string[], { component }: RuleContext): RuleSchema {
  return exactly(component(name, { type: 'string', enum: [...codes] }));
}

/** Codes that the validator takes in any case: declared in upper case only. */
function anyCaseCode(name: string, codes: readonly string[], context: RuleContext): RuleSchema {
  if (context.contract === 'declared') return code(name, codes, context);
  return exactly(context.component(name, text(`^(?:${codes.map(uppercasedFrom).join('|')})$`).schema));
}

/** Four letters of the bank, the country (Kosovo among them), two signs of the place, three of the branch. */
function bic({ contract, component }: RuleContext): RuleSchema {
  const codes = [...new Set([...countries(), 'XK'])];
  const [letter, sign, country] =
    contract === 'declared'
      ? ['[A-Z]', '[A-Z0-9]', codes]
      : [
          '[A-Za-z]',
          '[A-Za-z0-9]',
          codes.map((one) => one.replace(/[A-Z]/g, (char) => `[${char}${char.toLowerCase()}]`)),
        ];
  const pattern = `^${letter}{4}(?:${country.join('|')})${sign}{2}(?:${sign}{3})?$`;
  return exactly(component('BusinessIdentifierCode', text(pattern).schema));
}

type TakesLocale = (value: string, locale?: never) => boolean;

const alphabets = new Map<string, string>();

function alphabet(name: string, validator: TakesLocale, locale: unknown, context: RuleContext): RuleSchema {
  const takes = (value: string) => validator(value, locale as never);
  if (!answers(() => takes(''))) return nothing;
  const key = locale === undefined ? name : `${name}.${nameOf(locale).replace(/[^\w.-]/g, '-')}`;
  const pattern = alphabets.get(key) ?? alphabetPattern(takes);
  alphabets.set(key, pattern);
  const { schema } = text(pattern);
  return exactly(locale === undefined ? schema : context.component(key, schema));
}

/** A run of letters; some alphabets (Devanagari) have letters that stand only behind the others. */
function alphabetPattern(takes: (value: string) => boolean): string {
  const first = spellClass((unit) => takes(unit));
  const leader = ['a', 'A', '\u0905'].find(takes);
  const behind = (unit: string) => leader !== undefined && takes(leader + unit) && !takes(unit);
  const last = spellClass(behind);
  const many = takes('') ? '*' : '+';
  return last === spellClass(() => false) ? `^${first}${many}$` : `^${first}${many}${last}*$`;
}

function postalCode(locale: unknown, context: RuleContext): RuleSchema {
  const takes = (value: string) => isPostalCode(value, locale as 'any');
  if (!answers(() => takes(''))) return nothing;
  const listed = nameOf(locale);
  if (listed === 'any') return exactly(context.component('PostalCode', anyPostalCode()));
  const row = rowOf(POSTAL_CODES, listed);
  const pattern = row && translatePattern(row);
  return pattern
    ? text(pattern.pattern)
    : atLeast({ type: 'string' }, `the postal codes of ${listed} are not in our table`);
}

function anyPostalCode() {
  const patterns = Object.values(POSTAL_CODES).flatMap(
    (expression) => translatePattern(expression)?.pattern ?? [],
  );
  return { type: 'string' as const, anyOf: [...new Set(patterns)].map((pattern) => ({ pattern })) };
}
