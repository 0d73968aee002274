import { compareRule } from './compare.js';
import { samples } from './samples.js';

const runs = Number(process.env.DTOSPEC_RUNS ?? 150);
const seed = Number(process.env.DTOSPEC_SEED ?? 20_260_101);

/** What the declared contract narrows on purpose (design 5), and the length rules, which count variation selectors. */
const NARROWED: Readonly<Record<string, string>> = {
  IsEnum: 'member names of a numeric enum',
  IsNotEmptyObject: 'members of Object.prototype as keys',
  IsISO31661Alpha2: 'canonical spelling',
  IsISO31661Alpha3: 'canonical spelling',
  IsISO4217CurrencyCode: 'canonical spelling',
  IsBIC: 'canonical spelling',
  IsIBAN: 'canonical spelling',
  IsPassportNumber: 'canonical spelling',
  IsDate: 'a date is RFC 3339 text',
  MinDate: 'a date is RFC 3339 text',
  MaxDate: 'a date is RFC 3339 text',
  Length: 'variation selectors count',
  MinLength: 'variation selectors count',
  MaxLength: 'variation selectors count',
  IsDivisibleBy: 'Ajv’s multipleOf fails from 1e21',
};

describe('issue 3, proof: every other rule is declared as it is exactly', () => {
  it.each(samples.filter(({ decorator }) => !Object.hasOwn(NARROWED, decorator)))(
    '$decorator$use',
    (sample) => {
      const { said, falseRejects, falseAccepts } = compareRule(sample, { contract: 'declared', runs, seed });
      expect(falseRejects).toEqual([]);
      if (said.inexact === undefined) expect(falseAccepts).toEqual([]);
    },
  );
});
