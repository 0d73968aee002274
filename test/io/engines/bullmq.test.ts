import type { IQueueBackend } from 'bullmq';
import { Client } from 'pg';
import { BullMqEngine, type BullMqEngineOptions } from '../../../src/engines/bullmq/index.js';
import { createOrder } from '../../../src/engines/bullmq/order.js';
import { ConfigError } from '../../../src/index.js';
import { closeServers, KITS, OPENERS, postgresAt } from '../../support/engines/kits.js';
import { openShop, Ordered } from '../../support/engines/shop.js';
import { answer, startReceiver } from '../../support/hostile-receiver.js';
import { startRedis } from '../../support/stores.js';

afterAll(closeServers);

const NOWHERE = 'http://127.0.0.1:9/';

/** As pg's connections from version 9 on: another statement before the last one has ended is an error. */
function oneByOne(client: Client): object {
  let isBusy = false;
  const query = async (text: string, values?: unknown[]): Promise<unknown> => {
    if (isBusy) throw new Error('The connection is amid a statement.');
    isBusy = true;
    try {
      return await client.query(text, values);
    } finally {
      isBusy = false;
    }
  };
  return { query };
}

describe("PostgreSQL: messages as part of the application's transactions", () => {
  test.each(['COMMIT', 'ROLLBACK'])('%s', async (end) => {
    const kit = await KITS.postgres();
    const engine = OPENERS.postgres(kit.location);
    const notifier = openShop(engine, NOWHERE, { orderBy: () => 'one' });
    // The application's own connection, which knows nothing of BullMQ's tables.
    const client = new Client(postgresAt(Number(kit.location.split('/')[0])));
    await client.connect();
    await engine.status();
    await client.query(`CREATE TABLE orders_${end} (id int)`);
    await client.query('BEGIN');
    await client.query(`INSERT INTO orders_${end} VALUES (1)`);
    const transaction = oneByOne(client);
    await Promise.all(['m-1', 'm-2'].map((id) => notifier.send('ann', new Ordered(id), { transaction })));
    expect(await engine.status()).toMatchObject({ waiting: 0 });
    await client.query(`INSERT INTO orders_${end} VALUES (2)`);
    await client.query(end);
    const { rows } = await client.query(`SELECT count(*)::int AS count FROM orders_${end}`);
    const count = end === 'COMMIT' ? 2 : 0;
    expect(rows).toEqual([{ count }]);
    expect(await engine.status()).toMatchObject({ waiting: count });
    await client.end();
    await engine.stop();
  });

  test('what has no part in it is refused', async () => {
    const redis = OPENERS.redis((await KITS.redis()).location);
    const postgres = OPENERS.postgres((await KITS.postgres()).location);
    const send = (engine: typeof redis, transaction: unknown) =>
      openShop(engine, NOWHERE).send('ann', new Ordered('m-1'), { transaction });
    await expect(send(redis, { query: () => undefined })).rejects.toThrow(
      /takes a transaction of PostgreSQL only/,
    );
    await expect(send(postgres, {})).rejects.toThrow(/is a client of pg/);
    await Promise.all([redis.stop(), postgres.stop()]);
  });
});

test.each(['redis', 'postgres'] as const)(
  '%s: what has ended is forgotten after its retention',
  async (kind) => {
    const receiver = await startReceiver();
    const engine = OPENERS[kind]((await KITS[kind]()).location, { retention: 1 });
    const notifier = openShop(engine, receiver.url);
    await notifier.start();
    const kept = async () => (await engine.deliveries({ limit: Infinity })).map(({ messageId }) => messageId);
    // BullMQ counts seconds, and looks whenever another ends.
    for (let index = 0; index === 0 || (await kept()).includes('m-0'); index += 1) {
      await notifier.send('ann', new Ordered(`m-${index}`));
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await notifier.stop();
    await receiver.close();
  },
  20_000,
);

test.each(['redis', 'postgres'] as const)(
  '%s: one that died before it stored what had its place in the order lets nobody past those before',
  async (kind) => {
    let isRefusing = true;
    const receiver = await startReceiver((socket, request, index) => {
      const isRefused = isRefusing && request.body.includes('m-1');
      answer(isRefused ? '503 Service Unavailable' : '204 No Content')(socket, request, index);
    });
    const engine = OPENERS[kind]((await KITS[kind]()).location) as BullMqEngine;
    const notifier = openShop(engine, receiver.url, { orderBy: () => 'one' });
    await notifier.start();
    const bodies = () => receiver.requests.map(({ body }) => (JSON.parse(body.toString()) as Ordered).id);
    const until = async (isSo: () => boolean | Promise<boolean>): Promise<void> => {
      while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10));
    };
    await notifier.send('ann', new Ordered('m-1'));
    const order = createOrder(engine.queue.getBackend() as unknown as IQueueBackend, engine.queue.name);
    for (const id of ['dlv_died', 'dlv_died_too']) await order.append('webhook ann one', id);
    await notifier.send('ann', new Ordered('m-2'));
    await until(() => bodies().length > 5);
    expect(bodies()).not.toContain('m-2');
    isRefusing = false;
    await until(async () => (await engine.status()).waiting === 0);
    expect([...new Set(bodies())]).toEqual(['m-1', 'm-2']);
    expect(await order.append('webhook ann one', 'dlv_next')).not.toContain(' ');
    await notifier.stop();
    await receiver.close();
  },
  20_000,
);

test('a job that nobody can read is dead, and holds up neither the others nor their list', async () => {
  const receiver = await startReceiver();
  const engine = OPENERS.redis((await KITS.redis()).location) as BullMqEngine;
  const notifier = openShop(engine, receiver.url);
  const codes: string[] = [];
  notifier.on('warning', ({ code }) => codes.push(code));
  await engine.queue.add('foreign', { hello: 'world' } as never);
  await notifier.start();
  await notifier.send('ann', new Ordered('m-1'));
  while ((await engine.status()).waiting > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(await engine.deliveries()).toMatchObject([{ messageId: 'm-1', state: 'sent' }]);
  expect([await engine.status(), codes]).toMatchObject([{ dead: 1 }, ['bullmq-job']]);
  await notifier.stop();
  await receiver.close();
}, 10_000);

describe('Redis', () => {
  test('settings under which deliveries can be lost are told', async () => {
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

  test('without a server a send ends, and says that nothing is stored', async () => {
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
  [{}, /connection of a BullMqEngine is missing/],
  [{ connection: {}, queueName: 'a:b' }, /queueName of a BullMqEngine needs a string without ':', not "a:b"/],
  [{ connection: { password: 'swordfish' }, lease: 0 }, /lease of a BullMqEngine needs milliseconds.*not 0/],
  [
    { connection: {}, backend: 'postgres' },
    /backend of a BullMqEngine needs a factory of BullMQ's, not a string/,
  ],
  [
    { connection: {}, afterDead: 'wait' },
    /afterDead of a BullMqEngine is one of "continue", "hold", not "wait"/,
  ],
  [
    { connection: {}, concurrencyPerOrigin: 0 },
    /concurrencyPerOrigin of a BullMqEngine needs a whole number from 1 up, not 0/,
  ],
  [
    { connection: {}, ratePerOrigin: { attempts: 10 } },
    /ratePerOrigin of a BullMqEngine needs \{ attempts, per \}, two numbers above 0/,
  ],
])('%j is refused', (options, message) => {
  const make = (): unknown => new BullMqEngine(options as BullMqEngineOptions);
  expect(make).toThrow(ConfigError);
  expect(make).toThrow(message);
});
