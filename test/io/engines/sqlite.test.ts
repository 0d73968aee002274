import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import type { Database } from '../../../src/webhooks/engines/sqlite/database.js';
import { Writer } from '../../../src/webhooks/engines/sqlite/writer.js';
import { SqliteEngine } from '../../../src/webhooks/engines/sqlite/index.js';
import type { Notifier } from '../../../src/webhooks/messages/index.js';
import { openShop, Ordered } from '../../support/engines/shop.js';
import { startReceiver, type HostileReceiver } from '../../support/hostile-receiver.js';

let folder: string;
let receiver: HostileReceiver;
let engine: SqliteEngine;
let notifier: Notifier;
let application: InstanceType<typeof DatabaseSync>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'outbox-'));
  receiver = await startReceiver();
  engine = new SqliteEngine({ file: join(folder, 'shop.sqlite'), pollInterval: 10 });
  notifier = openShop(engine, receiver.url);
  await notifier.start();
  application = new DatabaseSync(join(folder, 'shop.sqlite'), { timeout: 5_000 });
  application.exec('CREATE TABLE orders (id INTEGER PRIMARY KEY)');
});
afterEach(async () => {
  application.close();
  await notifier.stop({ grace: 0 });
  await receiver.close();
  rmSync(folder, { recursive: true });
});

/** In one transaction of the application's: an order, and the message of it. */
async function placeOrder(order: number, end: 'COMMIT' | 'ROLLBACK'): Promise<void> {
  application.exec('BEGIN IMMEDIATE');
  application.prepare('INSERT INTO orders (id) VALUES (?)').run(order);
  const { deliveries } = await notifier.send('ann', new Ordered(`m-${order}`), { transaction: application });
  expect(deliveries[0]?.outcome).toBe('queued');
  application.exec(end);
}

