import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { Notifier } from '../notifier.js';
import { type Bench, NOT_NOW, SENT, sendTo, TestMessage } from './bench.js';

type Cases = Readonly<Record<string, (bench: Bench) => Promise<void>>>;

const PER_SECOND = 10;
const SPACING = 1_000 / PER_SECOND;

/** Milliseconds by which the first attempt may follow its turn late. */
const TOLERANCE = 300;

const idsOf = (count: number): string[] => Array.from({ length: count }, (_, index) => `m-${index}`);

/** Records when each attempt begins. */
function record(bench: Bench): number[] {
  const times: number[] = [];
  bench.answer = ({ endpoint }) => {
    if (endpoint === 'ann') times.push(performance.now());
    return SENT;
  };
  return times;
}

function assertNotFaster(times: readonly number[], burst = 1): void {
  const [first = 0] = times;
  for (const [index, time] of times.entries()) {
    const earliest = Math.max(0, index + 1 - burst) * SPACING - TOLERANCE;
    assert.ok(time - first >= earliest, `attempt ${index + 1} began ${time - first} ms after the first one`);
  }
}

function sendAll(notifier: Notifier, endpoint: string, ids: readonly string[]): Promise<unknown> {
  return Promise.all(ids.map((id) => sendTo(notifier, endpoint, new TestMessage(id))));
}

