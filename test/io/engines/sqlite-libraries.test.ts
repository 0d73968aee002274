import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Database,
  loadSqlite,
  type SqliteDriver,
} from '../../../src/webhooks/engines/sqlite/database.js';
import { SqliteEngine } from '../../../src/webhooks/engines/sqlite/index.js';
import type { Notifier } from '../../../src/webhooks/messages/index.js';
import {
  connectKnex,
  connectKysely,
  connectMikroOrm,
  connectPrisma,
  connectQueryRunner,
  connectTypeOrm,
  type Connected,
  preparePrisma,
} from '../../support/engines/orms.js';
import { expectOutbox, expectSavepoints, sendInTransaction } from '../../support/engines/outbox.js';
import { loadRecipe } from '../../support/engines/recipes.js';
import { openShop } from '../../support/engines/shop.js';
import { importLibrary, prepareLibraries } from '../../support/nest/libraries.js';
import { type HostileReceiver, startReceiver } from '../../support/webhooks/hostile-receiver.js';

// better-sqlite3 13 needs Node.js 22: on Node.js 20, on-other-nodes.test.ts has it run these tests.

let BetterSqlite3: SqliteDriver;
beforeAll(async () => {
  prepareLibraries();
  preparePrisma();
  BetterSqlite3 = (await importLibrary<{ default: SqliteDriver }>('better-sqlite3')).default;
}, 300_000);

/** A connection whose transactions the application begins itself. */
function connection(database: Database): Connected {
  return {
    inTransaction: async (use) => {
      database.exec('BEGIN IMMEDIATE');
      try {
        await use(database);
        database.exec('COMMIT');
      } catch (error) {
        database.exec('ROLLBACK');
        throw error;
      }
    },
    outside: database,
    run: async (_, sql) => Promise.resolve(database.exec(sql)),
    close: async () => Promise.resolve(database.close()),
  };
}

const typeOrmOn = (database: string): object => ({
  type: 'better-sqlite3',
  database,
  driver: BetterSqlite3,
});

const LIBRARIES: Readonly<Record<string, (file: string) => Promise<Connected>>> = {
  'better-sqlite3': async (file) => Promise.resolve(connection(new BetterSqlite3(file))),
  Knex: async (filename) => {
    const connected = await connectKnex({
      client: 'better-sqlite3',
      connection: { filename },
      useNullAsDefault: true,
    });
    const { inTransaction, run, outside } = connected;
    // After a COMMIT that failed, Knex leaves the transaction open.
    const rollBack = (): unknown => run(outside, 'ROLLBACK').catch(() => undefined);
    return {
      ...connected,
      inTransaction: async (use) => {
        try {
          await inTransaction(use);
        } catch (error) {
          await rollBack();
          throw error;
        }
      },
    };
  },
  'the EntityManager of TypeORM': async (file) => connectTypeOrm(typeOrmOn(file)),
  'a QueryRunner of TypeORM': async (file) => connectQueryRunner(typeOrmOn(file)),
  MikroORM: async (dbName) => connectMikroOrm('sqlite', { dbName }),
  // The transactions of Drizzle on SQLite are synchronous.
  'the $client of Drizzle': async (file) => {
    const { drizzle } = await importLibrary<{ drizzle: (client: Database) => { $client: Database } }>(
      'drizzle-orm/better-sqlite3',
    );
    const database = drizzle(new BetterSqlite3(file));
    return { ...connection(database.$client), library: database };
  },
  "Kysely's database, in its transaction": async (file) => {
    const database = new BetterSqlite3(file);
    const kysely = await connectKysely('SqliteDialect', { database });
    return {
      ...kysely,
      inTransaction: async (use) => kysely.inTransaction(async () => use(database)),
      outside: database,
      library: kysely.outside,
      run: async (_, sql) => Promise.resolve(database.exec(sql)),
    };
  },
};

/** The recipe of docs/transactions.md for each library. */
const RECIPES: Readonly<Record<string, string>> = {
  'better-sqlite3': 'sqlite',
  Knex: 'knex',
  'the EntityManager of TypeORM': 'typeorm',
  MikroORM: 'mikro-orm',
  'the $client of Drizzle': 'drizzle-sqlite',
  "Kysely's database, in its transaction": 'kysely',
};

/** Libraries that hide the connection of their transactions. */
const REFUSED: Readonly<Record<string, (file: string) => Promise<Connected>>> = {
  Kysely: async (file) => connectKysely('SqliteDialect', { database: new BetterSqlite3(file) }),
  Drizzle: async (file) => {
    const client = new BetterSqlite3(file);
    const { drizzle } = await importLibrary<{ drizzle: (client: Database) => unknown }>(
      'drizzle-orm/better-sqlite3',
    );
    const database = drizzle(client);
    const own = connection(client);
    return {
      ...own,
      inTransaction: async (use) => own.inTransaction(async () => use(database)),
      outside: database,
    };
  },
  Prisma: async (file) =>
    connectPrisma('sqlite', ['adapter-better-sqlite3', 'PrismaBetterSqlite3'], { url: `file:${file}` }),
};

let folder: string;
let file: string;
let receiver: HostileReceiver;
let engine: SqliteEngine;
let notifier: Notifier;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sqlite-libraries-'));
  file = join(folder, 'shop.sqlite');
  receiver = await startReceiver();
});
afterEach(async () => {
  await notifier.stop({ grace: 0 });
  await receiver.close();
  rmSync(folder, { recursive: true });
});

