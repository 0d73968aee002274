import { Standings } from '../../../../../src/webhooks/notifier/attempts/target-health.js';

test('a target is new, then prompt for half a second, then idle; suspect when it did not answer', () => {
  const standings = new Standings();
  const at = (now: number) => standings.of('a', now);
  expect(at(0)).toBe('new');
  standings.note('a', true, 100);
  expect([at(100), at(600), at(601)]).toEqual(['prompt', 'prompt', 'idle']);
  standings.note('a', false, 200);
  expect([at(200), at(1e9)]).toEqual(['suspect', 'suspect']);
  standings.note('a', true, 300);
  expect(at(300)).toBe('prompt');
});

test('whether it answered since a moment', () => {
  const standings = new Standings();
  expect(standings.hasAnsweredSince('a', 0)).toBe(false);
  standings.note('a', true, 10);
  expect([9, 10, 11].map((moment) => standings.hasAnsweredSince('a', moment))).toEqual([true, true, false]);
  standings.note('a', false, 20);
  expect(standings.hasAnsweredSince('a', 0)).toBe(false);
});

test('10,000 are remembered; the one of which nothing was heard for longest is forgotten', () => {
  const standings = new Standings();
  for (let n = 0; n < 10_000; n += 1) standings.note(`${n}`, true, 0);
  standings.note('0', true, 0);
  standings.note('another', true, 0);
  expect(['0', '1', '2', 'another'].map((target) => standings.of(target, 0))).toEqual([
    'prompt',
    'new',
    'prompt',
    'prompt',
  ]);
});
