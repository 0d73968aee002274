import { UPPERED } from './letters.js';
import { always, nameOf, optionsOf, text, textAtLeast } from './say.js';
import type { RuleContext, RuleSchema, RuleTable } from './types.js';

const CHECK_DIGIT = 'a schema cannot compute a check digit';

/** Numbers of banks, books, records and goods. Most end in a check digit. */
export const stringFinanceRules: RuleTable = {
  isBtcAddress: always(text('^(?:(?:bc1|tb1)p?[ac-hj-np-z02-9]{39,58}|[123m][A-HJ-NP-Za-km-z1-9]{25,39})$')),
  isEthereumAddress: always(text('^0[xX][0-9a-fA-F]{40}$')),
  isISRC: always(text('^[A-Z]{2}[0-9A-Z]{3}\\d{7}$')),
  isCreditCard: always(creditCard()),
  isEAN: always(textAtLeast('^(?:\\d{8}|\\d{13,14})$', CHECK_DIGIT)),
  isIsin: always(textAtLeast('^[A-Z]{2}[0-9A-Z]{9}\\d$', CHECK_DIGIT)),
  isIsbn: ([version]) => isbn(version),
  isISSN: ([options]) => issn(optionsOf(options)),
  isIBAN: (_, context) => iban(context),
};

/** Blanks and hyphens may stand anywhere between the digits. */
function creditCard(): RuleSchema {
  const gap = '[- ]*';
  // Of a number that begins with 51 to 55 the validator looks at no more than four digits.
  const short = `5${gap}[1-5]${gap}(?:\\d${gap}){2,}`;
  return textAtLeast(`^${gap}(?:${short}|(?:\\d${gap}){13,})$`, CHECK_DIGIT);
}

function isbn(version: unknown): RuleSchema {
  const gap = '[\\s-]*';
  const ten = `(?:\\d${gap}){9}[\\dX]`;
  const thirteen = `(?:\\d${gap}){12}\\d`;
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
  const extra = contract === 'exact' ? UPPERED : '';
  const country = contract === 'exact' ? `(?:(?:[A-Za-z${extra}]${gap}){1,2})` : `(?:[A-Za-z]${gap}){2}`;
  return textAtLeast(`^${gap}${country}(?:\\d${gap}){2}(?:[A-Za-z0-9${extra}]${gap}){6,30}$`, CHECK_DIGIT);
}
