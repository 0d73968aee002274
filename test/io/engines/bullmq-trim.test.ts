import type { BullMqEngine } from '../../../src/webhooks/engines/bullmq/index.js';
import { closeServers, KITS, OPENERS } from '../../support/engines/kits.js';
import { openShop, Ordered } from '../../support/engines/shop.js';
import { needing } from '../../support/programs/optional-programs.js';
import { startReceiver, type HostileReceiver } from '../../support/webhooks/hostile-receiver.js';

const test = needing(globalThis.test, 'redis');

let location: Awaited<ReturnType<typeof KITS.redis>>['location'];
let receiver: HostileReceiver;
let engines: BullMqEngine[];
beforeEach(async () => {
  location = (await KITS.redis()).location;
  receiver = await startReceiver();
  engines = [];
});
afterEach(async () => {
  await Promise.all(engines.map((engine) => engine.stop({ grace: 0 })));
  await receiver.close();
});
afterAll(closeServers);

const open = (options: object = {}): BullMqEngine => {
  const engine = OPENERS.redis(location, { lease: 3_000, ...options }) as BullMqEngine;
  engines.push(engine);
  return engine;
};
const until = async (isSo: () => Promise<boolean> | boolean): Promise<void> => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10));
};

/** Sends messages to a paused endpoint, one after the other, and stops all attempts. */
async function keepPaused(ids: readonly string[]): Promise<BullMqEngine> {
  const engine = open();
  const notifier = openShop(engine, receiver.url);
  await notifier.start();
  await engine.pauseEndpoint('ann');
  for (const id of ids) {
    await notifier.send('ann', new Ordered(id));
    await until(async () => (await engine.status()).waiting === 0);
  }
  await engine.pause();
  return engine;
}

interface Redis {
  hgetall(key: string): Promise<Record<string, string>>;
}

test('keepPaused does not delete a delivery that is restarted at the same time', async () => {
  const engine = await keepPaused(['m-1', 'm-2']);
  const [, oldest] = await engine.deliveries({ state: 'paused' });
  const trimming = open({ keepPaused: 1 });
  const notifier = openShop(trimming, receiver.url);
  const warnings: string[] = [];
  notifier.on('warning', ({ message }) => warnings.push(message));
  // Another process restarts it after this one has read what to delete.
  const redis = (await trimming.queue.getBackend().client) as unknown as Redis;
  const read = redis.hgetall.bind(redis);
  const restarted: boolean[] = [];
  let looks = 0;
  redis.hgetall = async (key) => {
    const found = await read(key);
    if (!key.endsWith(':paused-deliveries')) return found;
    looks += 1;
    if (looks === 1) restarted.push(await engine.redeliver(oldest!.id, 'paused'));
    return found;
  };
  await notifier.start();
  await until(() => looks > 1);
  const [first, ...others] = await engine.deliveries({ state: 'waiting' });
  expect([restarted, first, others]).toMatchObject([[true], { messageId: 'm-1', state: 'waiting' }, []]);
  expect([await engine.status(), warnings]).toMatchObject([{ waiting: 1, paused: 1 }, []]);
}, 20_000);

test('discard does not delete a delivery that is restarted at the same time', async () => {
  const engine = await keepPaused(['m-1']);
  const other = open();
  const { id } = (await engine.deliveries())[0]!;
  const getJob = other.queue.getJob.bind(other.queue);
  const restarted: boolean[] = [];
  let reads = 0;
  jest.spyOn(other.queue, 'getJob').mockImplementation(async (...about) => {
    const job = await getJob(...about);
    reads += 1;
    // The first read is of the list.
    if (reads === 2) restarted.push(await engine.redeliver(id, 'paused'));
    return job;
  });
  expect(await other.discardAll({ state: 'paused' })).toBe(0);
  expect([restarted, await engine.deliveries()]).toMatchObject([[true], [{ id, state: 'waiting' }]]);
}, 20_000);

test('keepEnded deletes the oldest delivered messages, and no paused or dead one', async () => {
  const engine = await keepPaused(['m-1', 'm-2']);
  await engine.resume();
  const notifier = openShop(open({ keepEnded: 3 }), receiver.url);
  await notifier.start();
  for (const id of ['m-3', 'm-4', 'm-5', 'm-6', 'm-7']) {
    await notifier.send('bob', new Ordered(id));
    await until(async () => (await engine.status()).waiting === 0);
  }
  const kept = async () => (await engine.deliveries()).map(({ messageId }) => messageId);
  await until(async () => (await kept()).length === 5);
  expect(await kept()).toEqual(['m-7', 'm-6', 'm-5', 'm-2', 'm-1']);
  expect(await engine.status()).toMatchObject({ paused: 2 });
}, 20_000);
