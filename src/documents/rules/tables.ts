import * as classValidator from 'class-validator';
import {
  isAlpha,
  isAlphanumeric,
  isISO31661Alpha2,
  isISO31661Alpha3,
  isISO4217CurrencyCode,
} from 'class-validator';
import type { Schema } from '../json-schema/schema.js';
import { isTrue, constraintText } from './entries.js';
import { spellClass } from '../json-schema/pattern/syntax.js';
import type { RuleEntry, RuleTable } from './types.js';

const UPPER = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const LOWER = UPPER.map((letter) => letter.toLowerCase());
const DIGITS = Array.from('0123456789');

export const tableRules: RuleTable = {
  // The validator accepts most of these codes in any case; the standards write them in upper case.
  isISO31661Alpha2: codes('CountryCode', UPPER, 2, isISO31661Alpha2),
  isISO31661Alpha3: codes('CountryCodeAlpha3', UPPER, 3, isISO31661Alpha3),
  // class-validator 0.14.0 lacks two functions. A named import of them would fail there.
  isISO31661Numeric: codes('CountryCodeNumeric', DIGITS, 3, (code) => classValidator.isISO31661Numeric(code)),
  isISO4217CurrencyCode: codes('CurrencyCode', UPPER, 3, isISO4217CurrencyCode),
  isISO6391: codes('LanguageCode', LOWER, 2, (code) => classValidator.isISO6391(code)),
  isAlpha: letters('Alpha', '^[A-Za-z]+$', isAlpha),
  isAlphanumeric: letters('Alphanumeric', '^[0-9A-Za-z]+$', isAlphanumeric),
};

function codes(
  name: string,
  letters: readonly string[],
  length: number,
  takes: (code: string) => boolean,
): RuleEntry {
  let table: Schema | undefined;
  let lowerTable: Schema | undefined;
  const tableOf = (alphabet: readonly string[]): Schema => ({
    type: 'string',
    enum: wordsOf(alphabet, length).filter(takes),
  });
  return {
    type: 'string',
    schema: (_, { component, lowercase }) =>
      lowercase && letters === UPPER
        ? component(`${name}Lowercase`, (lowerTable ??= tableOf(LOWER)))
        : component(name, (table ??= tableOf(letters))),
  };
}

function wordsOf(letters: readonly string[], length: number): string[] {
  if (length === 0) return [''];
  return wordsOf(letters, length - 1).flatMap((word) => letters.map((letter) => word + letter));
}

type TakesLocale = (value: string, locale?: never) => boolean;

/** Returns a pattern of letters: A to Z without a locale, otherwise a component for each locale. */
function letters(name: string, english: string, validator: TakesLocale): RuleEntry {
  const known = new Map<unknown, Alphabet>();
  const alphabetOf = (locale: unknown): Alphabet => {
    if (locale === undefined) return { schema: { type: 'string', pattern: english } };
    const takes = (text: string): boolean => isTrue(() => validator(text, locale as never));
    const alphabet = known.get(locale) ?? (isKnown(validator, locale) ? askAlphabet(takes) : UNKNOWN_LOCALE);
    known.set(locale, alphabet);
    return alphabet;
  };
  return {
    type: 'string',
    schema: ([locale], { component }) => {
      const { schema } = alphabetOf(locale);
      if (locale === undefined || schema.pattern === undefined) return schema;
      return component(`${name}.${constraintText(locale).replace(/[^\w.-]/g, '-')}`, schema);
    },
    looser: ([locale]) => alphabetOf(locale).looser,
  };
}

interface Alphabet {
  readonly schema: Schema;
  readonly looser?: string;
}

const UNKNOWN_LOCALE: Alphabet = {
  schema: { type: 'string' },
  looser: 'the locale is unknown to the validator',
};

/** Returns whether the validator knows a locale. It throws for every string if not. */
function isKnown(validator: TakesLocale, locale: unknown): boolean {
  return isTrue(() => {
    validator('a', locale as never);
    return true;
  });
}

/** Letters that combining marks can follow. */
const LEADERS = ['a', '\u0905'];

function askAlphabet(takes: (text: string) => boolean): Alphabet {
  const leader = LEADERS.find(takes);
  const behind: string[] = [];
  const members = spellClass((char) => {
    if (takes(char)) return true;
    const isBehind = leader !== undefined && takes(leader + char);
    if (isBehind) behind.push(char);
    return isBehind;
  });
  if (members === '') return UNKNOWN_LOCALE;
  const schema: Schema = { type: 'string', pattern: `^[${members}]${takes('') ? '*' : '+'}$` };
  return { schema, ...(behind.length > 0 && { looser: 'the order of the letters is not described' }) };
}