/** How an engine keeps the rates of endpoints. Each case fails after a time if the rate is far from used. */
export const RATES: Cases = {
  'an endpoint with a rate gets it, and no delivery loses an attempt': async (bench) => {
    bench.rates.set('ann', { perSecond: PER_SECOND });
    const times = record(bench);
    const { engine, notifier } = await bench.worker();
    const ids = idsOf(40);
    for (const id of ids) await sendTo(notifier, 'ann', new TestMessage(id));
    await bench.done(engine);
    assertNotFaster(times);
    assert.deepEqual([...bench.ids].sort(), [...ids].sort());
    for (const { attempts, history } of await engine.deliveries({ limit: 100 }))
      assert.deepEqual([attempts, history.length], [1, 1]);
  },

  'an endpoint gets its burst at once, and then its rate': async (bench) => {
    bench.rates.set('ann', { perSecond: PER_SECOND, burst: 10 });
    const times = record(bench);
    const { engine, notifier } = await bench.worker();
    await sendAll(notifier, 'ann', idsOf(30));
    await bench.done(engine);
    assertNotFaster(times, 10);
    assert.equal(times.length, 30);
  },

  'processes keep a rate together': async (bench) => {
    bench.rates.set('ann', { perSecond: PER_SECOND });
    const times = record(bench);
    const { engine, notifier } = await bench.worker();
    await bench.worker();
    await sendAll(notifier, 'ann', idsOf(40));
    await bench.done(engine);
    assertNotFaster(times);
    assert.equal(times.length, 40);
  },

  'other endpoints, also those of the same origin, do not wait for one with a rate': async (bench) => {
    bench.rates.set('ann', { perSecond: 0.01 });
    const limits = { concurrency: 2, concurrencyPerTarget: 2, concurrencyUnanswered: 2 };
    const { engine, notifier } = await bench.worker(limits);
    await sendAll(notifier, 'ann', idsOf(100));
    await sendAll(notifier, 'ann/other', idsOf(20));
    await sendAll(notifier, 'bob', idsOf(20));
    await bench.until('all others are sent', () => bench.attempts.length === 41);
    await bench.until('99 wait, and none of them is due', async () => {
      const { waiting, due } = await engine.status();
      return waiting === 99 && due === 0;
    });
    assert.equal((await engine.status()).dead, 0);
  },

  'a failed attempt is retried after its delay, at the rate': async (bench) => {
    bench.rates.set('ann', { perSecond: PER_SECOND });
    bench.answer = ({ attempt }) => (attempt === 1 ? NOT_NOW : SENT);
    const { engine, notifier } = await bench.worker({ retry: () => 1_500 });
    await sendAll(notifier, 'ann', idsOf(10));
    await bench.done(engine);
    const deliveries = await engine.deliveries();
    const starts = deliveries
      .flatMap(({ history }) => history.map(({ startedAt }) => startedAt))
      .sort((a, b) => a - b);
    assert.equal(starts.length, 20);
    assertNotFaster(starts);
    for (const { history } of deliveries)
      assert.ok((history[1]?.startedAt ?? 0) - (history[0]?.startedAt ?? 0) >= 1_400, 'the delay has passed');
  },

  'cancel ends deliveries that wait for their turn, and new ones do not wait for theirs': async (bench) => {
    bench.rates.set('ann', { perSecond: PER_SECOND });
    const { engine, notifier } = await bench.worker();
    await sendAll(notifier, 'ann', idsOf(1_000));
    await bench.until('some are sent', () => bench.attempts.length > 2);
    await bench.until('all have waited for their turn', async () => (await engine.status()).due === 0);
    await engine.cancel({ endpoint: 'ann' });
    await bench.done(engine);
    const count = async (state: 'sent' | 'cancelled'): Promise<number> =>
      (await engine.deliveries({ state, limit: 2_000 })).length;
    const [sent, cancelled] = [await count('sent'), await count('cancelled')];
    assert.deepEqual([sent, sent + cancelled], [bench.attempts.length, 1_000]);
    assert.ok(cancelled > 700, `${cancelled} were cancelled`);
    await sendAll(notifier, 'ann', ['new-1', 'new-2', 'new-3']);
    await bench.done(engine);
    assert.equal(bench.ids.filter((id) => id.startsWith('new')).length, 3);
    assert.equal(bench.attempts.length, sent + 3);
  },

  'a rate that is raised applies to deliveries that wait already': async (bench) => {
    bench.rates.set('ann', { perSecond: 0.01 });
    const { engine, notifier } = await bench.worker();
    await sendAll(notifier, 'ann', idsOf(50));
    await bench.until('one is sent', () => bench.attempts.length === 1);
    await bench.until('the others wait', async () => (await engine.status()).due === 0);
    bench.rates.set('ann', { perSecond: 100 });
    await sendTo(notifier, 'ann', new TestMessage('m-50'));
    await bench.done(engine);
    assert.equal(bench.attempts.length, 51);
  },

  'the deliveries of a paused endpoint that wait for their turn are kept when it comes': async (bench) => {
    bench.rates.set('ann', { perSecond: PER_SECOND });
    const { engine, notifier } = await bench.worker();
    await sendAll(notifier, 'ann', idsOf(20));
    await bench.until('some are sent', () => bench.attempts.length > 2);
    await engine.pauseEndpoint('ann');
    await bench.done(engine);
    const { paused } = await engine.status();
    const sent = bench.attempts.length;
    assert.equal(sent + paused, 20);
    await engine.resumeEndpoint('ann');
    await bench.done(engine);
    assert.deepEqual([...bench.ids].sort(), idsOf(20).sort());
  },

  'what waits for its turn in a process that stops is sent by another one': async (bench) => {
    bench.rates.set('ann', { perSecond: PER_SECOND });
    const { notifier } = await bench.worker();
    await sendAll(notifier, 'ann', idsOf(15));
    await bench.until('some are sent', () => bench.attempts.length > 2);
    await notifier.stop();
    const { engine } = await bench.worker();
    await bench.done(engine);
    assert.deepEqual([...bench.ids].sort(), idsOf(15).sort());
  },

  'a delivery that was put off is called only until something else happens to it': async (bench) => {
    bench.answer = () => NOT_NOW;
    const { engine, notifier } = await bench.worker({ retry: () => 600_000 });
    const { id } = await sendTo(notifier, 'ann', new TestMessage('m-1'));
    const find = async () => (await engine.deliveries({ id }))[0];
    await bench.until('the retry waits', async () => (await find())?.attempts === 1);
    const at = (await find())?.nextAt ?? 0;
    bench.answer = () => SENT;
    assert.equal(await engine.rates.hasten([{ id, at: at - 1 }]), 0);
    await wait(100);
    assert.equal(bench.attempts.length, 1);
    assert.equal(await engine.rates.hasten([{ id, at }]), 1);
    await bench.done(engine);
    assert.equal(bench.attempts.length, 2);
  },
};

export const RATES_IN_ORDER: Cases = {
  'deliveries of one key keep their order at an endpoint with a rate': async (bench) => {
    bench.rates.set('ann', { perSecond: PER_SECOND });
    const times = record(bench);
    const { engine, notifier } = await bench.worker({ orderBy: () => 'key' });
    const ids = idsOf(20);
    for (const id of ids) await sendTo(notifier, 'ann', new TestMessage(id));
    await wait(10);
    await bench.done(engine);
    assert.deepEqual(bench.ids, ids);
    assertNotFaster(times);
  },
};
