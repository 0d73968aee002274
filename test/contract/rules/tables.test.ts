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

/** For expressions of which fast-check cannot make texts. */
const DIGITS = /^\d{9,11}[A-Z]?$/;

function matching(expression: RegExp): fc.Arbitrary<unknown>[] {
  try {
    const flags = expression.flags.replace(/[gy]/g, '');
    return [
      fc.stringMatching(new RegExp(expression.source.replace(/\(\?[=!][^)]*\)/g, ''), flags), {
        size: 'small',
      }),
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
    if (inexact.length > 0) return;
    expect(verdicts.filter(({ accepted, admitted }) => accepted === false && admitted)).toEqual([]);
    expect(verdicts.some(({ accepted }) => accepted)).toBe(true);
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
