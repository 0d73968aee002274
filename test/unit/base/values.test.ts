import { recordFor } from '../../../src/base/values.js';

const STATUSES = ['200', '404', '500', 'default'];

function recordOf(names: readonly string[]): Record<string, string> {
  const record = recordFor<string>(names);
  for (const name of names) record[name] = `value of ${name}`;
  return record;
}

describe('an object for members that are called by numbers', () => {
  test.each([[STATUSES], [['name', '1']], [[]], [['0', '1']], [['4XX', 'default']]])(
    '%j: has those',
    (names) => {
      const expected = Object.fromEntries(names.map((name) => [name, `value of ${name}`]));
      expect(recordOf(names)).toStrictEqual(expected);
      expect(JSON.stringify(recordOf(names))).toBe(JSON.stringify(expected));
    },
  );

  test('has no room for all numbers below them', () => {
    const before = process.memoryUsage().heapUsed;
    const records = Array.from({ length: 4000 }, () => recordOf(STATUSES));
    // Plain objects take 20 MB.
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(8_000_000);
    expect(records).toHaveLength(4000);
  });
});
