import { compareCase } from './compare.js';
import { nameOf } from './corpus/case.js';
import { cases } from './corpus/cases.js';

/** More values, or others: `CONTRACT_RUNS=5000 CONTRACT_SEED=7 npx jest test/contract`. */
const runs = Number(process.env.CONTRACT_RUNS ?? 300);
const seed = Number(process.env.CONTRACT_SEED ?? 20260729);

describe('the schema says exactly what validation does (design 5, the law)', () => {
  it('has a corpus worth the name', () => {
    expect(new Set(cases.map(({ target }) => target)).size).toBeGreaterThanOrEqual(60);
  });

  it.each(cases.map((tested) => [nameOf(tested), tested] as const))('%s', async (_, tested) => {
    const { disagreements } = await compareCase(tested, { runs, seed });
    expect(disagreements).toEqual([]);
  });
});
