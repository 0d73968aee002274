import { EventHub } from '../../../../../src/webhooks/notifier/events.js';
import type { Job } from '../../../../../src/webhooks/notifier/engine.js';
import type { PutOff, RateStore } from '../../../../../src/webhooks/notifier/attempts/rate.js';
import { RateLanes } from '../../../../../src/webhooks/notifier/attempts/rate-lanes.js';

const job = (id: string): Job => ({
  ...{ id, messageId: id, channel: 'webhook', endpoint: 'ann', group: 'http://ann.example', payload: {} },
});
const rate = { perSecond: 10 };
const tick = async () => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
};

describe('rate lanes over a store', () => {
  const warnings: string[] = [];
  const open = (rates?: RateStore) => {
    const events = new EventHub();
    events.on('warning', ({ code, message }) => warnings.push(`${code} ${message}`));
    const runtime = { now: () => Date.now(), monotonic: () => performance.now() };
    return new RateLanes({ engine: rates ? { rates } : {}, events, runtime });
  };
  beforeEach(() => {
    jest.useFakeTimers();
    warnings.length = 0;
  });
  afterEach(() => jest.useRealTimers());

  test('give no turn while the store fails, and warn once', async () => {
    const lanes = open({
      take: () => Promise.reject(new Error('the disk is full.')),
      hasten: () => Promise.resolve(0),
    });
    for (const id of ['d-1', 'd-2', 'd-3']) {
      const step = await lanes.putOff(job(id), rate);
      expect(step).toMatchObject({ kind: 'retry' });
      expect(step).not.toHaveProperty('record');
      jest.advanceTimersByTime(1_001);
    }
    expect(warnings).toEqual([
      'endpoint-rate The turns of endpoints with a rate could not be stored, so their deliveries wait: the disk is full.',
    ]);
  });

  test('call those that wait, one for each turn, and skip those that have ended', async () => {
    const called: string[] = [];
    let wait = 5_000;
    const lanes = open({
      take: () => wait,
      hasten: (deliveries: readonly PutOff[]) => {
        called.push(...deliveries.map(({ id }) => id));
        return Promise.resolve(deliveries.filter(({ id }) => id !== 'd-1').length);
      },
    });
    const times = new Map<string, number>();
    for (const id of ['d-0', 'd-1', 'd-2', 'd-3']) times.set(id, (await lanes.putOff(job(id), rate))!.delay);
    // Two seconds after the turns, for the case that this process dies.
    expect([...times.values()]).toEqual([7_000, 7_100, 7_200, 7_300]);
    jest.advanceTimersByTime(4_990);
    expect(called).toEqual([]);
    jest.advanceTimersByTime(11);
    await tick();
    expect(called).toEqual(['d-0']);
    wait = 0;
    expect(await lanes.putOff(job('d-0'), rate)).toBeUndefined();
    jest.advanceTimersByTime(100);
    await tick();
    jest.advanceTimersByTime(30); // the turn of d-1, which has ended
    await tick();
    expect(called.slice(0, 3)).toEqual(['d-0', 'd-1', 'd-2']);
  });

  test('in process, each delivery comes back at its turn', async () => {
    const lanes = open();
    const delays: (number | undefined)[] = [];
    for (const id of ['d-0', 'd-1', 'd-2', 'd-3']) delays.push((await lanes.putOff(job(id), rate))?.delay);
    expect(delays).toEqual([undefined, 75, 175, 275]);
    lanes.leave(job('d-1'));
    jest.advanceTimersByTime(75);
    expect(await lanes.putOff(job('d-2'), rate)).toBeUndefined();
  });
});
