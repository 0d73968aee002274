import { fuzz, type FuzzFinding, type FuzzReport } from '../../../src/tools/testing.js';
import { DOCUMENT } from './library/document.js';
import { BUGS, library, TOKEN, type Bug } from './library/service.js';

// A library with all bugs in one process. One of them fails every request with a card that was used before.

const { DTOSPEC_RUNS = '1' } = process.env;
const isLong = Number(DTOSPEC_RUNS) > 1;
const seeds = isLong ? [1, 2, 3, 4, 5] : [1];
const ALL = Object.keys(BUGS) as Bug[];

const check = (bugs: readonly Bug[], seed: number, isCardFirst: boolean): Promise<FuzzReport> =>
  fuzz(library(bugs, isCardFirst), {
    ...{ docs: DOCUMENT, seed, headers: { authorization: TOKEN } },
    ...(isLong ? { time: 60_000 } : { runs: 150, time: 600_000 }),
  });

const cases = seeds.flatMap((seed) => [false, true].map((isCardFirst) => [seed, isCardFirst] as const));

const shownBy = (findings: readonly FuzzFinding[], bug: Bug): FuzzFinding[] =>
  findings.filter((one) => {
    try {
      expect(one).toMatchObject({ ...BUGS[bug], isConfirmed: true });
      return true;
    } catch {
      return false;
    }
  });

test.each(cases)(
  'finds bugs that are all in one service, seed %i, the card is looked up first: %s',
  async (seed, isCardFirst) => {
    const { findings } = await check(ALL, seed, isCardFirst);
    expect(ALL.filter((bug) => shownBy(findings, bug).length === 0)).toEqual([]);
    const known = new Set(ALL.flatMap((bug) => shownBy(findings, bug)));
    const more = findings.filter((one) => !known.has(one));
    expect(more.map(({ message, operation, pointer, curl }) => [operation, pointer, message, curl])).toEqual(
      [],
    );
  },
  600_000,
);

test.each(cases)(
  'finds nothing in the same service without bugs, seed %i, the card is looked up first: %s',
  async (seed, isCardFirst) => {
    const { findings, operations } = await check([], seed, isCardFirst);
    expect(findings.map(({ code, message, curl }) => `${code}: ${message} ${curl}`)).toEqual([]);
    expect(operations.filter(({ isReached }) => !isReached)).toEqual([]);
  },
  600_000,
);
