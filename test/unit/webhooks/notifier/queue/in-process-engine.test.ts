import { Notifier } from '../../../../../src/webhooks/notifier/notifier.js';
import { broken, channelOf, gate, hopeless, hurriedRuntime, sent, through } from '../fixtures.js';

let isBroken: boolean;
beforeEach(() => (isBroken = true));

const open = (options = {}) =>
  new Notifier({ runtime: hurriedRuntime().runtime, ...options }).register(
    channelOf('mail', (payload) => (payload === 'hopeless' ? hopeless : isBroken ? broken : sent)),
  );

test('keeps no failed delivery by default', async () => {
  const notifier = open();
  const { deliveries } = await notifier.send('Ann', through('mail'));
  expect([deliveries[0]?.outcome, await notifier.engine.dead()]).toEqual(['failed', []]);
});

test.each(['Ann', 'hopeless'])('lists failed deliveries as dead with keepDead: %s', async (to) => {
  const notifier = open({ keepDead: 2 });
  const ends: string[] = [];
  notifier.on('dead', ({ id }) => ends.push(id));
  const { deliveries } = await notifier.send(to, through('mail'));
  const [{ id, outcome, attempts } = { id: '', outcome: '', attempts: 0 }] = deliveries;
  expect([outcome, ends]).toEqual(['dead', [id]]);
  expect(await notifier.engine.dead()).toMatchObject([{ id, state: 'dead', channel: 'mail', attempts }]);
});

test('redeliver gives a dead one all of its attempts again, once', async () => {
  const notifier = open({ keepDead: 2 });
  const { deliveries } = await notifier.send('Ann', through('mail'));
  const { id } = deliveries[0]!;
  const attempts: number[] = [];
  notifier.on('sending', ({ attempt }) => attempts.push(attempt));
  expect(await notifier.engine.redeliver(id)).toBe(true);
  expect(await notifier.engine.redeliver(id)).toBe(false);
  await notifier.stop();
  expect(attempts).toEqual([1, 2, 3]);
  isBroken = false;
  expect(await notifier.engine.redeliver(id)).toBe(true);
  await notifier.stop();
  expect([attempts.length, await notifier.engine.dead()]).toEqual([4, []]);
});

test('keepDead limits the failed deliveries, the latest first', async () => {
  const notifier = open({ keepDead: 2 });
  const ids: (string | undefined)[] = [];
  for (const name of ['Ann', 'Bob', 'Cem']) {
    const { deliveries } = await notifier.send(name, through('mail'));
    ids.unshift(deliveries[0]?.id);
  }
  const dead = await notifier.engine.dead();
  expect(dead.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  expect(await notifier.engine.dead({ limit: 1 })).toHaveLength(1);
  expect(await notifier.engine.dead({ endpoint: 'none' })).toEqual([]);
  expect(await notifier.engine.dead({ since: Infinity })).toEqual([]);
});

describe('orderBy', () => {
  test('deliveries of one key run in sequence, past a failed one, and delay no others', async () => {
    const first = gate();
    const ends: unknown[] = [];
    const channel = channelOf('mail', async (payload) => {
      if (payload === 'a1') await first.passed;
      ends.push(payload);
      return payload === 'a1' ? hopeless : sent;
    });
    const orderBy = (_: unknown, to: unknown) => String(to)[0];
    const notifier = new Notifier({ orderBy, concurrencyUnanswered: 0 }).register(channel);
    const sending = notifier.send(['a1', 'a2', 'b1', 'a3', 'b2'], through('mail'));
    while (ends.length < 2) await new Promise(setImmediate);
    expect(ends).toEqual(['b1', 'b2']);
    first.open();
    await sending;
    expect(ends).toEqual(['b1', 'b2', 'a1', 'a2', 'a3']);
  });

  test('an invalid key fails the delivery', async () => {
    const notifier = open({ orderBy: () => 42 });
    const { deliveries } = await notifier.send('Ann', through('mail'));
    expect(deliveries[0]?.error?.message).toContain('orderBy() threw: it must return a string or undefined');
  });
});

test('a transaction needs an engine that stores', async () => {
  await expect(open().send('Ann', through('mail'), { transaction: {} })).rejects.toThrow('needs a durable');
});
