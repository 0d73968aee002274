import { inspect } from 'node:util';
import { Job } from 'bullmq';
import { Redis } from 'ioredis';
import { BullMqEngine, type BullMqEngineOptions } from '../../../src/webhooks/engines/bullmq/index.js';
import { ConfigError } from '../../../src/index.js';
import { closeServers, KITS, OPENERS } from '../../support/engines/kits.js';
import { openShop, Ordered } from '../../support/engines/shop.js';
import { answer, startReceiver } from '../../support/webhooks/hostile-receiver.js';
import { startRedis } from '../../support/engines/stores.js';
import { needing } from '../../support/programs/optional-programs.js';

const test = needing(globalThis.test, 'redis');

afterAll(closeServers);

/** Makes one server a whole cluster. */
async function addAllSlots(port: number): Promise<void> {
  const redis = new Redis(port, '127.0.0.1');
  await redis.call('CLUSTER', 'ADDSLOTS', ...Array.from({ length: 16_384 }, (_, slot) => slot));
  while (!String(await redis.call('CLUSTER', 'INFO')).includes('cluster_state:ok'))
    await new Promise((resolve) => setTimeout(resolve, 20));
  redis.disconnect();
}

const NOWHERE = 'http://127.0.0.1:9/';

test('deletes ended deliveries after their retention', async () => {
  const receiver = await startReceiver();
  const engine = OPENERS.redis((await KITS.redis()).location, { retention: 1_000 });
  const notifier = openShop(engine, receiver.url);
  await notifier.start();
  await engine.pauseEndpoint('bob');
  await notifier.send('bob', new Ordered('paused'));
  while ((await engine.status()).paused === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  const kept = async () => (await engine.deliveries({ limit: Infinity })).map(({ messageId }) => messageId);
  // BullMQ counts seconds, and looks whenever another ends.
  for (let index = 0; index === 0 || (await kept()).includes('m-0'); index += 1) {
    await notifier.send('ann', new Ordered(`m-${index}`));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(await kept()).not.toContain('m-0');
  expect(await kept()).not.toContain('paused');
  const { dead, paused } = await engine.status();
  expect([dead, paused]).toEqual([0, 0]);
  await notifier.stop();
  await receiver.close();
}, 20_000);

test('keepBodies: false keeps ids and attempts of delivered messages', async () => {
  const receiver = await startReceiver();
  const engine = OPENERS.redis((await KITS.redis()).location, {
    keepBodies: false,
  } as object) as BullMqEngine;
  const notifier = openShop(engine, receiver.url);
  await notifier.start();
  await notifier.send('ann', new Ordered('m-1'));
  const ended = async () => (await engine.status()).waiting === 0;
  while (!(await ended())) await new Promise((resolve) => setTimeout(resolve, 10));
  const [delivery] = await engine.deliveries();
  expect(delivery).toMatchObject({
    messageId: 'm-1',
    state: 'sent',
    attempts: 1,
    history: [{ status: 204 }],
  });
  expect((await engine.queue.getJob(delivery!.id))!.data.job).toBe('');
  expect(await engine.redeliver(delivery!.id, 'sent')).toBe(false);
  expect(await engine.job(delivery!.id)).toBeUndefined();

  // As after the end of a worker between the message and its result.
  const { data } = (await engine.queue.getJob(delivery!.id))!;
  const again = { ...data, about: { ...data.about, id: 'again' } };
  await engine.queue.add('delivery', again, { jobId: 'again', priority: 1 });
  while (!(await ended())) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(await engine.deliveries({ state: 'sent' })).toHaveLength(2);
  expect(receiver.requests).toHaveLength(1);
  await notifier.stop();
  await receiver.close();
}, 20_000);

test('sends to a fast receiver without pauses until its backlog ends', async () => {
  const at: number[] = [];
  const receiver = await startReceiver((socket, request, index) => {
    at.push(performance.now());
    answer('204 No Content')(socket, request, index);
  });
  const engine = OPENERS.redis((await KITS.redis()).location);
  const notifier = openShop(engine, receiver.url);
  await Promise.all(
    Array.from({ length: 300 }, (_, index) => notifier.send('ann', new Ordered(`m-${index}`))),
  );
  await notifier.start();
  while ((await engine.status()).waiting > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  const pauses = at.slice(-40).map((moment, index) => moment - (at.at(-41 + index) ?? 0));
  expect(pauses.sort((a, b) => a - b)[20]).toBeLessThan(8);
  await notifier.stop();
  await receiver.close();
}, 20_000);

test('rejects a transaction, which Redis cannot join', async () => {
  const engine = OPENERS.redis((await KITS.redis()).location);
  const sending = openShop(engine, NOWHERE).send('ann', new Ordered('m-1'), { transaction: {} });
  await expect(sending).rejects.toThrow('A BullMqEngine does not support transactions');
  await engine.stop();
});

test('an unreadable job becomes dead, and delays neither other jobs nor their list', async () => {
  const receiver = await startReceiver();
  const engine = OPENERS.redis((await KITS.redis()).location) as BullMqEngine;
  const notifier = openShop(engine, receiver.url);
  const codes: string[] = [];
  notifier.on('warning', ({ code }) => codes.push(code));
  for (const data of [{ hello: 'world' }, null]) await engine.queue.add('foreign', data as never);
  await notifier.start();
  await notifier.send('ann', new Ordered('m-1'));
  while ((await engine.status()).waiting > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(await engine.deliveries()).toMatchObject([{ messageId: 'm-1', state: 'sent' }]);
  expect([await engine.status(), codes]).toMatchObject([{ dead: 2 }, ['bullmq-job', 'bullmq-job']]);
  await notifier.stop();
  await receiver.close();
}, 10_000);

describe('Redis', () => {
  test('with a full Redis, control names the remedy, and the error has no message', async () => {
    const engine = OPENERS.redis((await KITS.redis()).location) as BullMqEngine;
    const redis = (await engine.queue.getBackend().client) as unknown as {
      config(...args: string[]): Promise<unknown>;
    };
    const receiver = await startReceiver();
    const notifier = openShop(engine, receiver.url);
    await notifier.start();
    const [delivery] = (await notifier.send('ann', new Ordered('m-1'))).deliveries;
    while ((await engine.status()).waiting > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await redis.config('SET', 'maxmemory', '1');
    const refused = await Promise.all(
      [
        engine.redeliver(delivery?.id ?? '', 'sent'),
        engine.erase({ messageId: 'm-1' }),
        engine.pauseEndpoint('ann'),
        engine.pause(),
      ].map((control) => control.then(() => 'done').catch((error: unknown) => inspect(error))),
    );
    await redis.config('SET', 'maxmemory', '0');
    for (const error of refused) {
      expect(error).toContain('memory of Redis is full. Raise its maxmemory');
      expect(error).not.toContain('$bytes');
    }
    expect(await engine.deliveries()).toMatchObject([{ id: delivery?.id, state: 'sent' }]);
    await notifier.stop();
    await receiver.close();
  }, 20_000);

  test('with a full Redis, send names the remedy and a worker reports it once', async () => {
    const engine = OPENERS.redis((await KITS.redis()).location, { lease: 3_000 }) as BullMqEngine;
    const redis = (await engine.queue.getBackend().client) as unknown as {
      config(...args: string[]): Promise<unknown>;
    };
    const setMemory = (bytes: string) => redis.config('SET', 'maxmemory', bytes);
    const receiver = await startReceiver((socket, request, index) => {
      // Then several are under way.
      void (index === 20 ? setMemory('1') : Promise.resolve()).then(() => {
        setTimeout(() => {
          answer('204 No Content')(socket, request, index);
        }, 50);
      });
    });
    const notifier = openShop(engine, receiver.url);
    const warnings: string[] = [];
    notifier.on('warning', ({ message }) => warnings.push(message));
    const send = async (id: string) => (await notifier.send('ann', new Ordered(id))).deliveries;
    await Promise.all(Array.from({ length: 60 }, (_, index) => send(`m-${index}`)));
    await notifier.start();
    const remedy = 'memory of Redis is full. Raise its maxmemory';
    const hasWarned = () => warnings.some((message) => message.includes(remedy));
    while (!hasWarned()) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await send('m-refused')).toMatchObject([
      { outcome: 'failed', error: { message: expect.stringContaining(remedy) as string } },
    ]);
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await setMemory('0');
    while ((await engine.status()).waiting > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(warnings.filter((message) => message.includes(remedy))).toHaveLength(1);
    const arrived = new Set(receiver.requests.map(({ headers }) => headers['webhook-id']));
    expect([arrived.size, arrived.has('m-refused')]).toEqual([60, false]);
    await notifier.stop();
    await receiver.close();
  }, 20_000);

  test('repeats a delivery until Redis stores its result; it is never dead', async () => {
    const engine = OPENERS.redis((await KITS.redis()).location, { lease: 3_000 }) as BullMqEngine;
    const { client } = engine.queue.getBackend();
    const redis = (await client) as unknown as { config(...args: string[]): Promise<unknown> };
    // Without a replica Redis then refuses all writes.
    const refuseWrites = (isRefused: boolean) =>
      redis.config('SET', 'min-replicas-to-write', isRefused ? '1' : '0');
    let isFirst = true;
    const receiver = await startReceiver((socket, request, index) => {
      const wasFirst = isFirst;
      isFirst = false;
      void (wasFirst ? refuseWrites(true) : Promise.resolve()).then(() => {
        answer('204 No Content')(socket, request, index);
      });
    });
    const notifier = openShop(engine, receiver.url);
    const ends: string[] = [];
    for (const name of ['sent', 'dead', 'failed'] as const) notifier.on(name, () => ends.push(name));
    notifier.on('warning', () => undefined);
    await notifier.start();
    await notifier.send('ann', new Ordered('m-1'));
    while (ends.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await engine.status()).toMatchObject({ waiting: 1, dead: 0 });
    await refuseWrites(false);
    while ((await engine.status()).waiting > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await engine.deliveries()).toMatchObject([{ messageId: 'm-1', state: 'sent' }]);
    expect(new Set(ends)).toEqual(new Set(['sent']));
    await notifier.stop();
    await receiver.close();
  }, 20_000);

  test('an error while BullMQ stores the end of a delivery does not end it', async () => {
    const engine = OPENERS.redis((await KITS.redis()).location);
    const receiver = await startReceiver();
    const notifier = openShop(engine, receiver.url);
    const failing = jest.spyOn(Job.prototype, 'moveToCompleted').mockRejectedValueOnce(new Error('OOM'));
    await notifier.start();
    await notifier.send('ann', new Ordered('m-1'));
    while ((await engine.status()).waiting > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await engine.deliveries()).toMatchObject([{ messageId: 'm-1', state: 'sent' }]);
    expect(failing).toHaveBeenCalledTimes(2);
    failing.mockRestore();
    await notifier.stop();
    await receiver.close();
  }, 10_000);

  test('warns of settings under which deliveries can be lost', async () => {
    // BullMQ says so on the console too.
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const store = await startRedis(['--maxmemory-policy', 'allkeys-lru', '--appendonly', 'no']);
    const engine = new BullMqEngine({ connection: { host: '127.0.0.1', port: store.port } });
    const notifier = openShop(engine, NOWHERE);
    const told: string[] = [];
    notifier.on('warning', ({ code }) => told.push(code));
    await notifier.start();
    expect(told).toEqual(['redis-eviction', 'redis-persistence']);
    await notifier.stop();
    await store.stop();
  });

  test('warns once of eviction in a process that only sends', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const emitted = jest.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    const store = await startRedis(['--maxmemory-policy', 'allkeys-lru']);
    const engine = new BullMqEngine({ connection: { host: '127.0.0.1', port: store.port } });
    const sender = openShop(engine, NOWHERE);
    const ofEviction = () =>
      emitted.mock.calls.filter((call) => JSON.stringify(call).includes('DTOSPEC_REDIS_EVICTION'));
    for (const id of ['m-1', 'm-2', 'm-3']) await sender.send('ann', new Ordered(id));
    while (ofEviction().length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await sender.send('ann', new Ordered('m-4'));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(ofEviction()).toEqual([
      [expect.stringContaining('set maxmemory-policy to noeviction'), expect.anything()],
    ]);
    await engine.stop();
    emitted.mockRestore();
    await store.stop();
  });

  test('warns once of evicted deliveries, with the reason, and delivers the others', async () => {
    const store = await startRedis();
    const connection = { host: '127.0.0.1', port: store.port };
    const engine = new BullMqEngine({ connection });
    const receiver = await startReceiver();
    const notifier = openShop(engine, receiver.url);
    const warnings: string[] = [];
    notifier.on('warning', ({ code, message }) => warnings.push(`${code} ${message}`));
    await notifier.start();
    await engine.pause();
    for (const id of ['m-1', 'm-2', 'm-3']) await notifier.send('ann', new Ordered(id));
    const redis = new Redis(store.port, '127.0.0.1');
    for (const { id } of (await engine.deliveries()).slice(0, 2)) await redis.del(`bull:dtospec:${id}`);
    redis.disconnect();
    await engine.resume();
    while ((await engine.status()).waiting > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(warnings).toEqual([expect.stringMatching(/^redis-eviction .* maxmemory-policy to noeviction/)]);
    expect(await engine.deliveries()).toMatchObject([{ messageId: 'm-1', state: 'sent' }]);
    expect(await engine.status()).toMatchObject({ dead: 2 });
    await notifier.stop();
    await receiver.close();
    await store.stop();
  }, 30_000);

  test('on a Redis Cluster, requires a hash tag', async () => {
    const store = await startRedis(['--cluster-enabled', 'yes']);
    await addAllSlots(store.port);
    const connection = { host: '127.0.0.1', port: store.port };
    const receiver = await startReceiver();
    const spread = new BullMqEngine({ connection });
    const notifier = openShop(spread, receiver.url);
    await expect(notifier.start()).rejects.toThrow(ConfigError);
    await expect(notifier.send('ann', new Ordered('m-1'))).rejects.toThrow("prefix: '{bull}'");
    await spread.stop({ grace: 0 });
    for (const options of [{ prefix: '{bull}' }, { queueName: '{dtospec}' }]) {
      const engine = new BullMqEngine({ connection, ...options });
      const tagged = openShop(engine, receiver.url);
      await tagged.start();
      await tagged.send('ann', new Ordered('m-2'));
      while ((await engine.status()).waiting > 0) await new Promise((resolve) => setTimeout(resolve, 10));
      expect(await engine.deliveries()).toMatchObject([{ messageId: 'm-2', state: 'sent' }]);
      await tagged.stop();
    }
    await receiver.close();
    await store.stop();
  }, 30_000);

  test('with a wrong password, no warning or error contains the password', async () => {
    const store = await startRedis(['--requirepass', 'right']);
    const connection = { host: '127.0.0.1', port: store.port, password: 'swordfish', disconnectTimeout: 50 };
    const engine = new BullMqEngine({ connection });
    const notifier = openShop(engine, NOWHERE);
    const warned = new Promise<unknown>((resolve) => notifier.on('warning', resolve));
    const starting = notifier.start();
    const failing = [starting, engine.status(), engine.deliveries(), engine.health.get('a')];
    const errors = failing.map((one) => Promise.resolve(one).catch((error: unknown) => error));
    const warning = await warned;
    expect(warning).toMatchObject({ message: expect.stringContaining('WRONGPASS') as string });
    await engine.stop({ grace: 0 });
    const told = inspect([warning, await Promise.all(errors)], { depth: 9, showHidden: true });
    expect(told).not.toContain('swordfish');
    await store.stop();
  }, 30_000);

  test.each([
    ['ahead of', 1],
    ['behind', -1],
  ])('warns of a clock that is a day %s that of Redis', async (place, sign) => {
    const store = await startRedis();
    const { now } = Date;
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + sign * 86_400_000);
    const engine = new BullMqEngine({ connection: { host: '127.0.0.1', port: store.port } });
    const notifier = openShop(engine, NOWHERE);
    const told: string[] = [];
    notifier.on('warning', ({ code, message }) => told.push(`${code}: ${message}`));
    await notifier.start();
    expect(told).toEqual([
      expect.stringMatching(new RegExp(`^clock: .* 86[34]\\d\\d s ${place} that of Redis\\.`)),
    ]);
    await notifier.stop();
    clock.mockRestore();
    await store.stop();
  });

  test('without a server, a send fails and reports that nothing was stored', async () => {
    // ioredis keeps the process for that time (2 s by default) if it disconnects while the socket is closed already.
    const connection = { host: '127.0.0.1', port: 9, disconnectTimeout: 50 };
    const engine = new BullMqEngine({ connection, enqueueTimeout: 200 });
    const { deliveries } = await openShop(engine, NOWHERE).send('ann', new Ordered('m-1'));
    expect(deliveries).toMatchObject([
      { outcome: 'failed', error: { name: 'EnqueueError', cause: { code: 'ERR_ENQUEUE_TIMEOUT' } } },
    ]);
    await engine.stop();
  });
});

test.each<[object, RegExp]>([
  [{}, /connection of new BullMqEngine\(options\) needs options of BullMQ's connection .*, not undefined/],
  [{ connection: {}, queueName: 'a:b' }, /queueName of .* needs a string without ':', not "a:b"/],
  [{ connection: {}, lease: 1_500 }, /lease of .* needs at least 3000 milliseconds.*not 1500/],
  [
    { connection: { password: 'swordfish' }, lease: 0 },
    /lease of .* needs at least 3000 milliseconds.*not 0/,
  ],
  ...['backend', 'afterDead', 'concurrencyPerOrigin', 'ratePerOrigin', 'outbox'].map(
    (name): [object, RegExp] => [
      { connection: {}, [name]: 1 },
      new RegExp(`${name} is not available on Redis.*Use PostgresEngine or SqliteEngine`),
    ],
  ),
])('%j is refused', (options, message) => {
  const make = (): unknown => new BullMqEngine(options as BullMqEngineOptions);
  expect(make).toThrow(ConfigError);
  expect(make).toThrow(message);
});
