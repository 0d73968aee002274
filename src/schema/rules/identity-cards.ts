import { evenAhead, evenSum, luhnAhead, oddSum, plainDigit } from './check-parity.js';

/** A national identity number as the validator reads it; `exact` where there is no check digit. */
export interface IdentityCard {
  readonly pattern: string;
  readonly exact?: true;
}

const DAY = '(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])';

/** By the validator's locale. Blanks around some are trimmed, and letters of some made upper case. */
export const IDENTITY_CARDS: Readonly<Record<string, IdentityCard>> = {
  PL: { pattern: `^${evenAhead()}\\d{11}$` },
  ES: { pattern: '^\\s*[0-9X-Zx-z]\\d{7}[A-HJ-NP-TV-Za-hj-np-tv-z\\u017F]\\s*$' },
  FI: { pattern: '^\\d{6}[-A+]\\d{3}[0-9A-FHJ-NPR-Y]$' },
  IN: { pattern: '^\\s*[1-9]\\d{3}\\s?\\d{4}\\s?\\d{4}\\s*$' },
  IR: { pattern: '^\\d{10}$' },
  IT: { pattern: '^(?!CA00000AA$)[Cc][A-Za-z]\\d{5}[A-Za-z]{2}$', exact: true },
  NO: { pattern: '^\\s*(?!0{11})\\d{11}\\s*$' },
  TH: { pattern: '^[1-8]\\d{12}$' },
  LK: { pattern: '^[1-9]\\d{8}(?:[VvXx]|\\d{3})$', exact: true },
  PK: { pattern: '^\\s*[1-7]\\d{4}-\\d{7}-[1-9]\\s*$', exact: true },
  'he-IL': { pattern: `^\\s*${luhnAhead('', '\\s*$')}\\d{9}\\s*$` },
  'ar-LY': { pattern: '^\\s*[12]\\d{11}\\s*$', exact: true },
  'ar-TN': { pattern: '^\\s*\\d{8}\\s*$', exact: true },
  'zh-CN': { pattern: `^[1-9]\\d(?:\\d{6}${DAY}\\d{3}|\\d{4}[1-9]\\d{3}${DAY}\\d{3}[\\dXx])$` },
  'zh-HK': {
    pattern:
      '^\\s*[A-Za-z\\u00DF\\u0131\\u017F\\uFB00-\\uFB06]{1,2}\\d{6}(?:\\([\\dAa]\\)|\\[[\\dAa]\\]|[\\dAa])\\s*$',
  },
  'zh-TW': { pattern: `^\\s*${taiwanAhead()}.\\d{9}\\s*$` },
};

/** Letters stand for numbers, and only every second digit counts an odd number of times. */
function taiwanAhead(): string {
  const [even, odd] = ['[BDFHKLNOQSUYZbdfhklnoqsuyz\\u017F]', '[ACEGIJMPRTVWXacegijmprtvwx\\u0131]'];
  const last = plainDigit();
  const pairs = { even: `\\d${last.even}`, odd: `\\d${last.odd}` };
  const [evenRest, oddRest] = [
    `(?:${evenSum(pairs)}${last.even}|${oddSum(pairs)}${last.odd})`,
    `(?:${evenSum(pairs)}${last.odd}|${oddSum(pairs)}${last.even})`,
  ];
  return `(?=(?:${even}${evenRest}|${odd}${oddRest})\\s*$)`;
}