async function start(driver?: SqliteDriver): Promise<void> {
  engine = new SqliteEngine({ file, pollInterval: 10, ...(driver && { driver }) });
  notifier = openShop(engine, receiver.url);
  await notifier.start();
}

const send = async (id: string, transaction: unknown): Promise<void> =>
  sendInTransaction(notifier, id, transaction);

const FAILING_COMMIT = {
  tables: [
    'CREATE TABLE boxes (id INTEGER PRIMARY KEY)',
    'CREATE TABLE parcels (id INTEGER PRIMARY KEY REFERENCES boxes DEFERRABLE INITIALLY DEFERRED)',
  ],
  insert: 'INSERT INTO parcels VALUES (1)',
  error: /FOREIGN KEY constraint failed/,
};

const TITLE = '%s: committed is delivered once; rolled back, outside and a commit that fails never';

test.each(Object.entries(LIBRARIES))(TITLE, async (_, connect) => {
  await start(BetterSqlite3);
  const connected = await connect(file);
  // Knex, TypeORM and MikroORM leave it to the application, or set it themselves.
  await expectOutbox(await withForeignKeys(connected), {
    engine,
    notifier,
    receiver,
    failingCommit: FAILING_COMMIT,
  });
});

test.each([
  ['node:sqlite', async () => Promise.resolve(undefined)],
  ['libsql', async () => (await importLibrary<{ default: SqliteDriver }>('libsql')).default],
])(TITLE, async (_, load) => {
  const driver = await load();
  await start(driver);
  const own = connection(new (driver ?? loadSqlite())(file));
  await expectOutbox(await withForeignKeys(own), {
    engine,
    notifier,
    receiver,
    failingCommit: FAILING_COMMIT,
  });
  const counts = ['isPaused', 'waiting', 'due', 'oldestDue', 'dead', 'paused', 'pausedEndpoints'];
  expect(Object.keys(await engine.status()).sort()).toEqual(counts.sort());
});

test.each(Object.entries(RECIPES))('%s: the recipe of the guide', async (name, recipe) => {
  engine = new SqliteEngine({ file, driver: BetterSqlite3 });
  notifier = openShop(engine, receiver.url);
  await engine.status();
  const { library, outside, run, close } = await withForeignKeys(await LIBRARIES[name]!(file));
  await run(outside, 'CREATE TABLE boxes (id INTEGER PRIMARY KEY)');
  await run(
    outside,
    'CREATE TABLE parcels (id INTEGER PRIMARY KEY REFERENCES boxes DEFERRABLE INITIALLY DEFERRED)',
  );
  await run(outside, 'INSERT INTO boxes VALUES (42)');
  const ship = await loadRecipe(recipe);
  await ship(library ?? outside, notifier, 42, outside);
  await expect(ship(library ?? outside, notifier, 1, outside)).rejects.toThrow(/FOREIGN KEY/); // at its commit
  await close();
  const parcels = new BetterSqlite3(file);
  expect(parcels.prepare('SELECT id FROM parcels').all()).toEqual([{ id: 42 }]);
  parcels.close();
  expect((await engine.deliveries()).map(({ messageId }) => messageId)).toEqual(['order-shipped-42']);
});

async function withForeignKeys(connected: Connected): Promise<Connected> {
  await connected.run(connected.outside, 'PRAGMA foreign_keys = ON');
  return connected;
}

test.each([
  ['Knex', 'transaction'],
  ['the EntityManager of TypeORM', 'transaction'],
  ['MikroORM', 'transactional'],
])('%s: an inner transaction is rolled back alone', async (name, begin) => {
  await start(BetterSqlite3);
  await expectSavepoints(await LIBRARIES[name]!(file), begin, { engine, notifier });
});

// An EntityManager of TypeORM that has ended is on the current transaction again, also for its own queries.
test.each([
  ['Knex', true],
  ['MikroORM', true],
  ['the EntityManager of TypeORM', false],
])(
  '%s: what is outside of a transaction that runs on the same connection is refused',
  async (name, canEnd) => {
    await start(BetterSqlite3);
    const { inTransaction, outside, close } = await LIBRARIES[name]!(file);
    const refused = [outside];
    await inTransaction(async (transaction) => {
      if (canEnd) refused.push(transaction);
      return Promise.resolve();
    });
    await inTransaction(async (transaction) => {
      for (const other of refused)
        await expect(send('m-1', other)).rejects.toThrow(/is outside of a transaction/);
      await send('m-2', transaction);
    });
    await close();
    expect((await engine.deliveries()).map(({ messageId }) => messageId)).toEqual(['m-2', 'm-2']);
  },
);

test.each(Object.entries(REFUSED))('%s is refused, with what to pass', async (name, connect) => {
  await start(BetterSqlite3);
  const { inTransaction, close } = await connect(file);
  const remedy = { Kysely: /SqliteDialect/, Drizzle: /pass db\.\$client/, Prisma: /use PostgresEngine/ }[
    name
  ]!;
  await inTransaction(async (transaction) => {
    await expect(send('m-1', transaction)).rejects.toThrow(remedy);
  });
  await close();
  expect(await engine.deliveries()).toEqual([]);
});