test('a message for each transaction that is committed, and none for one that is rolled back', async () => {
  for (let order = 0; order < 30; order += 1)
    await placeOrder(order, order % 3 === 0 ? 'ROLLBACK' : 'COMMIT');
  while ((await engine.status()).waiting > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  const orders = application.prepare('SELECT id FROM orders ORDER BY id').all() as { id: number }[];
  expect(orders).toHaveLength(20);
  const arrived = receiver.requests.map(({ headers }) => headers['webhook-id']);
  expect(arrived.sort()).toEqual(orders.map(({ id }) => `m-${id}`).sort());
});

test('what is no connection is refused', async () => {
  const sending = notifier.send('ann', new Ordered('m-1'), { transaction: 'BEGIN' });
  await expect(sending).rejects.toThrow('a connection to its file');
});

test('the file, which holds the bodies of messages, is its owner’s only', () => {
  for (const suffix of ['', '-wal', '-shm'])
    expect(statSync(join(folder, `shop.sqlite${suffix}`)).mode & 0o777).toBe(0o600);
});

test.each([
  [{}, 'file of a SqliteEngine needs the path of a file'],
  [{ file: 'a', lease: 0 }, 'lease of a SqliteEngine needs milliseconds, a number above 0, not 0'],
  [
    { file: 'a', lease: 1_500 },
    'lease of a SqliteEngine needs at least 3000 milliseconds, not 1500; 30000 is',
  ],
  [{ file: 'a', afterDead: 'stop' }, 'afterDead of a SqliteEngine is one of "continue", "hold", not "stop"'],
  [{ file: 'a', concurrencyPerOrigin: 1.5 }, 'concurrencyPerOrigin of a SqliteEngine needs a whole number'],
  [{ file: 'a', ratePerOrigin: 10 }, 'ratePerOrigin of a SqliteEngine needs { attempts, per }'],
])('options that cannot work are refused: %j', (options, message) => {
  expect(() => new SqliteEngine(options as never)).toThrow(message);
});

test('a file that cannot be one is a clear error, and the next call tries again', async () => {
  const memory = new SqliteEngine({ file: join(folder, 'none', 'queue.sqlite') });
  await expect(memory.status()).rejects.toThrow('ENOENT');
  await expect(memory.status()).rejects.toThrow('ENOENT');
});

test('what has ended is forgotten after its retention', async () => {
  const file = join(folder, 'forgetful.sqlite');
  const first = new SqliteEngine({ file, pollInterval: 10, retention: 1 });
  const forgetful = openShop(first, receiver.url);
  await forgetful.start();
  await forgetful.send('ann', new Ordered('m-1'));
  while ((await first.status()).waiting > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  await forgetful.stop();
  const second = new SqliteEngine({ file, retention: 1 });
  await openShop(second, receiver.url).start(); // tidies
  while ((await second.deliveries()).length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  await second.stop();
});

test('what goes wrong in the file is told, not over and over', async () => {
  const warnings: string[] = [];
  notifier.on('warning', ({ code, message }) => warnings.push(`${code} ${message}`));
  application.exec('DROP TABLE dtospec_groups');
  while (warnings.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(warnings).toEqual([expect.stringMatching(/^sqlite-claim Nothing could be taken.*no such table/)]);
});

test('an attempt whose end could not be stored is made again when its lease ends, by the same process', async () => {
  const file = join(folder, 'full.sqlite');
  const full = new SqliteEngine({ file, pollInterval: 10, lease: 3_000 });
  const retrying = openShop(full, receiver.url);
  const codes: string[] = [];
  retrying.on('warning', ({ code }) => {
    codes.push(code);
    database.exec('DROP TRIGGER full');
  });
  await full.status(); // makes the tables
  const database = new DatabaseSync(file, { timeout: 5_000 });
  database.exec(`CREATE TRIGGER full BEFORE UPDATE OF state ON dtospec_jobs
    BEGIN SELECT RAISE(ABORT, 'the disk is full'); END`);
  await retrying.start();
  await retrying.send('ann', new Ordered('m-1'));
  while ((await full.status()).waiting > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(receiver.requests).toHaveLength(2);
  expect(codes).toEqual(['sqlite-settle']);
  await retrying.stop();
  database.close();
});

test('rows of one origin that cannot be read hold up no other, and are told', async () => {
  const warnings: string[] = [];
  notifier.on('warning', ({ code, message }) => warnings.push(`${code} ${message}`));
  const damaged = await startReceiver();
  application.exec(`CREATE TRIGGER damaged BEFORE UPDATE OF worker ON dtospec_jobs
    WHEN OLD.origin = '${new URL(damaged.url).origin}' BEGIN SELECT RAISE(ABORT, 'the page is damaged'); END`);
  for (let index = 0; index < 20; index += 1)
    await notifier.send(`${damaged.url}/${index}`, new Ordered('d-1'));
  for (let index = 1; index <= 10; index += 1) await notifier.send('ann', new Ordered(`m-${index}`));
  while ((await engine.status()).waiting > 20) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(receiver.requests).toHaveLength(10);
  expect(damaged.requests).toHaveLength(0);
  expect(warnings).toEqual([
    expect.stringMatching(/^sqlite-unreadable Deliveries to http.* cannot be read .*the page is damaged/),
  ]);
  await damaged.close();
});

test('a history that cannot be read keeps no delivery from its end', async () => {
  await engine.pause();
  await notifier.send('ann', new Ordered('m-1'));
  application.exec("UPDATE dtospec_jobs SET history = '{'");
  await engine.resume();
  while ((await engine.status()).waiting > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(receiver.requests).toHaveLength(1);
});

test('an engine that could not be opened can be stopped', async () => {
  const none = new SqliteEngine({ file: join(folder, 'none', 'queue.sqlite') });
  const status = none.status();
  await Promise.all([expect(status).rejects.toThrow('ENOENT'), none.stop()]);
});

test('a disk that is full is named, though SQLite has rolled back by itself', async () => {
  const database = new DatabaseSync(join(folder, 'limited.sqlite'));
  database.exec('CREATE TABLE jobs (job BLOB); PRAGMA max_page_count = 8');
  const writer = new Writer(database);
  const fill = (bytes: number) => () => database.prepare('INSERT INTO jobs VALUES (zeroblob(?))').run(bytes);
  await expect(writer.write(fill(100_000))).rejects.toThrow(/database or disk is full/);
  await writer.write(fill(1));
  database.close();
});

describe('while another connection keeps the file to itself', () => {
  beforeEach(() => {
    application.exec('BEGIN IMMEDIATE');
  });

  test('the process goes on with everything else, and what is sent is stored afterwards', async () => {
    const sending = notifier.send('ann', new Ordered('m-1'));
    const before = performance.eventLoopUtilization();
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.6);
    application.exec('COMMIT');
    expect((await sending).deliveries).toMatchObject([{ outcome: 'queued' }]);
  });

  test('for too long, all that waits fails at once, and what comes later is tried once each', async () => {
    const database = new DatabaseSync(join(folder, 'shop.sqlite'));
    let begun = 0;
    const counted: Database = {
      exec: (sql) => {
        if (sql.includes('BEGIN')) begun += 1;
        database.exec(sql);
      },
      prepare: (sql) => database.prepare(sql),
      close: () => undefined,
    };
    const writer = new Writer(counted, 50);
    const run = () => database.exec("INSERT INTO dtospec_settings VALUES ('a', 'b')");
    const all = await Promise.allSettled(Array.from({ length: 3 }, () => writer.write(run)));
    expect(all.map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
    const known = begun;
    await expect(writer.write(run)).rejects.toThrow('locked');
    expect(begun).toBe(known + 1);
    application.exec('COMMIT');
    await writer.write(run);
    database.close();
  });

  test('stop waits no longer than for attempts', async () => {
    const pausing = engine.pause().catch((error: unknown) => String(error));
    await new Promise((resolve) => setTimeout(resolve, 10));
    await engine.stop({ grace: 0 });
    expect(await pausing).toContain('locked');
  });
});
