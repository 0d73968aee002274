import { compareRule } from './compare.js';
import { samples } from './samples.js';

const runs = Number(process.env.DTOSPEC_RUNS ?? 300);
const seed = Number(process.env.DTOSPEC_SEED ?? 20_260_101);

describe('issue 3, proof: every rule against class-validator, to the letter', () => {
  it.each(samples)('$decorator$use', (sample) => {
    const { inexact, falseRejects, falseAccepts } = compareRule(sample, { contract: 'exact', runs, seed });
    expect(falseRejects).toEqual([]);
    if (inexact.length === 0) expect(falseAccepts).toEqual([]);
  });
});
