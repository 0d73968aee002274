import { isIdentityCard, isMobilePhone, isTaxId } from 'class-validator';
import { IDENTITY_CARDS } from './identity-cards.js';
import { answers } from './answers.js';
import { MOBILE_PHONES } from './mobile-phones.js';
import { passport } from './passport-patterns.js';
import { strongPassword } from './password.js';
import { translatePattern } from './pattern/translate.js';
import { atLeast, exactly, nameOf, nothing, optionsOf, rowOf, text, textAtLeast } from './say.js';
import { TAX_IDS } from './tax-ids.js';
import type { RuleContext, RuleSchema, RuleTable } from './types.js';

/** Papers, numbers and secrets of people. */
export const stringPersonRules: RuleTable = {
  isIdentityCard: ([locale], context) => identityCard(locale, context),
  isPassportNumber: ([country], context) => passport(country, context),
  isTaxId: ([locale]) => taxId(locale),
  isPhoneNumber: ([region]) => phoneNumber(region),
  isMobilePhone: ([locale, options], context) => mobilePhone(locale, options, context),
  isStrongPassword: ([options], context) => strongPassword(optionsOf(options), context),
};

const CHECK_DIGIT = 'a schema cannot compute a check digit';

function identityCard(locale: unknown, context: RuleContext): RuleSchema {
  if (!answers(() => isIdentityCard('', locale as never))) return nothing;
  if (locale === 'any') {
    const anyOf = Object.values(IDENTITY_CARDS).map(({ pattern }) => ({ pattern }));
    return atLeast(context.component('IdentityCard', { type: 'string', anyOf }), CHECK_DIGIT);
  }
  const card = rowOf(IDENTITY_CARDS, nameOf(locale));
  if (!card) return atLeast({ type: 'string' }, 'the locale is not in our table');
  return card.exact ? text(card.pattern) : textAtLeast(card.pattern, CHECK_DIGIT);
}

function taxId(locale: unknown): RuleSchema {
  const known = nameOf(locale) || 'en-US';
  if (!answers(() => isTaxId('', known))) return nothing;
  if (known === 'en-US') return text(`^(?:${taxOffices().join('|')})[- ]?\\d{7}$`);
  const row = rowOf(TAX_IDS, known);
  const format = row && translatePattern(row);
  if (!format) return atLeast({ type: 'string' }, 'the locale is not in our table');
  return known === 'en-GB' ? text(format.pattern) : textAtLeast(format.pattern, CHECK_DIGIT);
}

let offices: string[] | undefined;

/** The first two digits of an American tax number, asked of the validator. */
function taxOffices(): string[] {
  const prefixes = Array.from({ length: 100 }, (_, prefix) => String(prefix).padStart(2, '0'));
  return (offices ??= prefixes.filter((prefix) => isTaxId(`${prefix}0000000`, 'en-US')));
}

/** No country has shorter numbers: four digits, and two before them where the country has to be told. */
function phoneNumber(region: unknown): RuleSchema {
  // Without a region the number has to be international; the plus may be a full-width one.
  const plus = region ? '' : '(?=[\\s\\S]*[+\\uFF0B])';
  const digits = `(?=(?:\\P{Nd}*\\p{Nd}){${region ? 4 : 6}})`;
  return atLeast(
    { type: 'string', maxLength: 250, pattern: `^${plus}${digits}\\S(?:[\\s\\S]*\\S)?$` },
    'each country has its own numbering plan',
  );
}

/** Numbers of one locale, of several, or of all; unknown ones in a list are ignored, alone one throws. */
function mobilePhone(locale: unknown, options: unknown, { component }: RuleContext): RuleSchema {
  const takes = (one: unknown) => answers(() => isMobilePhone('', one as never));
  if (!takes(locale)) return nothing;
  const start = optionsOf(options).strictMode ? '(?=\\+)' : '';
  const any = !locale || locale === 'any';
  const named = (Array.isArray(locale) ? locale : [locale]).map(nameOf).filter(takes);
  const locales = any ? Object.keys(MOBILE_PHONES) : named.filter((one) => one !== '' && one !== 'any');
  if (locales.length === 0) return nothing;
  const numbers = [...new Set(locales.map((one) => rowOf(MOBILE_PHONES, one)))];
  if (numbers.includes(undefined)) return atLeast({ type: 'string' }, 'the locale is not in our table');
  const said = text(`^${start}(?:${numbers.join('|')})$`);
  return any ? exactly(component(start ? 'MobilePhoneStrict' : 'MobilePhone', said.schema)) : said;
}
