import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Database,
  loadSqlite,
  openDatabase,
  type SqliteDriver,
} from '../../../src/webhooks/engines/sqlite/database.js';
import { Writer } from '../../../src/webhooks/engines/sqlite/writer.js';
import { SqliteEngine } from '../../../src/webhooks/engines/sqlite/index.js';
import type { Notifier } from '../../../src/webhooks/messages/index.js';
import { openShop, Ordered } from '../../support/engines/shop.js';
import { answer, startReceiver, type HostileReceiver } from '../../support/webhooks/hostile-receiver.js';

/** Milliseconds: the shortest retention. */
const SHORT = 1_000;

let folder: string;
let receiver: HostileReceiver;
let engine: SqliteEngine;
let notifier: Notifier;
let application: Database;
let DatabaseSync: SqliteDriver;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'outbox-'));
  receiver = await startReceiver();
  engine = new SqliteEngine({ file: join(folder, 'shop.sqlite'), pollInterval: 10 });
  notifier = openShop(engine, receiver.url);
  await notifier.start();
  DatabaseSync = loadSqlite();
  application = new DatabaseSync(join(folder, 'shop.sqlite'));
  application.exec('PRAGMA busy_timeout = 5000');
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

test('stores a message for each committed transaction, and none for one that is rolled back', async () => {
  for (let order = 0; order < 30; order += 1)
    await placeOrder(order, order % 3 === 0 ? 'ROLLBACK' : 'COMMIT');
  while ((await engine.status()).waiting > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  const orders = application.prepare('SELECT id FROM orders ORDER BY id').all() as { id: number }[];
  expect(orders).toHaveLength(20);
  const arrived = receiver.requests.map(({ headers }) => headers['webhook-id']);
  expect(arrived.sort()).toEqual(orders.map(({ id }) => `m-${id}`).sort());
});

/** Commits in a write-ahead log: the frames with the size of the database after a commit (SQLite's file format, 4.1). */
function countCommits(file: string): number {
  const log = readFileSync(`${file}-wal`);
  const frame = 24 + log.readUInt32BE(8);
  let count = 0;
  for (let at = 32; at + frame <= log.length; at += frame) if (log.readUInt32BE(at + 4) > 0) count += 1;
  return count;
}

test('a rate counts from now, so that the time before the first attempt gives no attempts', async () => {
  const file = join(folder, 'slow.sqlite');
  const slow = new SqliteEngine({ file, pollInterval: 10, ratePerOrigin: { attempts: 1, per: 3_600_000 } });
  const shop = openShop(slow, receiver.url);
  await shop.start();
  await shop.send(['ann', 'bob'], new Ordered('m-1'));
  const reading = new DatabaseSync(file);
  const turn = (): unknown => reading.prepare('SELECT turn FROM dtospec_turns').get();
  while ((await slow.deliveries({ state: 'sent' })).length === 0) await pause(10);
  expect(turn()).toEqual({ turn: expect.any(Number) as number });
  expect((turn() as { turn: number }).turn).toBeGreaterThan(Date.now());
  expect(await slow.deliveries({ state: 'waiting' })).toHaveLength(1);
  reading.close();
  await shop.stop({ grace: 0 });
});

test('stores the end of a delivery and the start of its successor in one transaction', async () => {
  const file = join(folder, 'keys.sqlite');
  const keys = new SqliteEngine({ file, pollInterval: 60_000 });
  const shop = openShop(keys, receiver.url, { orderBy: () => 'one' });
  for (let index = 0; index < 30; index += 1) await shop.send('ann', new Ordered(`m-${index}`));
  const before = countCommits(file);
  await shop.start();
  while ((await keys.status()).waiting > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  const commits = countCommits(file) - before;
  await shop.stop();
  expect(commits).toBeGreaterThanOrEqual(30);
  expect(commits).toBeLessThan(45); // 60 in transactions of their own
});

test('stores the ends of a backlog in few transactions', async () => {
  const file = join(folder, 'backlog.sqlite');
  const backlog = new SqliteEngine({ file, pollInterval: 60_000 });
  const shop = openShop(backlog, receiver.url);
  await Promise.all(Array.from({ length: 400 }, (_, index) => shop.send('ann', new Ordered(`m-${index}`))));
  const before = countCommits(file);
  const began = performance.now();
  await shop.start();
  while (receiver.requests.length < 400) await new Promise((resolve) => setTimeout(resolve, 1));
  const commits = countCommits(file) - before;
  // Ends wait 25 ms for others at most, and a few dozen deliveries are taken at once.
  expect(commits).toBeLessThan((performance.now() - began) / 25 + 20);
  await shop.stop();
  expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(400);
});

test('rejects a value that is not a connection', async () => {
  const sending = notifier.send('ann', new Ordered('m-1'), { transaction: 'BEGIN' });
  await expect(sending).rejects.toThrow(/cannot be .*It takes a connection to its file .*TypeORM/);
});

test('rejects a connection outside of a transaction, and leaves it outside', async () => {
  const sending = notifier.send('ann', new Ordered('m-1'), { transaction: application });
  await expect(sending).rejects.toThrow(
    /\(a connection\) is outside of a transaction, .* Begin a transaction/,
  );
  application.exec('BEGIN; ROLLBACK');
  expect(await engine.deliveries()).toEqual([]);
});

test('rejects a transaction of another file, which has tables of another engine', async () => {
  const file = join(folder, 'other.sqlite');
  const other = new SqliteEngine({ file });
  await other.status();
  const elsewhere = new DatabaseSync(file);
  elsewhere.exec('BEGIN IMMEDIATE');
  const sending = notifier.send('ann', new Ordered('m-1'), { transaction: elsewhere });
  await expect(sending).rejects.toThrow(/a connection to ".*other.sqlite", .* is ".*shop.sqlite".*one file/);
  elsewhere.exec('COMMIT');
  elsewhere.close();
  expect(await other.deliveries()).toEqual([]);
  await other.stop();
});

test('rejects if SQLite refuses the write, so that the transaction rolls back', async () => {
  application.exec('BEGIN');
  application.prepare('SELECT id FROM orders').all();
  // Another connection writes after the transaction has read: SQLite refuses its writes from then on.
  await notifier.send('ann', new Ordered('m-1'));
  const sending = notifier.send('ann', new Ordered('m-2'), { transaction: application });
  await expect(sending).rejects.toThrow(/1 of 1 deliveries did not arrive:\n.* database is locked/);
  const result = await notifier.send('ann', new Ordered('m-3'), {
    transaction: application,
    throwOnFailure: false,
  });
  expect(result.deliveries[0]?.outcome).toBe('failed');
  application.exec('ROLLBACK');
});

describe('with a transaction of another SQLite library', () => {
  /** As a copy of SQLite of its own would be, in the interface of better-sqlite3. */
  class Foreign implements Database {
    readonly #own: Database;
    constructor(file: string) {
      this.#own = new DatabaseSync(file);
    }
    prepare(sql: string): ReturnType<Database['prepare']> {
      return this.#own.prepare(sql);
    }
    exec(sql: string): this {
      this.#own.exec(sql);
      return this;
    }
    close(): void {
      this.#own.close();
    }
  }
  const file = (): string => join(folder, 'foreign.sqlite');

  test('send rejects, since the two would lose writes of each other', async () => {
    const foreign = new Foreign(join(folder, 'shop.sqlite'));
    const sending = notifier.send('ann', new Ordered('m-1'), { transaction: foreign });
    await expect(sending).rejects.toThrow(
      /another SQLite library than the engine's \(\w+\), .* new SqliteEngine\(\{ file, driver: Database \}\)/,
    );
    foreign.close();
  });

  test('the engine uses that library as its driver', async () => {
    const shop = openShop(
      new SqliteEngine({ file: file(), pollInterval: 10, driver: Foreign }),
      receiver.url,
    );
    await shop.start();
    const foreign = new Foreign(file());
    for (const end of ['ROLLBACK', 'COMMIT']) {
      foreign.exec('BEGIN IMMEDIATE');
      await shop.send('ann', new Ordered(end), { transaction: foreign });
      foreign.exec(end);
    }
    while (receiver.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    await shop.drain();
    expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual(['COMMIT']);
    foreign.close();
    await shop.stop();
  });
});

test('gives access to the file, which contains message bodies, to its owner only', () => {
  for (const suffix of ['', '-wal', '-shm'])
    expect(statSync(join(folder, `shop.sqlite${suffix}`)).mode & 0o777).toBe(0o600);
});

test.each([
  [{}, 'The option file of new SqliteEngine(options) needs the path of a file, not undefined'],
  [{ file: 'a', lease: 0 }, 'The option lease of new SqliteEngine(options) needs at least 3000'],
  [{ file: 'a', lease: 1_500 }, 'needs at least 3000 milliseconds; 30000 is recommended, not 1500.'],
  [
    { file: 'a', driver: 'better-sqlite3' },
    "driver of new SqliteEngine(options) needs the class of a library's",
  ],
  [{ file: 'a', afterDead: 'stop' }, 'needs one of continue, hold, not a string'],
  [{ file: 'a', concurrencyPerOrigin: 1.5 }, 'needs a whole number from 1 up, not 1.5'],
  [{ file: 'a', leese: 1 }, 'has no option leese. Did you mean lease?'],
  [
    { file: 'a', ratePerOrigin: 10 },
    'needs { attempts, per }, two numbers above 0, as in { attempts: 10, per: 1_000 }, not 10',
  ],
])('options that cannot work are refused: %j', (options, message) => {
  expect(() => new SqliteEngine(options as never)).toThrow(message);
});

test('accepts an endless pollInterval and polls at the longest possible interval', async () => {
  const endless = new SqliteEngine({ file: join(folder, 'endless.sqlite'), pollInterval: Infinity });
  const set = jest.spyOn(globalThis, 'setTimeout');
  await openShop(endless, receiver.url).start();
  const longest = () => Math.max(0, ...set.mock.calls.map(([, wait]) => wait ?? 0));
  while (longest() < 2 ** 31 - 1) await new Promise((resolve) => setImmediate(resolve));
  expect(longest()).toBe(2 ** 31 - 1);
  set.mockRestore();
  await endless.stop();
});

test('an invalid file causes a clear error, and the next call retries', async () => {
  const missing = join(folder, 'none');
  const lost = new SqliteEngine({ file: join(missing, 'queue.sqlite') });
  await expect(lost.status()).rejects.toThrow(
    `The folder of the SqliteEngine's file ${JSON.stringify(join(missing, 'queue.sqlite'))} does not exist. Create it: mkdir -p ${JSON.stringify(missing)}`,
  );
  mkdirSync(missing);
  await expect(lost.status()).resolves.toMatchObject({ waiting: 0 });
  await lost.stop();
});

test('deletes ended deliveries after their retention', async () => {
  const file = join(folder, 'forgetful.sqlite');
  const first = new SqliteEngine({ file, pollInterval: 10, retention: SHORT });
  const forgetful = openShop(first, receiver.url);
  await forgetful.start();
  await forgetful.send('ann', new Ordered('m-1'));
  while ((await first.status()).waiting > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  await forgetful.stop();
  await pause(2 * SHORT);
  const second = new SqliteEngine({ file, retention: SHORT });
  await openShop(second, receiver.url).start(); // tidies
  while ((await second.deliveries()).length > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(await second.status()).toMatchObject({ waiting: 0, dead: 0 });
  await second.stop();
});

test('forgets the marks of deliveries that were cancelled under way and have ended, and keeps others', async () => {
  const file = join(folder, 'marks.sqlite');
  const first = new SqliteEngine({ file });
  const shop = openShop(first, receiver.url);
  const ids = await Promise.all(
    ['m-1', 'm-2'].map(async (id) => (await shop.send('ann', new Ordered(id))).deliveries[0]!.id),
  );
  await first.cancel({ id: ids[0]! });
  await first.pause();
  const marks = new DatabaseSync(file);
  for (const id of ids)
    marks.prepare('INSERT INTO dtospec_settings (name, value) VALUES (?, ?)').run(`cancel ${id}`, '1');
  const names = () =>
    marks.prepare("SELECT name FROM dtospec_settings WHERE name LIKE 'cancel %'").all() as { name: string }[];
  await shop.start(); // tidies
  while (names().length > 1) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(names().map(({ name }) => name)).toEqual([`cancel ${ids[1]}`]);
  marks.close();
  await shop.stop();
});

test('deletes dead deliveries after a retention of their own', async () => {
  const file = join(folder, 'dead.sqlite');
  const refusing = await startReceiver(answer('422 Unprocessable Content'));
  const first = new SqliteEngine({ file, pollInterval: 10, retention: SHORT });
  const shop = openShop(first, refusing.url);
  await shop.start();
  await shop.send('ann', new Ordered('m-1'));
  while ((await first.status()).dead === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  await shop.stop();
  await pause(2 * SHORT);
  const second = new SqliteEngine({ file, deadRetention: SHORT });
  await openShop(second, refusing.url).start(); // tidies
  while ((await second.status()).dead > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(await second.deliveries()).toEqual([]);
  await second.stop();
  await refusing.close();
});

test.each([
  ['FULL', 2],
  ['NORMAL', 1],
] as const)('writes with synchronous: %s', async (synchronous, level) => {
  const database = await openDatabase({ file: join(folder, 'level.sqlite'), synchronous, driver: undefined });
  expect(database.prepare('PRAGMA synchronous').all()).toEqual([{ synchronous: level }]);
  database.close();
});

test('warns of errors in the file, but not repeatedly', async () => {
  const warnings: string[] = [];
  notifier.on('warning', ({ code, message }) => warnings.push(`${code} ${message}`));
  application.exec('DROP TABLE dtospec_groups');
  while (warnings.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(warnings).toEqual([expect.stringMatching(/^sqlite-claim Nothing could be taken.*no such table/)]);
});

test('repeats an attempt after its lease if its result could not be stored, in the same process', async () => {
  const file = join(folder, 'full.sqlite');
  const full = new SqliteEngine({ file, pollInterval: 10, lease: 3_000 });
  const retrying = openShop(full, receiver.url);
  const codes: string[] = [];
  retrying.on('warning', ({ code }) => {
    codes.push(code);
    database.exec('DROP TRIGGER full');
  });
  await full.status(); // makes the tables
  const database = new DatabaseSync(file);
  database.exec('PRAGMA busy_timeout = 5000');
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

describe('a row that cannot be read', () => {
  class Large extends Ordered {
    override toWebhook() {
      return super.toWebhook().setJSON({ id: this.id, filler: 'x'.repeat(30_000) });
    }
  }

  /** Breaks the chain of pages that hold the body of the large message. */
  function damage(file: string): void {
    const bytes = readFileSync(file);
    const body = Buffer.from('eHh4'.repeat(1_000));
    for (let page = 0; page < bytes.length; page += 4_096)
      if (bytes.subarray(page, page + 4_096).includes(body)) bytes.writeUInt32BE(0x7fffffff, page);
    writeFileSync(file, bytes);
  }

  /** Everything is in the file itself, and nothing in its write-ahead log. */
  function checkpoint(file: string): Buffer {
    const database = new DatabaseSync(file);
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    database.close();
    return readFileSync(file);
  }

  const statusOf = async (one: SqliteEngine) => (await one.status()).waiting;

  test.each(['continue', 'hold'] as const)(
    'is listed as unreadable, told once, and redelivered when it is mended; afterDead: %s',
    async (afterDead) => {
      const file = join(folder, 'damaged.sqlite');
      const first = openShop(new SqliteEngine({ file }), receiver.url, { orderBy: () => 'all' });
      const { deliveries } = await first.send('ann', new Large('large'));
      for (const id of ['m-1', 'm-2']) await first.send('ann', new Ordered(id));
      await first.send('bob', new Ordered('m-3'));
      await first.stop();
      const intact = checkpoint(file);
      damage(file);

      const warnings: string[] = [];
      const open = async () => {
        const opened = new SqliteEngine({ file, pollInterval: 10, afterDead });
        const shop = openShop(opened, receiver.url, { orderBy: () => 'all' });
        shop.on('warning', ({ code, message }) => warnings.push(`${code} ${message}`));
        await shop.start();
        return { opened, shop };
      };
      const second = await open();
      const held = afterDead === 'hold' ? 2 : 0;
      while ((await statusOf(second.opened)) > held) await new Promise((resolve) => setTimeout(resolve, 10));
      await second.shop.stop();
      const third = await open();
      await new Promise((resolve) => setTimeout(resolve, 100));
      expect(receiver.requests).toHaveLength(3 - held);
      expect(warnings).toEqual([
        expect.stringMatching(/^sqlite-unreadable .*: dlv_\w+ to http\S+ is set aside \(.*malformed\)\. /),
      ]);
      const unreadable = { id: deliveries[0]!.id, messageId: 'large', endpoint: 'ann', state: 'unreadable' };
      expect(await third.opened.deliveries({ state: 'unreadable' })).toMatchObject([unreadable]);
      expect(await third.opened.deliveries({ endpoint: 'ann' })).toHaveLength(3);
      expect(await third.opened.status()).toMatchObject({ waiting: held, due: 0, dead: 0 });

      await third.shop.stop();
      if (afterDead === 'continue') return;
      const mended = checkpoint(file);
      for (let page = 0; page < mended.length; page += 4_096)
        if (mended.readUInt32BE(page) === 0x7fffffff) mended.set(intact.subarray(page, page + 4), page);
      writeFileSync(file, mended);
      const fourth = await open();
      expect(await fourth.opened.redeliver(unreadable.id)).toBe(true);
      while ((await statusOf(fourth.opened)) > 0) await new Promise((resolve) => setTimeout(resolve, 10));
      expect(receiver.requests).toHaveLength(4);
      await fourth.shop.stop();
    },
  );

  test('delays no other delivery, of the same origin or another', async () => {
    const warnings: string[] = [];
    notifier.on('warning', ({ code, message }) => warnings.push(`${code} ${message}`));
    const damaged = await startReceiver();
    await engine.pause();
    application.exec(`CREATE TRIGGER damaged BEFORE UPDATE OF worker ON dtospec_jobs
      WHEN OLD.endpoint LIKE '%/bad-%' BEGIN SELECT RAISE(ABORT, 'the page is damaged'); END`);
    for (let index = 0; index < 20; index += 1)
      await notifier.send(`${damaged.url}/bad-${index}`, new Ordered('d-1'));
    await notifier.send(`${damaged.url}/good`, new Ordered('d-2'));
    for (let index = 1; index <= 10; index += 1) await notifier.send('ann', new Ordered(`m-${index}`));
    await engine.resume();
    while ((await statusOf(engine)) > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(receiver.requests).toHaveLength(10);
    expect(damaged.requests).toHaveLength(1);
    expect(await engine.deliveries({ state: 'unreadable' })).toHaveLength(20);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]?.match(/ is set aside \(Error: the page is damaged\)/g)).toHaveLength(20);
    await damaged.close();
  });
});

test('an unreadable history does not prevent the end of a delivery', async () => {
  await engine.pause();
  await notifier.send('ann', new Ordered('m-1'));
  application.exec("UPDATE dtospec_jobs SET history = '{'");
  await engine.resume();
  while ((await engine.status()).waiting > 0) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(receiver.requests).toHaveLength(1);
});

test('warns of a deleted file while the process still has it open', async () => {
  const file = join(folder, 'deleted.sqlite');
  const one = openShop(new SqliteEngine({ file, lease: 3_000 }), receiver.url);
  const codes: string[] = [];
  one.on('warning', ({ code }) => codes.push(code));
  await one.start();
  rmSync(file);
  while (codes.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(codes).toEqual(['sqlite-deleted']);
  await one.stop();
}, 5_000);

test('an engine that could not be opened can be stopped', async () => {
  const none = new SqliteEngine({ file: join(folder, 'none', 'queue.sqlite') });
  const status = none.status();
  await Promise.all([expect(status).rejects.toThrow('does not exist'), none.stop()]);
});

test('reports a full disk, although SQLite has rolled back by itself', async () => {
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

  test('the process does other work meanwhile, and stores the sent messages afterwards', async () => {
    const sending = notifier.send('ann', new Ordered('m-1'));
    const before = performance.eventLoopUtilization();
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.6);
    application.exec('COMMIT');
    expect((await sending).deliveries).toMatchObject([{ outcome: 'queued' }]);
  });

  test('fails all waiting writes together after the time limit, and then tries each write once', async () => {
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

  test('stop waits only for running attempts', async () => {
    const pausing = engine.pause().catch((error: unknown) => String(error));
    await new Promise((resolve) => setTimeout(resolve, 10));
    await engine.stop({ grace: 0 });
    expect(await pausing).toContain('locked');
  });
});
