import fc from 'fast-check';
import { MemoryRates, paceOf, takeTurn } from '../../../../../src/webhooks/notifier/attempts/rate.js';
import { Lane } from '../../../../../src/webhooks/notifier/attempts/rate-lane.js';

/** Asks each millisecond, and returns the times of the turns. */
function turnsWithin(
  milliseconds: number,
  rate: { perSecond: number; burst?: number },
  from = 1_000,
): number[] {
  let now = from;
  const rates = new MemoryRates(() => now);
  const turns: number[] = [];
  for (; now < from + milliseconds; now += 1)
    if (rates.take('ann', paceOf(rate)) === 0) turns.push(now - from);
  return turns;
}

describe('takeTurn', () => {
  test('gives turns at the rate, the second one a little early', () => {
    expect(turnsWithin(1_000, { perSecond: 5 })).toEqual([0, 175, 375, 575, 775, 975]);
  });

  test('gives a burst first, and after a quiet time again', () => {
    let now = 1_000;
    const rates = new MemoryRates(() => now);
    const take = () => rates.take('ann', paceOf({ perSecond: 1, burst: 3 }));
    expect([take(), take(), take(), take()]).toEqual([0, 0, 0, 975]);
    now += 10_000;
    expect([take(), take(), take(), take()]).toEqual([0, 0, 0, 975]);
  });

  test('says how long there is none: no less, and no more', () => {
    const pace = paceOf({ perSecond: 3 });
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 700 }), { maxLength: 50 }), (pauses) => {
        let [now, last] = [1_000, 0];
        for (const pause of pauses) {
          now += pause;
          const taken = takeTurn(last, now, pace);
          if ('next' in taken) last = taken.next;
          else {
            expect(takeTurn(last, now + taken.wait, pace)).toHaveProperty('next');
            expect(takeTurn(last, now + taken.wait - 1, pace)).toHaveProperty('wait');
          }
        }
      }),
    );
  });

  test('gives a turn at once after the clock was put back, and after the rate was raised', () => {
    expect(takeTurn(1_000_000, 1_000, paceOf({ perSecond: 5 }))).toEqual({ next: 1_200 });
    expect(takeTurn(11_000, 1_000, paceOf({ perSecond: 0.1 }))).toEqual({ wait: 9_975 });
    expect(takeTurn(11_000, 1_000, paceOf({ perSecond: 5 }))).toEqual({ next: 1_200 });
  });
});

describe('a lane', () => {
  const pace = paceOf({ perSecond: 10 });
  const fill = (count: number, now = 1_000) => {
    const lane = new Lane(pace);
    lane.close(1_000, now);
    for (let index = 0; index < count; index += 1) lane.add(`d-${index}`, 0, now);
    return lane;
  };
  const idsOf = (called: readonly { id: string }[]) => called.map(({ id }) => id);

  test('calls one delivery for each turn, the first one first', () => {
    const lane = fill(3);
    expect(lane.nextCall).toBe(2_000);
    expect(idsOf(lane.call(2_000))).toEqual(['d-0']);
    expect(lane.nextCall).toBe(2_100);
    expect(idsOf(lane.call(2_320))).toEqual(['d-1', 'd-2']);
    expect(lane.nextCall).toBeUndefined();
  });

  test('calls one that came too early before the others, as soon as it is stored', () => {
    const lane = fill(3);
    lane.call(2_000);
    lane.add('d-0', 7, 2_000);
    expect(idsOf(lane.call(2_100))).toEqual(['d-1']);
    expect(lane.call(2_600)).toEqual([
      { id: 'd-0', at: 7 },
      { id: 'd-2', at: 0 },
    ]);
  });

  test('calls ever more at once while those that it calls have ended', () => {
    const lane = fill(100);
    const counts: number[] = [];
    for (let now = 2_000; lane.size > 0; now += 20) {
      const { length } = lane.call(now);
      lane.giveBack(length, length);
      counts.push(length);
    }
    expect(counts).toEqual([1, 2, 4, 8, 16, 32, 37]);
  });

  test('gives a turn that comes soon to a delivery that waits for no other', () => {
    const lane = new Lane(pace);
    lane.close(80, 1_000);
    const turn = lane.turnOf('d-0', 1_000);
    expect([turn, lane.comesBackAt(turn, 'd-0', 1_000)]).toEqual([1_080, true]);
    const next = lane.turnOf('d-1', 1_000);
    expect([next, lane.comesBackAt(next, 'd-1', 1_000)]).toEqual([1_180, true]);
    expect(lane.comesBackAt(2_000, 'd-2', 1_000)).toBe(false);
  });
});
