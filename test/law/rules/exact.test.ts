import { compareRule } from './compare.js';
import { inexactUses } from './inexact.js';
import { samples } from './samples.js';

const runs = Number(process.env.DTOSPEC_RUNS ?? 300);
const seed = Number(process.env.DTOSPEC_SEED ?? 20_260_101);

describe('issue 3, proof: every rule against class-validator, to the letter', () => {
  it.each(samples)('$decorator$use', (sample) => {
    const compared = compareRule(sample, { contract: 'exact', runs, seed });
    const { inexact, falseRejects, falseAccepts, falseAcceptsNear, rejectedNear } = compared;
    expect(falseRejects).toEqual([]);
    const precision = inexactUses[sample.decorator + sample.use];
    // A rule that lost what it said would call itself inexact and be right again.
    expect(inexact.length > 0).toBe(precision !== undefined);
    if (precision === undefined) expect(falseAccepts).toEqual([]);
    else expect(100 * (1 - falseAcceptsNear / Math.max(1, rejectedNear))).toBeGreaterThanOrEqual(precision);
  });

  it('lists no use that is not there', () => {
    const uses = new Set(samples.map(({ decorator, use }) => decorator + use));
    expect(Object.keys(inexactUses).filter((use) => !uses.has(use))).toEqual([]);
  });
});
