import * as v from 'class-validator';
import fc from 'fast-check';
import { IDENTITY_CARDS } from '../../../src/schema/rules/identity-cards.js';
import { MOBILE_PHONES } from '../../../src/schema/rules/mobile-phones.js';
import { PASSPORTS } from '../../../src/schema/rules/passports.js';
import { POSTAL_CODES } from '../../../src/schema/rules/postal-codes.js';
import { TAX_IDS } from '../../../src/schema/rules/tax-ids.js';
import { accepts, classOf, schemaOf } from './compare.js';
import { mutated } from './values.js';

const runs = Number(process.env.DTOSPEC_RUNS ?? 100);
const seed = Number(process.env.DTOSPEC_SEED ?? 20_260_101);

type Takes = (value: string, key: string) => boolean;

/** Each table: its keys, the validator that it speaks for, and the decorator. */
const tables: readonly (readonly [string, readonly string[], Takes, (key: string) => PropertyDecorator])[] = [
  [
    'IsMobilePhone',
    Object.keys(MOBILE_PHONES),
    v.isMobilePhone as Takes,
    (key) => v.IsMobilePhone(key as never),
  ],
  ['IsPostalCode', Object.keys(POSTAL_CODES), v.isPostalCode as Takes, (key) => v.IsPostalCode(key as never)],
  ['IsPassportNumber', Object.keys(PASSPORTS), v.isPassportNumber, (key) => v.IsPassportNumber(key)],
  [
    'IsIdentityCard',
    Object.keys(IDENTITY_CARDS),
    v.isIdentityCard as Takes,
    (key) => v.IsIdentityCard(key as never),
  ],
  ['IsTaxId', Object.keys(TAX_IDS), v.isTaxId, (key) => v.IsTaxId(key)],
];

const rows = tables.flatMap(([decorator, keys, takes, apply]) =>
  keys.map((key) => [`${decorator}('${key}')`, key, takes, apply(key)] as const),
);

/** The expressions that the validator itself asks: what it may accept, told by the one who accepts. */
function expressionsOf(takes: Takes, key: string): RegExp[] {
  const asked: RegExp[] = [];
  const spy = jest.spyOn(RegExp.prototype, 'test').mockImplementation(function (this: RegExp, text) {
    asked.push(this);
    return this.exec(text) !== null;
  });
  try {
    takes('', key);
  } finally {
    spy.mockRestore();
  }
  return asked;
}

/** Whether the first expression that the validator asks says no: what comes after it is about digits and dates. */
function isRefusedByFormat(text: string, takes: Takes, key: string): boolean {
  const answers: boolean[] = [];
  const spy = jest.spyOn(RegExp.prototype, 'test').mockImplementation(function (this: RegExp, asked) {
    const found = this.exec(asked) !== null;
    answers.push(found);
    return found;
  });
  try {
    takes(text, key);
  } finally {
    spy.mockRestore();
  }
  return answers[0] === false;
}

const DATES = ['3850615', '850615', '150685', '061585', '19850615', '15061985'];
const CHECKS = [
  ...Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'),
  ...Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0')),
];

/** Of such texts those that the validator takes, with a date in them perhaps, when their end is chosen for it. */
function withCheckDigit(texts: readonly string[], takes: (text: string) => boolean): string[] {
  return texts.flatMap((text) => {
    const dated = DATES.map((date) => text.replace(new RegExp(`\\d{${date.length}}`), date));
    const ended = [text, ...dated].flatMap((one) =>
      CHECKS.map((check) => one.slice(0, -check.length) + check),
    );
    return ended.filter(takes).slice(0, 3);
  });
}

/** Rows without a check digit, of tables where most have one. */
const WITHOUT_CHECK_DIGIT = [
  ...["IsIdentityCard('IT')", "IsIdentityCard('LK')", "IsIdentityCard('PK')", "IsIdentityCard('ar-LY')"],
  ...["IsIdentityCard('ar-TN')", "IsTaxId('en-GB')", "IsTaxId('en-US')"],
];

function hasCheckDigit(use: string): boolean {
  return /^Is(?:IdentityCard|TaxId)/.test(use) && !WITHOUT_CHECK_DIGIT.includes(use);
}

/** Letters that `toUpperCase` turns into others, and what it makes of them. */
const UPPERED = Array.from('\u00DF\uFB00\uFB01\uFB02\uFB03\uFB04\uFB05\uFB06\u0131\u017F').map(
  (letter) => [letter.toUpperCase(), letter] as const,
);

