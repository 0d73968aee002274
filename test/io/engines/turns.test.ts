import { Queue } from 'bullmq';
import { RedisCommand } from '../../../src/webhooks/engines/bullmq/redis-command.js';
import { LAST_TURN, Turns } from '../../../src/webhooks/engines/bullmq/turns.js';
import { BullMqEngine } from '../../../src/webhooks/engines/bullmq/index.js';
import { closeServers, KITS, OPENERS } from '../../support/engines/kits.js';
import { openShop, Ordered } from '../../support/engines/shop.js';
import { answer, startReceiver } from '../../support/webhooks/hostile-receiver.js';
import { needing } from '../../support/programs/optional-programs.js';

const test = needing(globalThis.test, 'redis');

afterAll(closeServers);

/** The turns of a queue, as two processes take them. */
async function openTurns() {
  const { location } = await KITS.redis();
  const [port, name = ''] = location.split('/');
  const queues = [1, 2].map(() => new Queue(name, { connection: { host: '127.0.0.1', port: Number(port) } }));
  const [queue, other] = queues as [Queue, Queue];
  const [turns, others] = [new Turns(queue.getBackend()), new Turns(other.getBackend())];
  const client = await queue.getBackend().client;
  const key = queue.getBackend().toKey('turns');
  return {
    turns,
    others,
    /** Waits until the virtual time is so. */
    async begin(turn: number) {
      turns.begin(turn);
      while ((await client.hget(key, 'now')) !== String(turn))
        await new Promise((resolve) => setTimeout(resolve, 1));
    },
    set: (values: Record<string, number>) => client.hset(key, values),
    async close() {
      turns.stop();
      others.stop();
      await Promise.all(queues.map((one) => one.close()));
    },
  };
}

const several = async (count: number, take: () => Promise<number>) => {
  const turns: number[] = [];
  for (let index = 0; index < count; index += 1) turns.push(await take());
  return turns;
};

test('a backlog waits behind itself, and a new target is next, whichever process stores them', async () => {
  const { turns, others, begin, close } = await openTurns();
  expect(await several(4, () => turns.take('a'))).toEqual([1, 2, 3, 4]);
  expect(await several(2, () => others.take('a'))).toEqual([5, 6]);
  await begin(3);
  expect(await several(3, () => others.take('b'))).toEqual([4, 5, 6]);
  expect(await turns.take('a')).toBe(7);
  await close();
});

test('deliveries that are due later do not put off those of their target that are due now', async () => {
  const { turns, close } = await openTurns();
  expect(await several(3, () => turns.take('a', true))).toEqual([1, 2, 3]);
  expect(await several(2, () => turns.take('a'))).toEqual([1, 2]);
  await close();
});

test('the turns begin anew when the latest is over', async () => {
  const { turns, begin, close } = await openTurns();
  await several(5, () => turns.take('a'));
  await begin(4);
  expect(await turns.take('b')).toBe(5);
  await begin(5);
  expect([await turns.take('a'), await turns.take('b')]).toEqual([1, 1]);
  await close();
});

test('beyond the range of BullMQ, first come is first served until no delivery waits', async () => {
  const { turns, begin, set, close } = await openTurns();
  await set({ latest: LAST_TURN - 1, 'now a': LAST_TURN - 1 });
  expect(await several(3, () => turns.take('a'))).toEqual([LAST_TURN, LAST_TURN, LAST_TURN]);
  await begin(LAST_TURN);
  expect(await turns.take('b')).toBe(LAST_TURN);
  await turns.drained();
  expect([await turns.take('a'), await turns.take('b')]).toEqual([1, 1]);
  await close();
});

test('a lone retry has the first turn again, and a redelivered message has a new one', async () => {
  const engine = OPENERS.redis((await KITS.redis()).location) as BullMqEngine;
  const statuses = ['503 Service Unavailable', '422 Unprocessable Content'];
  const receiver = await startReceiver((socket, request, index) => {
    answer(statuses.shift() ?? '204 No Content')(socket, request, index);
  });
  const notifier = openShop(engine, receiver.url, { retry: ({ status }) => (status === 422 ? null : 50) });
  const sender = openShop(engine, receiver.url);
  const { deliveries } = await notifier.send('ann', new Ordered('m-1'));
  const id = deliveries[0]!.id;
  const priority = async () => (await engine.queue.getJob(id))!.priority;
  expect(await priority()).toBe(1);
  await notifier.start();
  while ((await engine.status()).dead === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  expect([await priority(), receiver.requests.length]).toEqual([1, 2]);
  await engine.pause();
  await sender.send('ann', new Ordered('m-2'));
  await engine.redeliver(id);
  expect(await priority()).toBe(2);
  await notifier.stop();
  await receiver.close();
});

test('a newcomer does not wait for retries that are due before it', async () => {
  const location = (await KITS.redis()).location;
  const retries = 300;
  let isDown = true;
  const down = await startReceiver((socket, request, index) => {
    answer(isDown ? '503 Service Unavailable' : '204 No Content')(socket, request, index);
  });
  const up = await startReceiver(answer('204 No Content'));
  const engine = OPENERS.redis(location) as BullMqEngine;
  const notifier = openShop(engine, down.url, { retry: () => 3_600_000 });
  const sender = openShop(OPENERS.redis(location), down.url);
  await Promise.all(
    Array.from({ length: retries }, (_, index) => sender.send('ann', new Ordered(`m-${index}`))),
  );
  await notifier.start();
  const allFailed = async (times: number) => {
    const isDelayed = async () => (await engine.queue.getDelayedCount()) === retries;
    while (down.requests.length < times * retries || !(await isDelayed()))
      await new Promise((resolve) => setTimeout(resolve, 10));
  };
  // BullMQ's promoteJobs() ignores priorities, and promote() does not.
  const makeDue = async () => Promise.all((await engine.queue.getDelayed()).map((job) => job.promote()));
  await allFailed(1);
  await makeDue();
  await allFailed(2);
  isDown = false;
  // All retries are due while nothing is attempted, and the newcomer comes last.
  await engine.pause();
  await makeDue();
  await sender.send(`${up.url}/bob`, new Ordered('new'));
  const before = down.requests.length;
  await engine.resume();
  while (up.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  // Its origin has its turn beside theirs: far fewer than all of them are first.
  expect(down.requests.length - before).toBeLessThan(retries / 2);
  await notifier.stop({ grace: 0 });
  await sender.stop({ grace: 0 });
  await Promise.all([down.close(), up.close()]);
});

test('a script is defined once for a connection', async () => {
  const [port, name = ''] = (await KITS.redis()).location.split('/');
  const queue = new Queue(name, { connection: { host: '127.0.0.1', port: Number(port) } });
  const client = await queue.getBackend().client;
  let definitions = 0;
  const counting = {
    defineCommand: (...given: Parameters<typeof client.defineCommand>) => {
      definitions += 1;
      client.defineCommand(...given);
    },
    runCommand: (...given: Parameters<typeof client.runCommand>) => client.runCommand(...given),
  };
  const backend = { client: Promise.resolve(counting as typeof client) };
  const command = new RedisCommand(backend, 'dtospecTest', "return redis.call('INCR', KEYS[1])");
  expect([await command.run('count'), await command.run('count')]).toEqual([1, 2]);
  expect(definitions).toBe(1);
  await queue.close();
});
