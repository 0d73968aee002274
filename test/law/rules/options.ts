import * as v from 'class-validator';
import fc from 'fast-check';

export const flag = fc.boolean();
export const optional = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(model, { requiredKeys: [] });

/** A decorator, the options that it may be given, pieces of the texts that it judges, and how it is applied. */
export type OptionRow = readonly [
  decorator: string,
  options: fc.Arbitrary<object>,
  pieces: string,
  apply: (options: object) => PropertyDecorator,
];

const locale = fc.constantFrom('en-US', 'de-DE', 'ar', 'xx', 'fa-IR');
const numberPieces = '0 1 12 . , \u066B + - 5 e .5 n';

const currencyOptions = optional({
  symbol: fc.constantFrom('$', '€', 'US$', 'kr.', '|', '', '(a', '$('),
  require_symbol: flag,
  allow_space_after_symbol: flag,
  symbol_after_digits: flag,
  allow_negatives: flag,
  parens_for_negatives: flag,
  negative_sign_before_digits: flag,
  negative_sign_after_digits: flag,
  allow_negative_sign_placeholder: flag,
  thousands_separator: fc.constantFrom(',', '.', ' ', "'"),
  decimal_separator: fc.constantFrom('.', ','),
  allow_decimal: flag,
  require_decimal: flag,
  digits_after_decimal: fc.constantFrom<unknown>([2], [1, 3], [0], [], [2.5], undefined, null),
  allow_space_after_digits: flag,
});

const count = fc.constantFrom<unknown>(0, 1, 2, 1.5, -1, '2', 5, undefined, null, NaN);
const passwordOptions = optional({
  minLength: count,
  minLowercase: count,
  minUppercase: count,
  minNumbers: count,
  minSymbols: count,
  returnScore: fc.constantFrom(true, false, false, false),
});

const phoneOptions = fc.record({
  locale: fc.constantFrom<unknown>(
    'any',
    undefined,
    'de-DE',
    ['de-DE', 'fr-FR'],
    'xx',
    ['xx'],
    ['xx', 'fr-FR'],
    ['any'],
    [],
  ),
  strictMode: flag,
});

/** Numbers and texts that are no addresses. */
export const textRows: readonly OptionRow[] = [
  [
    'IsNumber',
    optional({
      maxDecimalPlaces: fc.constantFrom<unknown>(0, 1, 2, 0.5, -1, NaN, null, '1', Infinity),
      allowNaN: flag,
      allowInfinity: flag,
    }),
    '1 1.5 NaN',
    (given) => v.IsNumber(given),
  ],
  [
    'IsCurrency',
    currencyOptions,
    "1 12 123 000 , . $ € US$ kr. - ( ) 1,234 .5 .50 ' | 0",
    (given) => v.IsCurrency(given),
  ],
  [
    'IsDecimal',
    optional({
      force_decimal: flag,
      decimal_digits: fc.constantFrom('1,', '2', '0,2', '0', '1,3', 'x', ''),
      locale,
    }),
    numberPieces,
    (given) => v.IsDecimal(given),
  ],
  [
    'IsNumberString',
    optional({ no_symbols: flag, locale }),
    numberPieces,
    (given) => v.IsNumberString(given),
  ],
  [
    'IsStrongPassword',
    passwordOptions,
    'a A 1 ! 😀 ab \\ ] ^ £ é - ` Aa1!',
    (given) => v.IsStrongPassword(given),
  ],
  [
    'IsISO8601',
    optional({ strict: flag, strictSeparator: flag }),
    '2020 2019 -02 -29 -30 T 10:00 Z +01:00 W05 -W53 -3 366 -366 0229 00 24:00 . ,5 - : 1 T10 -12-31 -08-15T',
    (given) => v.IsISO8601(given),
  ],
  [
    'IsBase64',
    optional({ urlSafe: flag, padding: flag }),
    'AAAA AA== A = - _ + / AAA= bb',
    (given) => v.IsBase64(given),
  ],
  [
    'IsISSN',
    optional({ require_hyphen: flag, case_sensitive: flag }),
    '0378-5955 03785955 2434-561X 2434561x 0378 - 5955 1 x X 2434 561',
    (given) => v.IsISSN(given),
  ],
  [
    'IsMACAddress',
    optional({
      no_colons: flag,
      no_separators: flag,
      eui: fc.constantFrom<unknown>('48', '64', 48, 'x', undefined),
    }),
    '01:23:45 :67:89:ab 01 : - . 0123 .4567.89ab 0123456789ab cdef :01:23 01-23-45-67-89-AB .cdef',
    (given) => v.IsMACAddress(given),
  ],
  [
    'IsMobilePhone',
    phoneOptions,
    '+49 0 151 1234 5678 +33 6 12345678 00 +491512345678 01512345678 0612345678 +33612345678',
    (given) => {
      const { locale: place, ...options } = given as { locale: never };
      return v.IsMobilePhone(place, options);
    },
  ],
];
