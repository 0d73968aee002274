import { byTurns, runs } from '../../fixtures/runs.js';
import { createEvaluation } from './evaluation.js';
import type { Documented, Job } from './program.js';
import { generateTwins } from './similar-classes.js';
import { WAYS } from './schema-options.js';

const first = Number(process.env.DTOSPEC_FIRST ?? process.env.DTOSPEC_SEED ?? 1);

/** The plainest family in every way, the others by turns. */
const TURNS = 11;
const families = [0, 1, 2, 3, ...Array.from({ length: runs(1) }, (_, index) => 4 + first + index)];

const classes = families.flatMap((family) =>
  generateTwins(family).map((_, member): Job[] =>
    byTurns([...WAYS.keys()], family, family === 0 ? 1 : TURNS).map((way) => ({ family, member, way })),
  ),
);
const jobs = classes.flat();

describe('the document of a class does not depend on classes documented before', () => {
  const evaluate = createEvaluation();
  let alone: readonly Documented[];

  beforeAll(() => {
    alone = classes.map((ways) => evaluate().documentAll(ways));
  }, 300_000);

  it.each([
    ['in their order', jobs],
    ['the last one first', jobs.toReversed()],
  ])(
    '%s',
    (_, order) => {
      const together = evaluate().documentAll(order);
      expect(together.schemas).toEqual(Object.assign({}, ...alone.map(({ schemas }) => schemas)));
      expect(findingsOf([together])).toEqual(findingsOf(alone));
    },
    120_000,
  );
});

function findingsOf(documented: readonly Documented[]): string[] {
  return [...new Set(documented.flatMap(({ findings }) => findings))].sort();
}
