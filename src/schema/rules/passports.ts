/**
 * Passport numbers by country as the validator reads them, once blanks are gone and letters are upper case:
 * `L` a letter, `D` a digit, `X` either, `…` anything; other letters and classes stand for themselves.
 */
export const PASSPORTS: Readonly<Record<string, string>> = {
  ...each('LD{7}', 'AT AU CH'),
  ...each('L{2}D{7}', 'AM BY FI GR JP PK PL'),
  ...each('L{2}D{6}', 'BE BR UA'),
  ...each('LD{8}', 'AZ IR MX TR'),
  ...each('D{9}', 'BG DK DZ GB HR RU'),
  ...each('D{8}', 'CZ SE'),
  ...each('X{2}D{7}', 'IE IT LV'),
  ...each('X{8}', 'LT LU LY'),
  AR: 'L{3}D{6}',
  CA: 'L{2}D{6}|LD{6}L{2}',
  CN: 'GD{8}|E[A-HJ-NP-Z0-9]D{7}',
  CY: 'L(?:D{6}|D{8})',
  DE: '[CFGHJKLMNPRTVWXYZ0-9]{9}',
  EE: 'L{1,2}D{7}',
  ES: 'X{2,3}D{6}',
  FR: 'D{2}L{2}D{5}',
  HU: 'L{2}D{6,7}',
  ID: '[A-C]D{7}',
  IN: 'L-?D{7}',
  IS: 'AD{7}',
  JM: 'AD{7}',
  KR: '[MS]D{8}',
  KZ: 'LD{7}',
  LI: 'LD{5}',
  MT: 'D{7}',
  MY: '[AHK]D{8}',
  MZ: 'L{2}D{7}…|…D{2}L{2}D{5}',
  NL: 'L{2}X{6}D',
  NZ: '(?:[L][ADFH]|E[AP]|N)D{6}',
  PH: '(?:LD{6}|LD{7}L)…|…L{2}D{6,7}',
  PT: 'LD{6}',
  RO: 'D{8,9}',
  SK: 'XD{7}',
  SL: 'PLD{7}',
  TH: 'L{1,2}D{6,7}',
  US: 'D{9}|LD{8}',
  ZA: '[TAMD]D{8}',
};

function each(format: string, countries: string): Record<string, string> {
  return Object.fromEntries(countries.split(' ').map((country) => [country, format]));
}