/** The text with letters that such others may stand for, in mixed case and with blanks. */
function respelled(text: unknown): fc.Arbitrary<string> {
  const letters = fc.array(fc.constantFrom('S', 'F', 'I', 'L', 'T', 'SS', 'FF', 'FI', 'FFL', 'ST'), {
    minLength: 1,
    maxLength: 5,
  });
  const steps = fc.array(fc.tuple(fc.constantFrom(...UPPERED), fc.boolean()), { maxLength: 4 });
  return fc
    .tuple(letters, steps, fc.nat(20), fc.constantFrom('', ' ', '\n', 'a'))
    .map(([run, others, at, blank]) => {
      const spelled = run.join('');
      let position = 0;
      const replaced = String(text).replace(/[A-Z]/g, (letter) => spelled[position++] ?? letter);
      const joined = others.reduce(
        (one, [[upper, letter], lower]) =>
          lower ? one.replace(upper, letter) : one.toLowerCase().replace(upper.toLowerCase(), letter),
        replaced,
      );
      return joined.slice(0, at) + blank + joined.slice(at);
    });
}

/** For expressions of which fast-check cannot make texts. */
const DIGITS = /^\d{9,11}[A-Z]?$/;

function matching(expression: RegExp): fc.Arbitrary<unknown>[] {
  try {
    const flags = expression.flags.replace(/[giy]/g, '');
    return [
      fc.stringMatching(
        new RegExp(expression.source.replace(/\(\?[=!][^)]*\)/g, '').replace(/\\[1-9]/g, '\\d'), flags),
        {
          size: 'small',
        },
      ),
    ];
  } catch {
    return [];
  }
}

describe('issue 3: every row of the tables of locales', () => {
  it.each(rows)('%s', (use, key, takes, apply) => {
    const sample = { decorator: use, use: '', apply, seeds: [] };
    const target = classOf(sample);
    const { admits, inexact, patterns } = schemaOf(sample, 'exact');
    const sources = [...expressionsOf(takes, key), ...patterns.map((pattern) => new RegExp(pattern, 'u'))];
    const made = sources.flatMap(matching);
    const texts = fc.oneof(...(made.length > 0 ? made : matching(DIGITS)));
    const near = texts.chain((text) => fc.oneof(fc.constant(text), mutated(text)));
    const verdicts = fc.sample(near, { numRuns: runs, seed }).map((value) => {
      const object = { p: value };
      return { value, accepted: accepts(target, object), admitted: admits(object) };
    });
    expect(verdicts.filter(({ accepted, admitted }) => accepted === true && !admitted)).toEqual([]);
    const rejected = verdicts.filter(({ accepted }) => accepted === false);
    const falseAccepts = rejected.filter(({ admitted }) => admitted);
    expect(inexact.length > 0).toBe(hasCheckDigit(use));
    if (hasCheckDigit(use)) {
      const valid = withCheckDigit(fc.sample(texts, { numRuns: 30, seed }).map(String), (one) =>
        takes(one, key),
      );
      expect(valid).not.toEqual([]);
      expect(valid.filter((value) => !admits({ p: value }))).toEqual([]);
      const plain = falseAccepts
        .map(({ value }) => String(value))
        .filter((value) => /^[\0-\x7F]*$/.test(value));
      expect(plain.filter((value) => isRefusedByFormat(value, takes, key))).toEqual([]);
      return;
    }
    expect(falseAccepts).toEqual([]);
    expect(verdicts.some(({ accepted }) => accepted)).toBe(true);
  });

  it.each(Object.keys(PASSPORTS))('IsPassportNumber(%p) in every spelling', (country) => {
    const apply = v.IsPassportNumber(country);
    const target = classOf({ decorator: 'IsPassportNumber', use: '', apply, seeds: [] });
    const { admits } = schemaOf({ decorator: 'IsPassportNumber', use: '', apply, seeds: [] }, 'exact');
    const plain = fc.oneof(...expressionsOf(v.isPassportNumber, country).flatMap(matching));
    const differing = fc
      .sample(plain.chain(respelled), { numRuns: 4 * runs, seed })
      .filter((value) => accepts(target, { p: value }) !== admits({ p: value }));
    expect(differing).toEqual([]);
  });

  it.each(tables)('%s knows every name that the validator knows', (_, keys, takes) => {
    const known = (name: string) => {
      try {
        takes('', name);
        return true;
      } catch {
        return false;
      }
    };
    expect(keys.filter((name) => !known(name))).toEqual([]);
  });
});
