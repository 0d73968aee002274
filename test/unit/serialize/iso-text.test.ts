import fc from 'fast-check';
import { serialize } from '../../../src/index.js';
import { isoText } from '../../../src/serialize/iso-text.js';

const DAY = 86_400_000;
/** The first and last moments that a Date can be, and where years get or lose a digit or their sign. */
const ENDS = [
  -8.64e15,
  8.64e15,
  0,
  Date.UTC(0, 0),
  -62_198_755_200_000,
  -62_167_219_200_000,
  Date.UTC(10_000, 0),
];
/** Moments within a day at which a digit changes. */
const STEPS = [1, 9, 10, 99, 100, 999, 1000, 59_999, 60_000, 3_599_999, 3_600_000, DAY - 1, DAY];

/** What the language says of a moment is what we say. */
function expectTheSame(time: number): void {
  const date = new Date(time);
  if (!Number.isNaN(date.getTime())) expect(isoText(time)).toBe(date.toISOString());
}

describe('isoText', () => {
  test('is toISOString() around the ends of years, days, minutes and seconds', () => {
    for (const end of [...ENDS, Date.UTC(2024, 1, 29), Date.UTC(2026, 10, 22, 16, 43, 13, 7)])
      for (const step of [0, ...STEPS]) for (const time of [end - step, end + step]) expectTheSame(time);
  });

  test('is toISOString() for any date', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (date) => expectTheSame(date.getTime())),
      { numRuns: 5000 },
    );
  });

  test('is toISOString() for more days than are remembered, and for the first of them again', () => {
    for (let day = 0; day < 5000; day += 1) expectTheSame(day * DAY + day);
    expectTheSame(1);
  });
});

test('a Date that has a toISOString() of its own is asked for it', () => {
  class Day extends Date {
    override toISOString(): string {
      return super.toISOString().slice(0, 10);
    }
  }
  expect(serialize({ at: new Date(0), on: new Day(0) })).toEqual({
    at: '1970-01-01T00:00:00.000Z',
    on: '1970-01-01',
  });
});
