import { disagreements, engines, installed, OWN_ENGINES } from './engines.js';
import { questions } from './patterns.js';

const runs = Number(process.env.DTOSPEC_RUNS ?? 12);

describe('every pattern that the library writes', () => {
  const asked = questions(runs);
  const here = installed();
  const missing = engines.filter((engine) => !here.includes(engine));
  for (const { name } of missing) it.skip(`means the same in ${name}`, () => undefined);

  it.each(here.filter((engine) => !OWN_ENGINES.includes(engine)))(
    'means the same in $name',
    (engine) => {
      expect(disagreements(engine, asked)).toEqual([]);
    },
    300_000,
  );
});
