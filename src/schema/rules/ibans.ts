/**
 * What follows the country in an IBAN, check digits included, as the validator reads it: `D` a digit, `L` a
 * letter, `X` either.
 */
const FORMATS: Readonly<Record<string, string>> = {
  AD: 'D{10}X{12}',
  'AE IL TL': 'D{21}',
  'AL CY': 'D{10}X{16}',
  'AT BA EE LT XK': 'D{18}',
  'AZ BY SV': 'D{2}X{4}D{20}',
  BE: 'D{14}',
  BG: 'D{2}L{4}D{6}X{8}',
  BH: 'D{2}L{4}X{14}',
  BR: 'D{25}LX',
  'CH LI': 'D{7}X{12}',
  'CR DE ME RS VA': 'D{20}',
  'CZ ES SE SK TN': 'D{22}',
  'DK FI FO GL': 'D{16}',
  DO: 'D{2}L{4}D{20}',
  'DZ IR IS': 'D{24}',
  EG: 'D{27}',
  'FR MC': 'D{12}X{11}D{2}',
  'GB IE': 'D{2}L{4}D{14}',
  GE: 'D{2}X{2}D{16}',
  GI: 'D{2}L{4}X{15}',
  GR: 'D{9}X{16}',
  GT: 'D{2}X{24}',
  HR: 'D{19}',
  'HU MA PL': 'D{26}',
  IQ: 'D{2}L{4}D{15}',
  'IT SM': 'D{2}LD{10}X{12}',
  JO: 'D{2}L{4}D{22}',
  KW: 'D{2}L{4}X{22}',
  'KZ LU': 'D{5}X{13}',
  LB: 'D{6}X{20}',
  LC: 'D{2}L{4}X{24}',
  LV: 'D{2}L{4}X{13}',
  MD: 'D{2}X{20}',
  MK: 'D{5}X{10}D{2}',
  MR: 'D{25}',
  MT: 'D{2}L{4}D{5}X{18}',
  MU: 'D{2}L{4}D{19}L{3}',
  'MZ PT': 'D{23}',
  NL: 'D{2}L{4}D{10}',
  NO: 'D{13}',
  PK: 'D{2}X{4}D{16}',
  'PS QA': 'D{2}L{4}X{21}',
  RO: 'D{2}L{4}X{16}',
  SA: 'D{4}X{18}',
  SC: 'D{2}L{4}D{20}L{3}',
  SI: 'D{17}',
  TR: 'D{7}X{17}',
  UA: 'D{8}X{19}',
  VG: 'D{2}L{4}D{16}',
};

const SIGNS: Readonly<Record<string, string>> = { D: '\\d', L: '[A-Z]', X: '[A-Z0-9]' };

/** Patterns by country, without the country. */
export const IBANS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(FORMATS).flatMap(([countries, format]) =>
    countries
      .split(' ')
      .map((country) => [country, format.replace(/[DLX]/g, (sign) => SIGNS[sign] ?? sign)] as const),
  ),
);
