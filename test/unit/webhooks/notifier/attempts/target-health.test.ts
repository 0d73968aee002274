import { TargetHealth } from '../../../../../src/webhooks/notifier/attempts/target-health.js';

test('a target is new, then responsive for half a second, then idle; unresponsive when it did not answer', () => {
  const health = new TargetHealth();
  const at = (now: number) => health.of('a', now);
  expect(at(0)).toBe('new');
  health.note('a', true, 100);
  expect([at(100), at(600), at(601)]).toEqual(['responsive', 'responsive', 'idle']);
  health.note('a', false, 200);
  expect([at(200), at(1e9)]).toEqual(['unresponsive', 'unresponsive']);
  health.note('a', true, 300);
  expect(at(300)).toBe('responsive');
});

test('returns whether the target responded since a given time', () => {
  const health = new TargetHealth();
  expect(health.hasAnsweredSince('a', 0)).toBe(false);
  health.note('a', true, 10);
  expect([9, 10, 11].map((moment) => health.hasAnsweredSince('a', moment))).toEqual([true, true, false]);
  health.note('a', false, 20);
  expect(health.hasAnsweredSince('a', 0)).toBe(false);
});

test('stores 10,000 targets, and deletes the one that has been silent longest', () => {
  const health = new TargetHealth();
  for (let n = 0; n < 10_000; n += 1) health.note(`${n}`, true, 0);
  health.note('0', true, 500);
  health.note('another', true, 500);
  expect(['0', '1', '2', 'another'].map((target) => health.of(target, 500))).toEqual([
    'responsive',
    'new',
    'responsive',
    'responsive',
  ]);
});
