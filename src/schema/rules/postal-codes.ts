/** Countries whose codes are plain digits, by their number. */
const PLAIN: Readonly<Record<number, readonly string[]>> = {
  3: ['IS', 'MG'],
  4: ['AT', 'AU', 'BE', 'BG', 'CH', 'DK', 'HU', 'LU', 'NO', 'NZ', 'SI', 'TN', 'ZA'],
  5: 'DE DO DZ EE FI ID IT KE LK MX MY PK SA TH UA ZM'.split(' '),
  6: ['RO', 'RU', 'SG'],
};

const CA_LETTER = '[ABCEGHJ-NPRSTV-Z]';

/** Postal codes by country as the validator reads them. */
export const POSTAL_CODES: Readonly<Record<string, RegExp>> = {
  ...Object.fromEntries(
    Object.entries(PLAIN).flatMap(([digits, countries]) =>
      countries.map((country) => [country, new RegExp(`^\\d{${digits}}$`)] as const),
    ),
  ),
  AD: /^AD\d{3}$/,
  AZ: /^AZ\d{4}$/,
  BA: /^[78]\d{4}$/,
  BD: /^(?:[1-8]\d{3}|9[0-4]\d{2})$/,
  BR: /^\d{5}-?\d{3}$/,
  BY: /^2[1-4]\d{4}$/,
  CA: new RegExp(`^[ABCEGHJKLMNPRSTVXY]\\d${CA_LETTER}[\\s-]?\\d${CA_LETTER}\\d$`, 'i'),
  CN: /^(?:0[1-7]|1[0-356]|2[0-7]|3[0-6]|4[0-7]|5[1-7]|6[1-7]|7[1-5]|8[1345]|9[09])\d{4}$/,
  CO: /^(?:0[58]|1[13578]|19|2[0357]|4[147]|5[024]|6[368]|7[036]|8[1568]|9[14579])\d{4}$/,
  CZ: /^\d{3}\s?\d{2}$/,
  ES: /^(?:5[0-2]|[0-4]\d)\d{3}$/,
  FR: /^(?:(?:0[1-9]|[1-8]\d|9[0-5])\d{3}|97[1-46]\d{2})$/,
  GB: /^(?:gir\s?0aa|[a-z]{1,2}\d[\da-z]?\s?(?:\d[a-z]{2})?)$/i,
  GR: /^\d{3}\s?\d{2}$/,
  HR: /^[1-5]\d{4}$/,
  HT: /^HT\d{4}$/,
  IE: /^(?!.*o)[a-z]\d[\dw]\s\w{4}$/i,
  IL: /^\d{5}(?:\d{2})?$/,
  IN: /^(?!10|29|35|54|55|65|66|8[6-9])[1-9]\d{5}$/,
  IR: /^(?!(\d)\1{3})[13-9]{4}[1346-9][013-9]{5}$/,
  JP: /^\d{3}-\d{4}$/,
  KR: /^\d{5,6}$/,
  LI: /^(?:948[5-9]|949[0-7])$/,
  LT: /^LT-\d{5}$/,
  LV: /^LV-\d{4}$/,
  MC: /^980\d{2}$/,
  MT: /^[A-Za-z]{3}\s?\d{4}$/,
  NL: /^[1-9]\d{3}\s?(?!s[ads])[a-z]{2}$/i,
  NP: /^(?:(?:10|2[12]|3[23]|34|4[45]|5[67])\d{3}|977)$/,
  PL: /^\d{2}-\d{3}$/,
  PR: /^00[679]\d{2}(?:[ -]\d{4})?$/,
  PT: /^\d{4}-\d{3}$/,
  SE: /^[1-9]\d{2}\s?\d{2}$/,
  SK: /^\d{3}\s?\d{2}$/,
  TW: /^\d{3}(?:\d{2,3})?$/,
  US: /^\d{5}(?:-\d{4})?$/,
};
