import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Cluster, Redis } from 'ioredis';
import { BullMqEngine } from '../../../src/webhooks/engines/bullmq/index.js';
import { testEngine } from '../../../src/webhooks/notifier/index.js';
import { openShop, Ordered } from '../../support/engines/shop.js';
import { startRedis, type Store } from '../../support/engines/stores.js';
import { describeEngines } from '../../support/programs/optional-programs.js';
import { startReceiver } from '../../support/webhooks/hostile-receiver.js';

const SLOTS = 16_384;
const NODES = 3;
const HOST = '127.0.0.1';

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Returns a free port whose port for other nodes, 10,000 above it, exists. */
async function clusterPort(): Promise<number> {
  for (;;) {
    const server = createServer().listen(20_000 + Math.floor(Math.random() * 30_000), HOST);
    const isFree = await Promise.race([
      once(server, 'listening').then(() => true),
      once(server, 'error').then(() => false),
    ]);
    if (!isFree) continue;
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** Three servers, each with a third of the slots. */
async function startCluster(): Promise<Store[]> {
  const stores: Store[] = [];
  for (let index = 0; index < NODES; index += 1)
    stores.push(await startRedis(['--cluster-enabled', 'yes'], await clusterPort()));
  const clients = stores.map(({ port }) => new Redis(port, HOST));
  for (const [index, client] of clients.entries()) {
    const own = Array.from({ length: SLOTS }, (_, slot) => slot).filter((slot) => slot % NODES === index);
    await client.call('CLUSTER', 'ADDSLOTS', ...own);
    await client.call('CLUSTER', 'MEET', HOST, String(stores[0]!.port));
  }
  const isReady = async (client: Redis) => {
    const info = String(await client.call('CLUSTER', 'INFO'));
    return info.includes('cluster_state:ok') && info.includes(`cluster_known_nodes:${NODES}`);
  };
  for (const client of clients) {
    while (!(await isReady(client))) await pause(50);
    client.disconnect();
  }
  return stores;
}

describeEngines(['redis'])('%s, a cluster of three servers', () => {
  let stores: Store[] = [];
  const clients: Cluster[] = [];
  let queues = 0;
  beforeAll(async () => {
    stores = await startCluster();
  }, 60_000);
  afterAll(async () => {
    for (const client of clients) client.disconnect();
    await Promise.all(stores.map((store) => store.stop()));
  });

  const open = (queueName: string, prefix?: string) => {
    const connection = new Cluster(stores.map(({ port }) => ({ host: HOST, port })));
    clients.push(connection);
    return new BullMqEngine({ connection, queueName, ...(prefix !== undefined && { prefix }) });
  };

  test('rejects a queue without a hash tag, by start() and by send()', async () => {
    const engine = open('untagged');
    const notifier = openShop(engine, 'http://127.0.0.1:9/');
    await expect(notifier.start()).rejects.toThrow("prefix: '{bull}'");
    await expect(notifier.send('ann', new Ordered('m-1'))).rejects.toThrow("prefix: '{bull}'");
    await engine.stop({ grace: 0 });
  }, 30_000);

  test('delivers each message of queues on different nodes', async () => {
    const receiver = await startReceiver();
    const ids = Array.from({ length: 50 }, (_, index) => `m-${index}`);
    for (const prefix of ['{dtospec}', '{a}', '{b}', '{c}']) {
      const engine = open('tagged', prefix);
      const notifier = openShop(engine, receiver.url);
      await notifier.start();
      const before = receiver.requests.length;
      await notifier.send(['ann', 'bob'], new Ordered('m-both'));
      await Promise.all(ids.map((id) => notifier.send('ann', new Ordered(id))));
      while ((await engine.status()).waiting > 0) await pause(10);
      expect(receiver.requests.length - before).toBe(52);
      await notifier.stop();
    }
    await receiver.close();
  }, 60_000);

  describe('keeps the published contract', () => {
    const store = () => {
      queues += 1;
      const queueName = `queue-${queues}`;
      return { open: () => open(queueName, '{dtospec}') };
    };
    test.each(testEngine(store, { orderBy: false }))('$name', async ({ run }) => run(), 60_000);
  });
});
