import fc from 'fast-check';
import { compareRule } from './compare.js';
import { internetRows, openInternetRows } from './options-internet.js';
import { textRows, type OptionRow } from './options.js';

const runs = Number(process.env.DTOSPEC_RUNS ?? 100);
const seed = Number(process.env.DTOSPEC_SEED ?? 20_260_101);

/** Beyond U+FFFF a character counts twice in a length. */
const ASTRAL = /[\u{10000}-\u{10FFFF}]/u;

/** Asks about texts made of pieces, under many options. */
function comparisons([decorator, options, pieces, apply]: OptionRow) {
  const piece = fc.constantFrom(...pieces.split(' '), ' ');
  const text = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(''));
  const texts = fc.array(text, { minLength: 100, maxLength: 100 });
  return fc.sample(fc.tuple(options, texts), { numRuns: runs, seed }).map(([given, seeds]) => {
    const sample = { decorator, use: `(${JSON.stringify(given)})`, apply: apply({ ...given }), seeds };
    const { inexact, falseRejects, falseAccepts } = compareRule(sample, {
      contract: 'exact',
      runs: 20,
      seed,
    });
    return { given, inexact, falseRejects, falseAccepts };
  });
}

describe('issue 3 point 1: any options', () => {
  it.each(textRows)('%s', (...row) => {
    const faults = comparisons(row).filter(
      ({ inexact, falseRejects, falseAccepts }) =>
        falseRejects.length > 0 || (inexact.length === 0 && falseAccepts.length > 0),
    );
    expect(faults).toEqual([]);
  });

  it.each(internetRows)('%s', (...row) => {
    const faults = comparisons(row).filter(
      ({ falseRejects, falseAccepts }) =>
        falseRejects.length > 0 || falseAccepts.some((value) => !ASTRAL.test(String(value))),
    );
    expect(faults).toEqual([]);
  });

  it.each(openInternetRows)('%s with what cannot be spelled out', (...row) => {
    expect(comparisons(row).filter(({ falseRejects }) => falseRejects.length > 0)).toEqual([]);
  });
});
