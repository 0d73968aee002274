import { execFileSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Pool } from 'pg';
import { BullMqEngine, type BullMqEngineOptions } from '../../../src/engines/bullmq/index.js';
import { bundle, run } from '../../support/child.js';
import { closeServers, KITS, OPENERS, postgresAt } from '../../support/engines/kits.js';
import { API_KEY, openShop, Ordered, SECRET, TOKEN } from '../../support/engines/shop.js';
import { startReceiver, type HostileReceiver } from '../../support/hostile-receiver.js';

// Redis has the queue, PostgreSQL the application's database.
let pool: Pool;
let port: number;
let location: string;
let receiver: HostileReceiver;
beforeAll(async () => {
  port = Number((await KITS.postgres()).location.split('/')[0]);
  pool = new Pool(postgresAt(port));
  await pool.query('CREATE TABLE orders (id int)');
});
beforeEach(async () => {
  await pool.query('DELETE FROM orders');
  location = `${(await KITS.redis()).location}/${port}`;
  receiver = await startReceiver();
});
afterEach(() => receiver.close());
afterAll(async () => {
  await pool.end();
  await closeServers();
});

const arrived = () => receiver.requests.map(({ headers }) => headers['webhook-id']);
const until = async (isSo: () => boolean | Promise<boolean>) => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10));
};

/** An order for each, and its message, in one transaction; every third is rolled back. @returns ids of messages to come */
async function placeOrders(count: number, orderBy?: () => string): Promise<string[]> {
  const engine = OPENERS.outbox(location);
  await engine.status(); // makes the table
  const notifier = openShop(engine, receiver.url, { ...(orderBy && { orderBy }) });
  const client = await pool.connect();
  for (let order = 0; order < count; order += 1) {
    await client.query('BEGIN');
    await client.query('INSERT INTO orders VALUES ($1)', [order]);
    const { deliveries } = await notifier.send('ann', new Ordered(`m-${order}`), { transaction: client });
    expect(deliveries[0]?.outcome).toBe('queued');
    await client.query(order % 3 === 1 ? 'ROLLBACK' : 'COMMIT');
  }
  client.release();
  await engine.stop();
  const { rows } = await pool.query<{ id: number }>('SELECT id FROM orders ORDER BY id');
  return rows.map(({ id }) => `m-${id}`);
}

test('a message for each transaction that is committed, in order by two relays, and none for one that is rolled back', async () => {
  const expected = await placeOrders(30, () => 'one');
  expect(expected).toHaveLength(20);
  const reader = OPENERS.outbox(location);
  expect(await reader.status()).toMatchObject({ waiting: 20, due: 20 });
  const database = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', 'postgres'];
  const stored = execFileSync('pg_dump', database, { encoding: 'utf8' });
  expect(stored).toContain('m-0');
  for (const secret of [SECRET.slice(6), API_KEY, TOKEN]) expect(stored).not.toContain(secret);
  const notifiers = [1, 2].map(() =>
    openShop(OPENERS.outbox(location), receiver.url, { orderBy: () => 'one' }),
  );
  await Promise.all(notifiers.map((notifier) => notifier.start()));
  await until(async () => (await reader.status()).waiting === 0);
  expect(arrived()).toEqual(expected);
  await Promise.all([reader.stop(), ...notifiers.map((notifier) => notifier.stop())]);
});

const [ORDERS, KILLS] = process.env.DTOSPEC_DELIVERIES === undefined ? [60, 2] : [120, 3];

test('relays that are killed lose nothing and queue nothing twice', async () => {
  const expected = await placeOrders(ORDERS);
  const children = new Set<ChildProcess>();
  for (let kill = 0; kill <= KILLS; kill += 1) {
    const program = bundle('engine-process', `outbox-${kill}-`);
    const child = run(program, ['worker', 'outbox', location, receiver.url]);
    children.add(child);
    await once(child.stdout, 'data');
    const { rows } = await pool.query<{ left: number }>('SELECT count(*)::int AS left FROM dtospec_outbox');
    if (kill === KILLS) break;
    // In the first moments, while rows are moved.
    await until(async () => {
      const { rows: now } = await pool.query<{ left: number }>(
        'SELECT count(*)::int AS left FROM dtospec_outbox',
      );
      return now[0]!.left === 0 || now[0]!.left < rows[0]!.left || arrived().length > kill * 20;
    });
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  const reader = OPENERS.outbox(location);
  await until(async () => (await reader.status()).waiting === 0);
  expect([...new Set(arrived())].sort()).toEqual([...expected].sort());
  const kept = await reader.deliveries({ limit: Infinity });
  expect(kept.map(({ messageId }) => messageId).sort()).toEqual([...expected].sort());
  await reader.stop();
  for (const child of children) child.kill('SIGKILL');
});

test('an outbox that cannot be reached is told, and the queue works on', async () => {
  const away = new Pool({ ...postgresAt(9), connectionTimeoutMillis: 1_000 });
  const [redisPort = '', queueName = ''] = location.split('/');
  const engine = new BullMqEngine({
    connection: { host: '127.0.0.1', port: Number(redisPort) },
    queueName,
    outbox: { pool: away, pollInterval: 10 },
  });
  const notifier = openShop(engine, receiver.url);
  const codes: string[] = [];
  notifier.on('warning', ({ code }) => codes.push(code));
  await notifier.start();
  await notifier.send('ann', new Ordered('m-1'));
  await until(() => arrived().length === 1 && codes.length > 0);
  expect(new Set(codes)).toEqual(new Set(['bullmq-outbox']));
  await notifier.stop();
  await away.end();
});

test('an outbox whose table could not be made at first is relayed when it can be', async () => {
  await pool.query('DROP TABLE IF EXISTS dtospec_outbox');
  await pool.query('CREATE ROLE shop LOGIN');
  const own = new Pool({ ...postgresAt(port), user: 'shop' });
  const [redisPort = '', queueName = ''] = location.split('/');
  const engine = new BullMqEngine({
    connection: { host: '127.0.0.1', port: Number(redisPort) },
    queueName,
    outbox: { pool: own, pollInterval: 10 },
  });
  const notifier = openShop(engine, receiver.url);
  const messages: string[] = [];
  notifier.on('warning', ({ message }) => messages.push(message));
  await notifier.start();
  await until(() => messages.length > 0);
  expect(messages[0]).toContain('permission denied');
  await pool.query('GRANT CREATE ON SCHEMA public TO shop');
  await until(() =>
    engine.status().then(
      () => true,
      () => false,
    ),
  );
  const client = await own.connect();
  await client.query('BEGIN');
  await notifier.send('ann', new Ordered('m-1'), { transaction: client });
  await client.query('COMMIT');
  client.release();
  await until(() => arrived().length === 1);
  await notifier.stop();
  await own.end();
});

test.each<[object, RegExp]>([
  [{ pool: 'postgres://' }, /outbox of a BullMqEngine needs \{ pool \}, a Pool of pg/],
  [{ pool: { connect: () => undefined }, pollInterval: 0 }, /outbox.pollInterval of a BullMqEngine .* not 0/],
])('%j is refused', (outbox, message) => {
  const options = { connection: {}, outbox } as unknown as BullMqEngineOptions;
  expect(() => new BullMqEngine(options)).toThrow(message);
});
