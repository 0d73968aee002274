import { Pool } from 'pg';
import type { DurableEngine } from '../../../src/webhooks/messages/index.js';
import {
  connectKnex,
  connectKysely,
  connectMikroOrm,
  connectPrisma,
  connectQueryRunner,
  connectTypeOrm,
  type Connected,
  preparePrisma,
  type Use,
} from '../../support/engines/orms.js';
import { expectOutbox, expectSavepoints } from '../../support/engines/outbox.js';
import { loadRecipe, type Ship } from '../../support/engines/recipes.js';
import { openShop } from '../../support/engines/shop.js';
import {
  closeServers,
  type EngineKit,
  HAS_PG_BOSS,
  KITS,
  OPENERS,
  postgresAt,
} from '../../support/engines/kits.js';
import { importLibrary, prepareLibraries } from '../../support/nest/libraries.js';
import { describeEngines } from '../../support/programs/optional-programs.js';
import { answer, type HostileReceiver, startReceiver } from '../../support/webhooks/hostile-receiver.js';

// The transactions of the libraries themselves; postgres-transactions.test.ts has objects that resemble them.

const urlAt = (port: number): string => `postgres://postgres@127.0.0.1:${port}/postgres`;

const typeOrmAt = (port: number): object => {
  const { user, ...connection } = postgresAt(port);
  return { type: 'postgres', username: user, ...connection };
};

interface DrizzleInstance {
  transaction(use: Use): Promise<unknown>;
}

const LIBRARIES: Readonly<Record<string, (port: number) => Promise<Connected>>> = {
  Knex: async (port) => connectKnex({ client: 'pg', connection: postgresAt(port) }),
  Kysely: async (port) => connectKysely('PostgresDialect', { pool: new Pool(postgresAt(port)) }),
  Drizzle: async (port) => {
    const { drizzle } = await importLibrary<{ drizzle: (pool: Pool) => DrizzleInstance }>(
      'drizzle-orm/node-postgres',
    );
    const pool = new Pool(postgresAt(port));
    const database = drizzle(pool);
    return {
      inTransaction: async (use) => database.transaction(use),
      outside: database,
      run: async (transaction, sql) =>
        (transaction as { execute(sql: string): Promise<unknown> }).execute(sql),
      close: async () => pool.end(),
    };
  },
  'the EntityManager of TypeORM': async (port) => connectTypeOrm(typeOrmAt(port)),
  'a QueryRunner of TypeORM': async (port) => connectQueryRunner(typeOrmAt(port)),
  MikroORM: async (port) => connectMikroOrm('postgresql', { clientUrl: urlAt(port) }),
  Prisma: async (port) =>
    connectPrisma('postgres', ['adapter-pg', 'PrismaPg'], { connectionString: urlAt(port) }),
};

/** The recipe of docs/transactions.md for each library. */
const RECIPES: Readonly<Record<string, string>> = {
  Knex: 'knex',
  Kysely: 'kysely',
  Drizzle: 'drizzle',
  'the EntityManager of TypeORM': 'typeorm',
  MikroORM: 'mikro-orm',
  Prisma: 'prisma',
};

const FAILING_COMMIT = {
  tables: ['CREATE TEMP TABLE stock (id int UNIQUE DEFERRABLE INITIALLY DEFERRED)'],
  insert: 'INSERT INTO stock VALUES (1), (1)',
  error: /duplicate key value violates unique|UniqueConstraintViolation|commit/i,
};

describeEngines(HAS_PG_BOSS ? ['postgres'] : [])('%s, a transaction of', () => {
  let kit: EngineKit;
  let engine: DurableEngine;
  let receiver: HostileReceiver;
  beforeAll(() => {
    prepareLibraries();
    preparePrisma();
  }, 300_000);
  afterAll(closeServers);
  beforeEach(async () => {
    kit = await KITS.postgres();
    engine = OPENERS.postgres(kit.location);
    receiver = await startReceiver(answer('204 No Content'));
    await engine.status();
  });
  afterEach(async () => {
    await engine.stop({ grace: 0 });
    await receiver.close();
    await kit.close();
  });

  test.each(Object.entries(LIBRARIES))(
    '%s: committed is delivered once; rolled back, outside and a commit that fails never',
    async (_, connect) => {
      const notifier = openShop(engine, receiver.url);
      await notifier.start();
      const connected = await connect(Number(kit.location.split('/')[0]));
      await expectOutbox(connected, { engine, notifier, receiver, failingCommit: FAILING_COMMIT });
    },
  );

  test.each([
    ['Knex', 'transaction'],
    ['Drizzle', 'transaction'],
    ['Prisma', '$transaction'],
    ['the EntityManager of TypeORM', 'transaction'],
    ['MikroORM', 'transactional'],
  ])('%s: an inner transaction is rolled back alone', async (name, begin) => {
    const notifier = openShop(engine, receiver.url);
    const connected = await LIBRARIES[name]!(Number(kit.location.split('/')[0]));
    await expectSavepoints(connected, begin, { engine, notifier });
  });

  const expectRecipe = async (ship: Ship, library: unknown, pool: Pool): Promise<void> => {
    await pool.query('DROP TABLE IF EXISTS parcels, boxes; CREATE TABLE boxes (id int PRIMARY KEY)');
    await pool.query(
      'CREATE TABLE parcels (id int PRIMARY KEY REFERENCES boxes DEFERRABLE INITIALLY DEFERRED)',
    );
    await pool.query('INSERT INTO boxes VALUES (42)');
    const notifier = openShop(engine, receiver.url);
    await expect(ship(library, notifier, 1)).rejects.toThrow(/foreign key|ForeignKey|commit/); // at its commit
    await ship(library, notifier, 42);
    const { rows } = await pool.query('SELECT id FROM parcels');
    expect(rows).toEqual([{ id: 42 }]);
    expect((await engine.deliveries()).map(({ messageId }) => messageId)).toEqual(['order-shipped-42']);
    await notifier.stop();
  };

  test.each([...Object.entries(RECIPES), ['pg', 'pg']] as const)(
    '%s: the recipe of the guide',
    async (name, recipe) => {
      const port = Number(kit.location.split('/')[0]);
      const pool = new Pool(postgresAt(port));
      const connected = await LIBRARIES[name]?.(port);
      try {
        await expectRecipe(await loadRecipe(recipe), connected?.library ?? connected?.outside ?? pool, pool);
      } finally {
        await connected?.close();
        await pool.end();
      }
    },
  );
});
