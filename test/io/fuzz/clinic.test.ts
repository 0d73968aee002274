import { createServer } from 'node:http';
import { fuzz, type FuzzFinding, type FuzzReport } from '../../../src/tools/testing.js';
import { BEYOND, BUGS, shows, type Bug } from './clinic/bugs.js';
import { document } from './clinic/document.js';
import { makeClinic } from './clinic/service.js';

// A clinic that was written without knowing what fuzz checks. The hotel was there before the checks were finished.

const { DTOSPEC_RUNS = '1' } = process.env;
const isLong = Number(DTOSPEC_RUNS) > 1;
const seeds = isLong ? [1, 2, 3, 4, 5] : [1, 3];
const FOUND = Object.keys(BUGS) as (keyof typeof BUGS)[];

const check = (bugs: readonly Bug[], seed: number): Promise<FuzzReport> =>
  fuzz(createServer(makeClinic(new Set(bugs))), {
    ...{ docs: document, seed, headers: { authorization: 'Bearer clinic-token' } },
    ...(isLong ? { time: 60_000 } : { runs: 110, time: 600_000 }),
  });

test.each(seeds)(
  'finds bugs that nobody chose for it, seed %i',
  async (seed) => {
    const { findings } = await check([...FOUND, ...BEYOND], seed);
    const missed = FOUND.filter((bug) => !findings.some((one) => shows(one, bug)));
    // All at once: some hide others, and an operation shows at most five of a kind.
    expect(FOUND.length).toBeGreaterThan(40);
    expect(missed.length).toBeLessThanOrEqual(3);
  },
  600_000,
);

test.each(seeds)(
  'finds nothing in the clinic without bugs, seed %i',
  async (seed) => {
    const { findings, operations } = await check([], seed);
    expect(findings.map(({ code, message, curl }) => `${code}: ${message} ${curl}`)).toEqual([]);
    expect(operations.filter(({ isReached }) => !isReached)).toEqual([]);
  },
  600_000,
);

test.each<[Bug, string[], Partial<FuzzFinding>]>([
  [
    'replaced animal not stored',
    ['/animals', '/animals/{animalId}'],
    {
      ...{ code: 'change-lost', operation: 'GET /animals/{animalId}', status: 200 },
      message: expect.stringMatching(
        /^\w+ has another value after PUT \/animals\/\{animalId\} changed it\.$/,
      ) as string,
    },
  ],
  [
    'Location leads nowhere',
    ['/animals', '/animals/{animalId}'],
    {
      code: 'created-not-found',
      message: 'The Location in the response of POST /animals is answered with 404.',
    },
  ],
  [
    'connection string in an error',
    ['/invoices/{invoiceId}'],
    {
      ...{ code: 'secret-shown', place: 'response body' },
      message: 'An error with 404 shows a URL with a password.',
    },
  ],
  [
    'malformed percent crashes',
    ['GET /animals/{animalId}'],
    {
      ...{ code: 'server-error', curl: expect.stringMatching(/%'/) as string },
      message: 'A path with a percent sign that escapes nothing is answered with 500.',
    },
  ],
  [
    'Allow of another resource',
    ['/vets'],
    {
      ...{ code: 'unsupported-method', operation: 'POST /vets' },
      message: 'An undocumented method is answered with 405, and listed in the header Allow.',
    },
  ],
])('needs a request beside the documented ones: %s', async (bug, operations, expected) => {
  const { findings } = await fuzz(createServer(makeClinic(new Set([bug]))), {
    ...{ docs: document, runs: 30, operations, headers: { authorization: 'Bearer clinic-token' } },
  });
  expect(findings).toMatchObject([{ isConfirmed: true, ...expected }]);
});
