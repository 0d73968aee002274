import * as v from 'class-validator';
import fc from 'fast-check';
import { createRequire } from 'node:module';
import { compareSample } from './comparison.js';

const require = createRequire(__filename);
const { alpha, alphanumeric, decimal } = require('validator/lib/alpha.js') as Record<
  string,
  Record<string, RegExp | string>
>;

const { DTOSPEC_RUNS } = process.env;
const runs = Number(DTOSPEC_RUNS ?? 20);
const seed = Number(process.env.DTOSPEC_SEED ?? 20_260_101);

type Alphabet = readonly [use: string, expression: RegExp, apply: PropertyDecorator];

/**
 * A validator is asked about each character of an alphabet: without DTOSPEC_RUNS each alphabet once, whatever locales
 * share it, and by turns under one rule or the other.
 */
const alphabets = (
  name: string,
  table: Record<string, RegExp | string>,
  decorate: (locale: never) => PropertyDecorator,
  turn: number,
) =>
  Object.entries(table)
    .filter(
      ([, expression], index, all) =>
        DTOSPEC_RUNS !== undefined || all.findIndex(([, other]) => other === expression) === index,
    )
    .filter((_, index) => DTOSPEC_RUNS !== undefined || index % 2 === turn)
    .map(([locale, expression]): Alphabet => [
      `${name}(${locale})`,
      expression as RegExp,
      decorate(locale as never),
    ]);

describe('the schema of a rule in any locale accepts every value that the rule accepts', () => {
  it.each([
    ...alphabets('IsAlpha', alpha!, v.IsAlpha, 0),
    ...alphabets('IsAlphanumeric', alphanumeric!, v.IsAlphanumeric, 1),
  ])('%s', (use, expression, apply) => {
    const source = new RegExp(expression.source, expression.flags.replace('i', ''));
    const seeds = fc.sample(fc.stringMatching(source), { numRuns: runs, seed });
    const { wrong, unsaid, accepted } = compareSample({ decorator: use, use, apply, seeds }, runs, seed);
    expect(wrong).toEqual([]);
    expect(unsaid).toEqual([]);
    expect(accepted.length).toBeGreaterThan(0);
  });

  it.each(Object.entries(decimal!))('IsDecimal and IsNumberString in %s', (locale, mark) => {
    const seeds = [`1${String(mark)}5`, `${String(mark)}5`, '1', '1.5', `1${String(mark)}`];
    for (const decorate of [v.IsDecimal, v.IsNumberString]) {
      const apply = decorate({ locale: locale as never });
      const { wrong, unsaid } = compareSample({ decorator: '', use: '', apply, seeds }, runs, seed);
      expect({ wrong, unsaid }).toEqual({ wrong: [], unsaid: [] });
    }
  });
});
