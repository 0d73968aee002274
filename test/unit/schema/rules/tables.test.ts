import * as v from 'class-validator';
import { jsonSchemaOf } from '../../../../src/schema/json-schema.js';
import { IDENTITY_CARDS } from '../../../../src/schema/rules/identity-cards.js';
import { MOBILE_PHONES } from '../../../../src/schema/rules/mobile-phones.js';
import { PASSPORTS } from '../../../../src/schema/rules/passports.js';
import { POSTAL_CODES } from '../../../../src/schema/rules/postal-codes.js';
import { TAX_IDS } from '../../../../src/schema/rules/tax-ids.js';
import { timeZoneNames, timeZoneOffsets } from '../../../../src/schema/rules/time-zones.js';

type Contract = 'declared' | 'exact';

/** Two properties with the rule, as a document says them. */
function said(decorate: PropertyDecorator, contract: Contract) {
  class Subject {}
  decorate(Subject.prototype, 'a');
  decorate(Subject.prototype, 'b');
  const messages: string[] = [];
  const schema = jsonSchemaOf(Subject, { contract, onDiagnostic: ({ message }) => messages.push(message) });
  const { $defs } = schema as { readonly $defs: Readonly<Record<string, Record<string, unknown>>> };
  const { Subject: subject, ...components } = $defs;
  const { a, b } = subject!.properties as Record<string, object>;
  return { a, b, components, messages };
}

describe('issue 3 point 1: a table is one named component', () => {
  it.each([
    ['CountryCode', v.IsISO31661Alpha2()],
    ['CountryCodeAlpha3', v.IsISO31661Alpha3()],
    ['CountryCodeNumeric', v.IsISO31661Numeric()],
    ['CurrencyCode', v.IsISO4217CurrencyCode()],
    ['LanguageCode', v.IsISO6391()],
    ['BusinessIdentifierCode', v.IsBIC()],
    ['TimeZone', v.IsTimeZone()],
    ['PostalCode', v.IsPostalCode('any')],
    ['IdentityCard', v.IsIdentityCard('any' as never)],
    ['MobilePhone', v.IsMobilePhone()],
    ['MobilePhone', v.IsMobilePhone('any' as never)],
    ['MobilePhoneStrict', v.IsMobilePhone('any' as never, { strictMode: true })],
    ['Alpha.de-DE', v.IsAlpha('de-DE')],
    ['Alphanumeric.de-DE', v.IsAlphanumeric('de-DE')],
  ])('%s', (name, decorate) => {
    for (const contract of ['declared', 'exact'] as const) {
      const { a, b, components } = said(decorate, contract);
      expect(Object.keys(components)).toEqual([name]);
      expect(JSON.stringify([a, b]).match(/"\$ref":"[^"]+"/g)).toEqual([
        `"$ref":"#/$defs/${name}"`,
        `"$ref":"#/$defs/${name}"`,
      ]);
    }
  });

  it.each([
    ['one alphabet', v.IsAlpha()],
    ['one locale', v.IsPostalCode('DE')],
    ['one locale of telephones', v.IsMobilePhone('de-DE')],
    ['one country of passports', v.IsPassportNumber('DE')],
  ])('but %s is a pattern where it stands', (_, decorate) => {
    const { a, components } = said(decorate, 'declared');
    expect(components).toEqual({});
    expect(a).toHaveProperty('pattern');
  });

  it.each([
    ['CountryCode', v.IsISO31661Alpha2(), 'DE', 'de'],
    ['CurrencyCode', v.IsISO4217CurrencyCode(), 'EUR', 'eur'],
    ['TimeZone', v.IsTimeZone(), 'Europe/Berlin', 'europe/berlin'],
  ])('of which declared lists %s in its own spelling', (name, decorate, canonical, other) => {
    const declared = said(decorate, 'declared').components[name];
    expect(JSON.stringify(declared)).toContain(`"${canonical}"`);
    expect(JSON.stringify(declared)).not.toContain(`"${other}"`);
    expect(said(decorate, 'exact').components[name]).not.toHaveProperty('enum');
  });
});

describe('time zones are those of the installed Intl', () => {
  it('by name, each once', () => {
    const names = timeZoneNames();
    expect(names.filter((name) => !v.isTimeZone(name))).toEqual([]);
    expect(Intl.supportedValuesOf('timeZone').filter((name) => !names.includes(name))).toEqual([]);
    expect(names).toEqual([...new Set(names)].sort());
  });

  it.each(['+01', '-23', '+0130', '-00:59', '+24', '+1', '+01:60', '+010', '+01:0', '+0160'])(
    'by offset %s',
    (offset) => {
      const takes = new RegExp(`^(?:${timeZoneOffsets().join('|') || '[^\\s\\S]'})$`).test(offset);
      expect(takes).toBe(v.isTimeZone(offset));
    },
  );
});

describe('what a later version of the validator may know and our table does not', () => {
  it.each<[string, Record<string, unknown>, string, PropertyDecorator]>([
    ['IsIdentityCard', IDENTITY_CARDS, 'ES', v.IsIdentityCard('ES')],
    ['IsMobilePhone', MOBILE_PHONES, 'de-DE', v.IsMobilePhone('de-DE')],
    ['IsPassportNumber', PASSPORTS, 'DE', v.IsPassportNumber('DE')],
    ['IsPostalCode', POSTAL_CODES, 'DE', v.IsPostalCode('DE')],
    ['IsTaxId', TAX_IDS, 'de-DE', v.IsTaxId('de-DE')],
  ])('%s is any text, and a diagnostic says so', (_, table, key, decorate) => {
    const row = table[key];
    Reflect.deleteProperty(table, key);
    try {
      const { a, messages } = said(decorate, 'declared');
      expect(a).toEqual({ type: 'string' });
      expect(messages.join()).toContain('not in our table');
    } finally {
      table[key] = row;
    }
  });
});
