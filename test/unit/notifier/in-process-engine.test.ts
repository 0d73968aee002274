import { Notifier } from '../../../src/notifier/notifier.js';
import { broken, channelOf, hopeless, hurriedRuntime, sent, through } from './fixtures.js';

let isBroken: boolean;
beforeEach(() => (isBroken = true));

const open = (options = {}) =>
  new Notifier({ runtime: hurriedRuntime().runtime, ...options }).register(
    channelOf('mail', (payload) => (payload === 'hopeless' ? hopeless : isBroken ? broken : sent)),
  );

test('nothing is kept by default: what fails has failed', async () => {
  const notifier = open();
  const { deliveries } = await notifier.send('Ann', through('mail'));
  expect([deliveries[0]?.outcome, await notifier.engine.dead()]).toEqual(['failed', []]);
});

test.each(['Ann', 'hopeless'])('with keepDead what fails for good is dead, and listed: %s', async (to) => {
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

test('so many are kept, the latest first', async () => {
  const notifier = open({ keepDead: 2 });
  const { deliveries } = await notifier.send(['Ann', 'Bob', 'Cem'], through('mail'));
  const dead = await notifier.engine.dead();
  expect(dead.map(({ id }) => id)).toEqual([deliveries[2]?.id, deliveries[1]?.id]);
  expect(await notifier.engine.dead({ limit: 1 })).toHaveLength(1);
  expect(await notifier.engine.dead({ endpoint: 'none' })).toEqual([]);
  expect(await notifier.engine.dead({ since: Infinity })).toEqual([]);
});
