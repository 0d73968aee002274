import { fuzz, type FuzzFinding, type FuzzReport } from '../../../src/tools/testing.js';
import { BUGS, type Bug } from './hotel/bugs.js';
import { DOCUMENT } from './hotel/document.js';
import { hotel, TOKEN } from './hotel/service.js';

// A hotel whose requests Ajv validates: faithful, or with all bugs at once.

const { DTOSPEC_RUNS = '1' } = process.env;
const isLong = Number(DTOSPEC_RUNS) > 1;
const seeds = isLong ? [1, 2, 3, 4, 5] : [1];
const headers = { Authorization: TOKEN };

const check = (hasBugs: boolean, seed: number): Promise<FuzzReport> =>
  fuzz(
    hotel(() => hasBugs),
    {
      ...{ docs: DOCUMENT, seed, headers },
      // As many requests as a minute allows on a slow machine.
      ...(isLong ? { time: 60_000 } : { runs: 130, time: 600_000 }),
    },
  );

const shows = (finding: FuzzFinding, bug: Bug): boolean =>
  Object.entries(BUGS[bug]).every(([field, value]) => finding[field as keyof FuzzFinding] === value);

test.each(seeds)(
  'finds planted bugs of common kinds, seed %i',
  async (seed) => {
    const { findings, operations } = await check(true, seed);
    const confirmed = findings.filter(({ isConfirmed }) => isConfirmed);
    const missed = (Object.keys(BUGS) as Bug[]).filter((bug) => !confirmed.some((one) => shows(one, bug)));
    expect(missed.length).toBeLessThanOrEqual(1);
    // One finding for each cause, and for what a cause leads to.
    expect(findings.length).toBeLessThan(Object.keys(BUGS).length + 10);
    expect(operations.filter(({ requests }) => requests === 0)).toEqual([]);
  },
  600_000,
);

test.each(seeds)(
  'finds nothing in the same service without bugs, seed %i',
  async (seed) => {
    const { findings, operations } = await check(false, seed);
    expect(findings.map(({ code, message, curl }) => `${code}: ${message} ${curl}`)).toEqual([]);
    expect(operations.filter(({ isReached }) => !isReached)).toEqual([]);
  },
  600_000,
);

const only = async (bug: Bug, operations: string[]): Promise<readonly FuzzFinding[]> => {
  const report = await fuzz(
    hotel((one) => one === bug),
    {
      ...{ docs: DOCUMENT, runs: 12, headers, operations },
    },
  );
  return report.findings;
};

test.each<[Bug, string[], Partial<FuzzFinding>]>([
  [
    'credentials ignored',
    ['/report'],
    {
      message:
        'A request without credentials is answered with 200, though the document requires credentials.',
      curl: expect.not.stringContaining('Authorization') as string,
    },
  ],
  [
    'any credentials',
    ['/guests'],
    {
      message:
        'A request with wrong credentials is answered with 200, though the document requires credentials.',
    },
  ],
  [
    'readable after deletion',
    ['/rooms', '/rooms/{roomId}'],
    { message: 'A request is answered with 200 after DELETE /rooms/{roomId} deleted it.', status: 200 },
  ],
  [
    'created but not readable',
    ['/bookings', '/bookings/{bookingId}/notes', '/bookings/{bookingId}/notes/{noteId}'],
    {
      message: 'A request is answered with 404 after POST /bookings/{bookingId}/notes created it.',
      curl: expect.stringMatching(/\/bookings\/b-\d+\/notes\/n-\d+'/) as string,
    },
  ],
  [
    'no Allow',
    ['/guests', '/report'],
    {
      ...{
        operation: 'PUT /guests',
        message: 'An undocumented method is answered with 405 without the header Allow.',
      },
      also: expect.arrayContaining(['PATCH /guests', 'POST /report']) as string[],
    },
  ],
])('needs a second request: %s', async (bug, operations, expected) => {
  const findings = await only(bug, operations);
  expect(findings).toMatchObject([{ ...BUGS[bug], isConfirmed: true, ...expected }]);
});
