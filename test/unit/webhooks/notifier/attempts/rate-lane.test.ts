import { Lane } from '../../../../../src/webhooks/notifier/attempts/rate-lane.js';
import { paceOf } from '../../../../../src/webhooks/notifier/attempts/rate.js';

const pace = paceOf({ perSecond: 10 });

test('an answer of the store that arrives late does not move the turn', () => {
  const lane = new Lane(pace);
  lane.close(100, 0);
  lane.close(100, 30);
  expect(lane.closedUntil).toBe(100);
  lane.close(100, 150);
  expect(lane.closedUntil).toBe(250);
});

test('a delivery that was called in vain is called before those that wait', () => {
  const lane = new Lane(pace);
  for (const id of ['d-0', 'd-1', 'd-2']) lane.add(id, 9_000, 0);
  const idsAt = (now: number) => lane.call(now).map(({ id }) => id);
  expect(idsAt(1_000)).toEqual(['d-0']);
  lane.add('d-0', 9_000, 1_050);
  expect(idsAt(2_000)[0]).toBe('d-0');
});
