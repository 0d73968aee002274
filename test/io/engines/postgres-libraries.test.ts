import { Pool } from 'pg';
import type { DurableEngine } from '../../../src/webhooks/messages/index.js';
import { openShop, Ordered } from '../../support/engines/shop.js';
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

type Use = (transaction: unknown) => Promise<void>;

/** A library that is connected to PostgreSQL. */
interface Connected {
  /** Runs a function in a transaction. If the function throws, the library rolls back. */
  readonly inTransaction: (use: Use) => Promise<unknown>;
  /** What the library has outside of a transaction. */
  readonly outside: unknown;
  readonly close: () => Promise<unknown>;
}

type Connect = (port: number) => Promise<Connected>;

/** The parts of each library that the tests call. */
interface KnexInstance {
  transaction(use: Use): Promise<unknown>;
  destroy(): Promise<void>;
}
interface KyselyInstance {
  transaction(): { execute(use: Use): Promise<unknown> };
  destroy(): Promise<void>;
}
interface DrizzleInstance {
  transaction(use: Use): Promise<unknown>;
}
interface DataSourceInstance {
  initialize(): Promise<unknown>;
  destroy(): Promise<void>;
  readonly manager: { transaction(use: Use): Promise<unknown> };
  createQueryRunner(): QueryRunnerInstance;
}
interface QueryRunnerInstance {
  startTransaction(): Promise<void>;
  commitTransaction(): Promise<void>;
  rollbackTransaction(): Promise<void>;
  release(): Promise<void>;
}

const connectTypeOrm = async (port: number): Promise<DataSourceInstance> => {
  const { DataSource } = await importLibrary<{ DataSource: new (options: object) => DataSourceInstance }>(
    'typeorm',
  );
  const { user, ...connection } = postgresAt(port);
  const source = new DataSource({ type: 'postgres', username: user, ...connection });
  await source.initialize();
  return source;
};

const LIBRARIES: Readonly<Record<string, Connect>> = {
  Knex: async (port) => {
    const { knex } = await importLibrary<{ knex: (options: object) => KnexInstance }>('knex');
    const database = knex({ client: 'pg', connection: postgresAt(port) });
    return {
      inTransaction: async (use) => database.transaction(use),
      outside: database,
      close: async () => database.destroy(),
    };
  },
  Kysely: async (port) => {
    const { Kysely, PostgresDialect } = await importLibrary<{
      Kysely: new (options: object) => KyselyInstance;
      PostgresDialect: new (options: object) => object;
    }>('kysely');
    const dialect = new PostgresDialect({ pool: new Pool(postgresAt(port)) });
    const database = new Kysely({ dialect });
    return {
      inTransaction: async (use) => database.transaction().execute(use),
      outside: database,
      close: async () => database.destroy(),
    };
  },
  Drizzle: async (port) => {
    const { drizzle } = await importLibrary<{ drizzle: (pool: Pool) => DrizzleInstance }>(
      'drizzle-orm/node-postgres',
    );
    const pool = new Pool(postgresAt(port));
    const database = drizzle(pool);
    return {
      inTransaction: async (use) => database.transaction(use),
      outside: database,
      close: async () => pool.end(),
    };
  },
  'the EntityManager of TypeORM': async (port) => {
    const source = await connectTypeOrm(port);
    return {
      inTransaction: async (use) => source.manager.transaction(use),
      outside: source.manager,
      close: async () => source.destroy(),
    };
  },
  'a QueryRunner of TypeORM': async (port) => {
    const source = await connectTypeOrm(port);
    return {
      inTransaction: async (use) => {
        const runner = source.createQueryRunner();
        await runner.startTransaction();
        try {
          await use(runner);
          await runner.commitTransaction();
        } catch (error) {
          await runner.rollbackTransaction();
          throw error;
        } finally {
          await runner.release();
        }
      },
      outside: source.createQueryRunner(),
      close: async () => source.destroy(),
    };
  },
};

/** Executes SQL as an application does, in a transaction of any of the libraries. */
async function runIn(transaction: unknown, sql: string): Promise<unknown> {
  const { executeQuery, raw, execute, query } = transaction as Record<
    string,
    ((text: unknown) => Promise<unknown>) | undefined
  >;
  const queryId = { queryId: 'test' };
  const compiled = {
    sql,
    parameters: [],
    query: { kind: 'RawNode', sqlFragments: [sql], parameters: [] },
    queryId,
  };
  return executeQuery
    ? executeQuery.call(transaction, compiled)
    : (raw ?? execute ?? query)?.call(transaction, sql);
}

class RolledBack extends Error {}

describeEngines(HAS_PG_BOSS ? ['postgres'] : [])('%s, a transaction of', () => {
  let kit: EngineKit;
  let engine: DurableEngine;
  let receiver: HostileReceiver;
  beforeAll(prepareLibraries, 300_000);
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
      const { inTransaction, outside, close } = await connect(Number(kit.location.split('/')[0]));
      try {
        const send = async (id: string, transaction: unknown) => {
          // A question mark in a value is no parameter of the library.
          const { deliveries } = await notifier.send(['ann', 'who?'], new Ordered(id), { transaction });
          expect(deliveries.map(({ outcome }) => outcome)).toEqual(['queued', 'queued']);
        };
        const rolledBack = inTransaction(async (transaction) => {
          await send('m-1', transaction);
          throw new RolledBack();
        });
        await expect(rolledBack).rejects.toThrow(RolledBack);
        const failing = inTransaction(async (transaction) => {
          await runIn(transaction, 'CREATE TEMP TABLE stock (id int UNIQUE DEFERRABLE INITIALLY DEFERRED)');
          await send('m-4', transaction);
          await runIn(transaction, 'INSERT INTO stock VALUES (1), (1)');
        });
        await expect(failing).rejects.toThrow(/duplicate key value violates unique constraint|COMMIT|commit/);
        await inTransaction(async (transaction) => {
          await send('m-2', transaction);
          expect(receiver.requests).toEqual([]);
        });
        await expect(send('m-3', outside)).rejects.toThrow(/is outside of a transaction/);
        while ((await engine.deliveries({ state: 'sent' })).length < 2)
          await new Promise((resolve) => setTimeout(resolve, 10));
        expect((await engine.deliveries()).map(({ messageId }) => messageId)).toEqual(['m-2', 'm-2']);
        expect(receiver.requests).toHaveLength(2);
      } finally {
        await close();
      }
    },
  );
});
