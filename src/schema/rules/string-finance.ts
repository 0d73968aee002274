import { evenAhead, luhnAhead } from './check-parity.js';
import { IBANS } from './ibans.js';
import { UPPERED } from './letters.js';
import { always, nameOf, optionsOf, text, textAtLeast } from './say.js';
import type { Contract, RuleContext, RuleSchema, RuleTable } from './types.js';

const CHECK_DIGIT = 'a schema cannot compute a check digit';

/** Numbers of banks, books, records and goods. Most end in a check digit. */
export const stringFinanceRules: RuleTable = {
  isBtcAddress: always(text('^(?:(?:bc1|tb1)p?[ac-hj-np-z02-9]{39,58}|[123m][A-HJ-NP-Za-km-z1-9]{25,39})$')),
  isEthereumAddress: always(text('^0[xX][0-9a-fA-F]{40}$')),
  isISRC: always(text('^[A-Z]{2}[0-9A-Z]{3}\\d{7}$')),
  isCreditCard: () => creditCard(),
  isEAN: always(textAtLeast(`^${evenAhead()}(?:\\d{8}|\\d{13,14})$`, CHECK_DIGIT)),
  isIsin: always(textAtLeast('^[A-Z]{2}[0-9A-Z]{9}\\d$', CHECK_DIGIT)),
  isIsbn: ([version]) => isbn(version),
  isISSN: ([options]) => issn(optionsOf(options)),
  isIBAN: (_, context) => iban(context),
};

/** The numbers of each brand; of one beginning with 51 to 55 the validator looks at no more than four digits. */
const CARDS = [
  '3[47]\\d{13}',
  '3(?:0[0-5]|[68]\\d)\\d{11}',
  '6(?:011|5\\d\\d)\\d{12,15}',
  '(?:2131|1800|35\\d{3})\\d{11}',
  '5[1-5]\\d{2,}',
  '\\d*(?:222[1-9]|22[3-9]\\d|2[3-6]\\d{2}|27[01]\\d|2720)\\d{12}',
  '6[27]\\d{14}|81\\d{14,17}',
  '4\\d{12}(?:\\d{3,6})?',
];

/** Blanks and hyphens may stand anywhere between the digits. */
function creditCard(): RuleSchema {
  const gap = '[- ]*';
  const cards = CARDS.join('|').replace(/\{[\d,]+\}|\\d|\[[^\]]+\]|\d/g, (piece) =>
    piece.startsWith('{') ? piece : `(?:${piece}${gap})`,
  );
  return textAtLeast(`^${luhnAhead(gap)}${gap}(?:${cards})$`, CHECK_DIGIT);
}

function isbn(version: unknown): RuleSchema {
  const gap = '[\\s-]*';
  const ten = `(?:\\d${gap}){9}[\\dX]`;
  const thirteen = `${evenAhead(gap)}(?:\\d${gap}){12}\\d`;
  const forms = version ? (nameOf(version) === '10' ? ten : thirteen) : `(?:${ten}|${thirteen})`;
  return textAtLeast(`^${gap}${forms}${gap}$`, CHECK_DIGIT);
}

function issn(options: Readonly<Record<string, unknown>>): RuleSchema {
  const hyphen = options.require_hyphen ? '-' : '-?';
  const last = options.case_sensitive ? '[\\dX]' : '[\\dXx]';
  return textAtLeast(`^\\d{4}${hyphen}\\d{3}${last}$`, CHECK_DIGIT);
}

/** Blanks and hyphens may stand anywhere, and any case; to the letter also what `toUpperCase` makes a letter. */
function iban({ contract }: RuleContext): RuleSchema {
  const gap = '[\\s-]*';
  const formats = Object.entries(IBANS).map(([country, format]) => `${country}${format}`);
  const plain = formats
    .join('|')
    .replace(/\\d|\[[^\]]+\]|[A-Z]/g, (sign) => `(?:${anyCaseSign(sign, contract)}${gap})`);
  // A letter that becomes two or three in upper case may stand for them.
  const joined =
    contract === 'exact' ? `|(?=[\\s\\S]*[${JOINED_LETTERS}])(?:[A-Za-z0-9${UPPERED}]${gap}){5,34}` : '';
  return textAtLeast(`^${gap}(?:${plain}${joined})$`, CHECK_DIGIT);
}

const JOINED_LETTERS = '\\u00DF\\uFB00-\\uFB06';

function anyCaseSign(sign: string, contract: Contract): string {
  if (sign === '\\d') return sign;
  const inner = sign.replace(/^\[|\]$/g, '');
  const others =
    contract === 'exact'
      ? `${/I|A-Z/.test(inner) ? '\\u0131' : ''}${/S|A-Z/.test(inner) ? '\\u017F' : ''}`
      : '';
  return `[${inner}${inner.toLowerCase().replace('0-9', '')}${others}]`;
}
