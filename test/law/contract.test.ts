import { NARROWINGS } from '../../src/schema/contract.js';
import { compareCase } from './compare.js';
import { nameOf } from './corpus/case.js';
import { cases } from './corpus/cases.js';
import { Register } from './corpus/auth.js';
import { Review } from './corpus/commerce.js';
import { UpdateProduct } from './corpus/mapped.js';
import { Manager } from './corpus/people.js';

/** More values, or others: `CONTRACT_RUNS=5000 CONTRACT_SEED=7 npx jest test/law`. */
const runs = Number(process.env.CONTRACT_RUNS ?? 300);
const seed = Number(process.env.CONTRACT_SEED ?? 20260729);

/** Classes that no value passes: their rules contradict each other, or insist on what class-transformer leaves out. */
const UNPASSABLE = ['Account', 'Account.create.update', 'Contradictory', 'Member', 'Member.staff'];

describe('the schema says exactly what validation does (design 5, the law)', () => {
  it('has a corpus worth the name', () => {
    expect(new Set(cases.map(({ target }) => target)).size).toBeGreaterThanOrEqual(60);
  });

  it.each(cases.map((tested) => [nameOf(tested), tested] as const))('%s', async (_, tested) => {
    const { accepted, disagreements } = await compareCase(tested, { runs, seed });
    expect(disagreements).toEqual([]);
    // Without accepted values nothing is proved against false rejects.
    expect(accepted > 2).toBe(!UNPASSABLE.includes(nameOf(tested)));
  });
});

describe('nullableOptional documents that null passes (design 5, Required)', () => {
  it.each([Register, UpdateProduct, Manager, Review].map((target) => [target.name, target] as const))(
    '%s needs no narrowing for it any more',
    async (_, target) => {
      const narrowing = NARROWINGS.nullForOptional.name;
      const closed = await compareCase({ target }, { runs, seed });
      expect(closed.narrowed.get(narrowing)).toBeGreaterThan(0);
      const open = await compareCase({ target }, { runs, seed, nullableOptional: true });
      expect(open.narrowed.get(narrowing)).toBeUndefined();
      expect(open.disagreements).toEqual([]);
    },
  );
});
