import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { importLibrary } from '../nest/libraries.js';

// The libraries themselves, in the parts that the tests call.

export type Use = (transaction: unknown) => Promise<void>;

/** A library that is connected to a database. */
export interface Connected {
  /** Runs a function in a transaction. If the function throws, the library rolls back. */
  readonly inTransaction: (use: Use) => Promise<unknown>;
  /** What the library has outside of a transaction. */
  readonly outside: unknown;
  /** What a recipe of the guide takes. @default `outside` */
  readonly library?: unknown;
  /** Executes SQL as an application does, in a transaction. */
  readonly run: (transaction: unknown, sql: string) => Promise<unknown>;
  readonly close: () => Promise<unknown>;
}

type Methods = Readonly<Record<string, (...values: unknown[]) => Promise<unknown>>>;

/** Calls a method of a transaction with SQL. */
const by =
  (method: string): Connected['run'] =>
  async (transaction, sql) =>
    (transaction as Methods)[method]!(sql);

export async function connectKnex(options: object): Promise<Connected> {
  const { knex } = await importLibrary<{
    knex: (options: object) => { transaction(use: Use): Promise<unknown>; destroy(): Promise<void> };
  }>('knex');
  const database = knex(options);
  return {
    inTransaction: async (use) => database.transaction(use),
    outside: database,
    run: by('raw'),
    close: async () => database.destroy(),
  };
}

export async function connectKysely(dialectName: string, options: object): Promise<Connected> {
  const { Kysely, ...dialects } = await importLibrary<
    Record<string, new (options: object) => object> & {
      Kysely: new (options: object) => {
        transaction(): { execute(use: Use): Promise<unknown> };
        destroy(): Promise<void>;
      };
    }
  >('kysely');
  const Dialect = (dialects as Record<string, new (options: object) => object>)[dialectName]!;
  const database = new Kysely({ dialect: new Dialect(options) });
  return {
    inTransaction: async (use) => database.transaction().execute(use),
    outside: database,
    run: async (transaction, sql) =>
      (transaction as Methods).executeQuery!({
        sql,
        parameters: [],
        query: { kind: 'RawNode', sqlFragments: [sql], parameters: [] },
        queryId: { queryId: 'test' },
      }),
    close: async () => database.destroy(),
  };
}

interface QueryRunner {
  startTransaction(): Promise<void>;
  commitTransaction(): Promise<void>;
  rollbackTransaction(): Promise<void>;
  release(): Promise<void>;
}

interface DataSource {
  initialize(): Promise<unknown>;
  destroy(): Promise<void>;
  readonly manager: { transaction(use: Use): Promise<unknown> };
  createQueryRunner(): QueryRunner;
}

async function openDataSource(options: object): Promise<DataSource> {
  const { DataSource, EntitySchema } = await importLibrary<{
    DataSource: new (options: object) => DataSource;
    EntitySchema: new (options: object) => object;
  }>('typeorm');
  const columns = { id: { type: 'integer', primary: true } };
  const entities = [new EntitySchema({ name: 'Parcel', tableName: 'parcels', columns })];
  const source = new DataSource({ entities, ...options });
  await source.initialize();
  return source;
}

/** The `EntityManager` of TypeORM. */
export async function connectTypeOrm(options: object): Promise<Connected> {
  const source = await openDataSource(options);
  return {
    inTransaction: async (use) => source.manager.transaction(use),
    outside: source.manager,
    library: source,
    run: by('query'),
    close: async () => source.destroy(),
  };
}

/** A `QueryRunner` of TypeORM. */
export async function connectQueryRunner(options: object): Promise<Connected> {
  const source = await openDataSource(options);
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
    run: by('query'),
    close: async () => source.destroy(),
  };
}

interface EntityManager {
  transactional(use: Use): Promise<unknown>;
  fork(): EntityManager;
}

/** The `EntityManager` of MikroORM. */
export async function connectMikroOrm(driver: string, options: object): Promise<Connected> {
  const { MikroORM, EntitySchema } = await importLibrary<{
    MikroORM: { init(options: object): Promise<{ em: EntityManager; close(): Promise<void> }> };
    EntitySchema: new (options: object) => object;
  }>(`@mikro-orm/${driver}`);
  const properties = { id: { type: 'number', primary: true } };
  const entities = [new EntitySchema({ name: 'Parcel', tableName: 'parcels', properties })];
  const orm = await MikroORM.init({ entities, ...options });
  return {
    inTransaction: async (use) => orm.em.fork().transactional(use),
    outside: orm.em.fork(),
    run: by('execute'),
    close: async () => orm.close(),
  };
}

const PRISMA = path.resolve(__dirname, '../../../build/prisma');

/** Installs what `test/tools/prisma` lists, and generates its clients. */
export function preparePrisma(): void {
  execFileSync(process.execPath, [path.resolve(__dirname, '../../../scripts/prepare.mjs'), 'prisma']);
}

/** The client of Prisma that is generated for `test/tools/prisma/*.prisma`. */
export async function connectPrisma(
  database: 'postgres' | 'sqlite',
  [adapterName, className]: readonly [string, string],
  options: object,
): Promise<Connected> {
  const load = async (name: string): Promise<unknown> =>
    (await import(require.resolve(name, { paths: [PRISMA] }))) as unknown;
  const { PrismaClient } = (await load(path.join(PRISMA, 'clients', database))) as {
    PrismaClient: new (options: object) => {
      $transaction(use: Use): Promise<unknown>;
      $disconnect(): Promise<void>;
    };
  };
  const adapters = (await load(`@prisma/${adapterName}`)) as Record<string, new (options: object) => object>;
  const prisma = new PrismaClient({ adapter: new adapters[className]!(options) });
  return {
    inTransaction: async (use) => prisma.$transaction(use),
    outside: prisma,
    run: by('$executeRawUnsafe'),
    close: async () => prisma.$disconnect(),
  };
}
