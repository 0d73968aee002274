import { portabilityOf } from '../../../../src/documents/rules/pattern/portability.js';
import { questions } from './patterns.js';
import { disagreements, OWN_ENGINES } from './engines.js';

const runs = Number(process.env.DTOSPEC_RUNS ?? 12);

describe('every pattern that the library writes', () => {
  const asked = questions(runs);

  it('is one of more than 100', () => {
    expect(asked.length).toBeGreaterThan(100);
  });

  it('has at most 120 characters', () => {
    expect(asked.map(({ pattern }) => pattern).filter((pattern) => pattern.length > 120)).toEqual([]);
  });

  it('needs no note on its portability', () => {
    expect(asked.filter(({ pattern }) => portabilityOf(pattern) !== undefined)).toEqual([]);
  });

  it.each(OWN_ENGINES)('means the same in $name', (engine) => {
    expect(disagreements(engine, asked)).toEqual([]);
  });
});
