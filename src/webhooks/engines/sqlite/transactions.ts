import { ConfigError, messageOf } from '../../../shared/errors.js';
import { isRecord, show } from '../../../shared/values.js';
import { outsideTransaction } from '../shared/outside-transaction.js';
import type { Database, SqliteConnection } from './database.js';

/** The members by which transactions of libraries are recognized and lead to their connection. */
type Members = Readonly<Record<string, unknown>> & {
  readonly client: { acquireConnection(): Promise<unknown> };
  readonly dataSource?: DataSource;
  readonly connection?: DataSource;
  readonly queryRunner?: { readonly isTransactionActive?: unknown };
  isCompleted(): boolean;
  getTransactionContext(): unknown;
  getConnection(): { readonly getNativeClient?: () => Promise<unknown> };
};

interface KyselyTransaction {
  readonly isCommitted?: unknown;
  readonly isRolledBack?: unknown;
}

interface DataSource {
  readonly driver?: { readonly databaseConnection?: unknown };
}

/** A library whose transaction leads to its connection. */
interface Library {
  /** Name for errors. */
  readonly name: string;
  readonly recognizes: (transaction: Members) => boolean;
  readonly isOpen: (transaction: Members) => boolean;
  readonly connection: (transaction: Members) => unknown;
}

/** A library that hides the connection of its transaction. */
interface Hidden {
  readonly recognizes: (transaction: Members) => boolean;
  /** The object, and the remedy: the rest of an error. */
  readonly reason: string;
}

const DRIZZLE = Symbol.for('drizzle:entityKind');

function has(name: string): Library['recognizes'] {
  return (transaction) => typeof transaction[name] === 'function';
}

function dataSourceOf({ dataSource, connection }: Members): DataSource | undefined {
  return dataSource ?? connection; // before TypeORM 1
}

const KNEX: Library = {
  name: 'a transaction of Knex',
  recognizes: (transaction) => has('raw')(transaction) && isRecord(transaction.client),
  isOpen: (transaction) => transaction.isTransaction === true && !transaction.isCompleted(),
  connection: async ({ client }) => client.acquireConnection(),
};

/** The first library that recognizes a transaction finds its connection. */
const LIBRARIES: readonly Library[] = [
  {
    name: 'an EntityManager of MikroORM',
    recognizes: has('getTransactionContext'),
    isOpen: (transaction) => {
      const context = transaction.getTransactionContext() as KyselyTransaction | undefined;
      return context !== undefined && context.isCommitted !== true && context.isRolledBack !== true;
    },
    // Before version 7, its transactions are those of Knex.
    connection: (transaction) => {
      const context = Object(transaction.getTransactionContext()) as Members;
      if (KNEX.recognizes(context)) return KNEX.connection(context);
      return transaction.getConnection().getNativeClient?.();
    },
  },
  {
    name: 'an EntityManager or QueryRunner of TypeORM',
    recognizes: (transaction) => dataSourceOf(transaction)?.driver?.databaseConnection !== undefined,
    isOpen: (transaction) => (transaction.queryRunner ?? transaction).isTransactionActive === true,
    connection: (transaction) => dataSourceOf(transaction)?.driver?.databaseConnection,
  },
  KNEX,
];

const HIDDEN: readonly Hidden[] = [
  {
    recognizes: (transaction) => isRecord(transaction) && DRIZZLE in Object(transaction.constructor),
    reason:
      'an object of Drizzle, whose transactions on SQLite are synchronous or hide their connection. With drizzle-orm/better-sqlite3, begin one yourself: db.$client.exec("BEGIN IMMEDIATE"), and pass db.$client',
  },
  {
    recognizes: has('executeQuery'),
    reason:
      'an object of Kysely, which hides its connection. Inside its transaction, pass the database that you gave to SqliteDialect',
  },
  {
    recognizes: has('$queryRawUnsafe'),
    reason:
      'an object of Prisma, which hides its connection. Begin the transaction on a connection of your own, or use PostgresEngine, which takes the transaction of Prisma',
  },
];

const ACCEPTED =
  'It takes a connection to its file (node:sqlite, better-sqlite3, libsql), an EntityManager or QueryRunner of TypeORM, a transaction of Knex, or an EntityManager of MikroORM';

/**
 * Returns the connection of a transaction of the application. It must be of the same library as the engine's:
 * two copies of SQLite in one process do not see each other's locks, and overwrite each other's writes
 * (https://sqlite.org/howtocorrupt.html, 2.2.1).
 * @throws ConfigError for an object that does not lead to such a connection, a connection to another file, or
 *   one outside of a transaction
 */
export async function openTransaction(transaction: unknown, own: Database): Promise<SqliteConnection> {
  const connection = await connectionOf(transaction);
  requireSameLibrary(connection, own);
  requireSameFile(connection, own);
  requireTransaction(connection);
  return connection;
}

function connectionOf(transaction: unknown): unknown {
  const members = Object(transaction) as Members;
  if (has('prepare')(members)) return transaction;
  const hidden = HIDDEN.find(({ recognizes }) => recognizes(members));
  if (hidden) throw new ConfigError(`The transaction of a SqliteEngine cannot be ${hidden.reason}.`);
  const library = LIBRARIES.find(({ recognizes }) => recognizes(members));
  if (!library)
    throw new ConfigError(`The transaction of a SqliteEngine cannot be ${show(transaction)}. ${ACCEPTED}.`);
  if (!library.isOpen(members)) throw outsideTransaction('SqliteEngine', library.name);
  return library.connection(members);
}

function requireSameLibrary(connection: unknown, own: Database): asserts connection is SqliteConnection {
  if (connection instanceof own.constructor) return;
  throw new ConfigError(
    `The transaction is a connection of another SQLite library than the engine's (${own.constructor.name}), so the two would lose each other's writes. ` +
      'Give the engine the class of your connections: new SqliteEngine({ file, driver: Database }).',
  );
}

function requireSameFile(connection: SqliteConnection, own: Database): void {
  const [file, expected] = [fileOf(connection), fileOf(own)];
  if (file === expected) return;
  throw new ConfigError(
    `The transaction is a connection to ${JSON.stringify(file)}, and the file of the SqliteEngine is ${JSON.stringify(expected)}. ` +
      'One transaction needs one file: give the engine the file of your database.',
  );
}

function fileOf(connection: SqliteConnection): unknown {
  const databases = connection.prepare('PRAGMA database_list').all() as { name: string; file: unknown }[];
  return databases.find(({ name }) => name === 'main')?.file;
}

/** SQLite refuses BEGIN inside of a transaction, and changes nothing. */
function requireTransaction(connection: SqliteConnection): void {
  try {
    connection.prepare('BEGIN').run();
  } catch (error) {
    if (messageOf(error).includes('within a transaction')) return;
    throw error;
  }
  connection.prepare('ROLLBACK').run();
  throw outsideTransaction('SqliteEngine', 'a connection');
}
