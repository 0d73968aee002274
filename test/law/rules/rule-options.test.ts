import fc from 'fast-check';
import { compareSample } from './comparison.js';
import { internetRows, openInternetRows } from './options-internet.js';
import { textRows, type OptionRow } from './options.js';

const runs = Number(process.env.DTOSPEC_RUNS ?? 15);
const seed = Number(process.env.DTOSPEC_SEED ?? 20_260_101);

/** Asks about texts made of pieces, under many options. */
function faults([decorator, options, pieces, apply]: OptionRow) {
  const piece = fc.constantFrom(...pieces.split(' '), ' ');
  const text = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(''));
  const texts = fc.array(text, { minLength: 100, maxLength: 100 });
  return fc.sample(fc.tuple(options, texts), { numRuns: runs, seed }).flatMap(([given, seeds]) => {
    const sample = { decorator, use: '', apply: apply({ ...given }), seeds };
    const { wrong, unsaid } = compareSample(sample, 20, seed);
    return wrong.length + unsaid.length === 0 ? [] : [{ given, wrong, unsaid }];
  });
}

describe('the schema of a rule with any options accepts every value that the rule accepts', () => {
  it.each([...textRows, ...internetRows, ...openInternetRows])('%s', (...row) => {
    expect(faults(row)).toEqual([]);
  });
});
