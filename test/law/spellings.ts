import type { Narrowing } from './narrowings.js';

/** A rule of class-validator, as it runs. */
export interface SpelledRule {
  readonly name: string;
  readonly constraints: readonly unknown[];
}

/** The same value as documents spell it, where the rule takes another spelling too. */
type Spellings = (value: unknown, rule: SpelledRule) => readonly unknown[];

/** By the narrowing under which the other spelling falls. */
export const SPELLINGS = {
  'member names of an enum': (value, { name, constraints: [entity] }) => {
    const member =
      name === 'isEnum' && typeof value === 'string' && (entity as Record<string, unknown>)[value];
    return typeof member === 'number' ? [member] : [];
  },
  'other spellings of codes and coordinates': (value, { name }) =>
    typeof value === 'string' ? (CANONICAL[name]?.(value) ?? []) : [],
  'other counts of characters': (value, { name }) => {
    if (typeof value !== 'string') return [];
    // Another rule may want characters that are longer in bytes.
    if (LENGTHS.has(name))
      return ['$1', '\u00e9'].map((one) => value.replace(SELECTED, one).replace(/[\uFE0E\uFE0F]/g, 'x'));
    if (!UNITS.has(name)) return [];
    const pairs = PAIRS.map((pair) => value.replace(/[\u{10000}-\u{10FFFF}]/gu, pair));
    // Another rule may want them as they are: as many others behind them count as much.
    return [...pairs, value + 'a'.repeat(value.length - [...value].length)];
  },
  'input of a conversion': (value, { name }) => {
    const isDate = DATES.has(name) && typeof value !== 'string' && value !== null;
    const date = isDate ? new Date(value as number) : new Date(NaN);
    return Number.isNaN(date.valueOf()) ? [] : [date.toISOString()];
  },
} satisfies Partial<Record<Narrowing, Spellings>>;

/** The narrowings that a single rule can meet. */
export type SpellingNarrowing = keyof typeof SPELLINGS;

/** A variation selector behind a character is none of its own for these; another one is. */
const SELECTED = /([^\uFE0E\uFE0F])[\uFE0E\uFE0F]/g;
const LENGTHS = new Set(['isLength', 'maxLength']);
/** Of an emoji these count both UTF-16 units. */
const UNITS = new Set(['matches', 'isStrongPassword']);
const PAIRS = ['aa', 'AA', '00', '--', '..', 'éé'];
const DATES = new Set(['isDate', 'minDate', 'maxDate']);

const code = (value: string): string[] => {
  const blanks = value.replace(/\s/g, ' ');
  return [value.toUpperCase(), blanks, blanks.trim(), value.replace(/[\s-]/g, '').toUpperCase()];
};

/** What stands before the comma is what counts. */
const plainNumber = (value: string): string => value.split(',', 1)[0]!.replace(/[\s()]/g, '');

/** With a fraction too, where another rule counts characters. */
const plainNumbers = (value: string): string[] => [plainNumber(value), `${plainNumber(value)}.0`];

/** Codes as their standard spells them: upper case, no white space but U+0020; coordinates as plain numbers. */
const CANONICAL: Readonly<Record<string, (value: string) => string[]>> = {
  isISO31661Alpha2: code,
  isISO31661Alpha3: code,
  isISO4217CurrencyCode: code,
  isBIC: code,
  isIBAN: (value) => code(value).reverse(),
  isIsbn: code,
  isMacAddress: code,
  isLatitude: plainNumbers,
  isLongitude: plainNumbers,
  isLatLong: (value) => [value.split(',').slice(0, 2).map(plainNumber).join(',')],
};
