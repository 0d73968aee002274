import { Recent } from '../../../src/shared/recent.js';

const COUNT = 1000;
const KEYS = Array.from({ length: COUNT }, (_, key) => key);

test('what was set lately, and what is asked for again and again, is remembered; of the rest nothing', () => {
  const recent = new Recent<number, string>();
  const missed: number[] = [];
  for (const key of KEYS) {
    recent.set(key, `value ${key}`);
    if (recent.get(0) !== 'value 0') missed.push(key);
  }
  expect(missed).toEqual([]);
  expect(KEYS.slice(-8).map((key) => recent.get(key))).toEqual(KEYS.slice(-8).map((key) => `value ${key}`));
  expect(KEYS.slice(1, -64).filter((key) => recent.get(key) !== undefined)).toEqual([]);
});
