import type { SubjectRule } from './subject.js';

/** What a narrowing of one value depends on. */
export interface Refused {
  readonly value: unknown;
  readonly rules: readonly SubjectRule[];
  readonly admits: (value: unknown) => boolean;
}

/** The narrowings that a single rule can meet, each as a predicate on a value that validation accepts. */
const narrowings = {
  /** Codes are spelled as their standard does: upper case, no other white space than U+0020. */
  canonicalSpelling: ({ value, rules, admits }: Refused) =>
    typeof value === 'string' &&
    rules.some(({ name }) => CODES.has(name)) &&
    spellings(value).some((spelling) => spelling !== value && admits(spelling)),
  /** Coordinates are plain numbers: of `45,5` the validator takes what stands before the comma. */
  plainCoordinates: ({ value, rules }: Refused) =>
    typeof value === 'string' && rules.some(({ name }) => COORDINATES.has(name)),
  /** A variation selector is no character of its own for the validator. */
  variationSelector: ({ value, rules }: Refused) =>
    typeof value === 'string' &&
    /[\uFE0E\uFE0F]/.test(value) &&
    rules.some(({ name }) => ['isLength', 'maxLength'].includes(name)),
  /** An emoji is one character, where the validator counts UTF-16 units. */
  emojiIsOne: ({ value, rules }: Refused) =>
    typeof value === 'string' &&
    /[\u{10000}-\u{10FFFF}]/u.test(value) &&
    rules.some(({ name }) => ['matches', 'isStrongPassword'].includes(name)),
  /** The validator accepts the names of a numeric enum for its values. */
  enumMemberName: ({ value, rules }: Refused) =>
    rules.some(
      ({ name, constraints: [entity] }) =>
        name === 'isEnum' && typeof (entity as Record<string, unknown>)[String(value)] === 'number',
    ),
  /** A date is a string, though `new Date` takes numbers and booleans. */
  dateString: ({ value, rules }: Refused) =>
    typeof value !== 'string' && rules.some(({ name }) => DATES.has(name)),
};

export type Narrowing = keyof typeof narrowings;

const CODES = new Set([
  ...['isISO31661Alpha2', 'isISO31661Alpha3', 'isISO4217CurrencyCode', 'isBIC', 'isIBAN', 'isIsbn'],
  ...['isMacAddress', 'isHSL', 'isDataURI'],
]);
const COORDINATES = new Set(['isLatLong', 'isLatitude', 'isLongitude']);
const DATES = new Set(['isDate', 'minDate', 'maxDate']);

function spellings(value: string): string[] {
  const blanks = value.replace(/\s/g, ' ');
  return [value.toUpperCase(), blanks, blanks.trim(), value.replace(/[\s-]/g, '').toUpperCase()];
}

/** The narrowings under which a refused value falls: exactly one of them, or the schema is wrong. */
export function narrowingsOf(refused: Refused): Narrowing[] {
  return (Object.keys(narrowings) as Narrowing[]).filter((key) => narrowings[key](refused));
}
