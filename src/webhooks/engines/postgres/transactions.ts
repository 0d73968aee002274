import type { Db } from 'pg-boss';
import { ConfigError } from '../../../shared/errors.js';
import { isRecord, show } from '../../../shared/values.js';
import { outsideTransaction } from '../shared/outside-transaction.js';

type Rows = readonly Record<string, unknown>[];

/** An object that executes SQL inside the application's transaction. */
interface Form {
  /** Name for errors. */
  readonly name: string;
  readonly recognizes: (transaction: Methods) => boolean;
  /** Resolves to rows, or to an object with them, as the library does. */
  readonly execute: (transaction: Methods, sql: string, parameters: readonly unknown[]) => unknown;
}

type Methods = Readonly<Record<string, unknown>> & {
  executeSql(sql: string, parameters: readonly unknown[]): unknown;
  execute(sql: unknown, parameters?: readonly unknown[]): unknown;
  executeQuery(query: object): unknown;
  raw(sql: string, parameters: readonly unknown[]): unknown;
  query(sql: string, parameters: readonly unknown[]): unknown;
  getTransactionContext(): unknown;
  $queryRawUnsafe(sql: string, ...parameters: readonly unknown[]): unknown;
};

const DRIZZLE = Symbol.for('drizzle:entityKind');

function has(name: string): Form['recognizes'] {
  return (transaction) => typeof transaction[name] === 'function';
}

/** The first form that recognizes a transaction executes its SQL. */
const FORMS: readonly Form[] = [
  {
    name: 'an EntityManager of MikroORM',
    recognizes: has('getTransactionContext'),
    // A transaction of Kysely; before version 7, one of Knex.
    execute: (transaction, sql, parameters) => {
      const context = transaction.getTransactionContext();
      if (context === undefined) throw outsideTransaction('PostgresEngine', 'an EntityManager of MikroORM');
      const methods = Object(context) as Methods;
      return formOf(methods).execute(methods, sql, parameters);
    },
  },
  {
    name: 'a transaction of Prisma',
    recognizes: has('$queryRawUnsafe'),
    execute: (transaction, sql, parameters) => transaction.$queryRawUnsafe(sql, ...parameters),
  },
  {
    name: 'an adapter of pg-boss, { executeSql(sql, parameters) }',
    recognizes: has('executeSql'),
    execute: (transaction, sql, parameters) => transaction.executeSql(sql, parameters),
  },
  {
    name: 'a transaction of Drizzle',
    recognizes: (transaction) => isRecord(transaction) && DRIZZLE in Object(transaction.constructor),
    // Drizzle executes whatever has `getSQL`, which returns what has `toQuery`.
    execute: (transaction, sql, parameters) =>
      transaction.execute({ getSQL: () => ({ toQuery: () => ({ sql, params: [...parameters] }) }) }),
  },
  {
    name: 'a transaction of Kysely',
    recognizes: has('executeQuery'),
    execute: (transaction, sql, parameters) =>
      transaction.executeQuery({
        sql,
        parameters,
        query: { kind: 'RawNode', sqlFragments: [sql], parameters: [] },
        queryId: { queryId: 'dtospec' },
      }),
  },
  {
    name: 'a transaction of Knex',
    recognizes: has('raw'),
    // Knex has question marks in place of $1.
    execute: (transaction, sql, parameters) => {
      const numbers = [...sql.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number));
      const text = sql.replaceAll('?', '\\?').replace(/\$\d+/g, '?');
      return transaction.raw(
        text,
        numbers.map((number) => parameters[number - 1] ?? null),
      );
    },
  },
  {
    name: 'an object with execute(sql, parameters)',
    recognizes: has('execute'),
    execute: (transaction, sql, parameters) => transaction.execute(sql, parameters),
  },
  {
    name: 'a client of pg, or an EntityManager or QueryRunner of TypeORM',
    recognizes: has('query'),
    execute: (transaction, sql, parameters) => transaction.query(sql, parameters),
  },
];

const ACCEPTED =
  'It takes a client of pg, an EntityManager or QueryRunner of TypeORM, a transaction of Knex, Kysely, Drizzle or Prisma, an EntityManager of MikroORM, an adapter of pg-boss ({ executeSql }), ' +
  'or an object { execute(sql, parameters) } that resolves to the rows, with $1 for the first parameter';

/** Shows that parameters arrive and rows return. Two statements of one transaction get the same number. */
const PROBE = 'SELECT $1::int AS dtospec, txid_current()::text AS number';

/**
 * Returns what executes SQL inside a transaction of the application. It makes a query before anything is
 * stored, since libraries resemble each other and differ in their results.
 * @throws ConfigError for an object that is not recognized, or that is outside of a transaction
 */
export async function openTransaction(transaction: unknown): Promise<Db> {
  const methods = Object(transaction) as Methods;
  const form = formOf(methods, transaction);
  const run = async (sql: string, parameters: readonly unknown[] = []): Promise<Rows> =>
    rowsOf(await form.execute(methods, sql, parameters), form);
  const numberOf = async (): Promise<unknown> => {
    const [row] = await run(PROBE, [1]);
    if (Number(row?.dtospec) === 1) return row?.number;
    throw unusable(form);
  };
  if ((await numberOf()) !== (await numberOf())) throw outsideTransaction('PostgresEngine', form.name);
  return { executeSql: async (sql, parameters) => ({ rows: [...(await run(sql, parameters))] }) };
}

function formOf(methods: Methods, transaction: unknown = methods): Form {
  const form = FORMS.find(({ recognizes }) => recognizes(methods));
  if (form) return form;
  throw new ConfigError(`The transaction of a PostgresEngine cannot be ${show(transaction)}. ${ACCEPTED}.`);
}

/** Reads `[...]` (TypeORM, `execute`), `[rows, count]` (TypeORM's UPDATE) and `{ rows }` (pg and others). */
function rowsOf(result: unknown, form: Form): Rows {
  if (isRecord(result) && Array.isArray(result.rows)) return result.rows as Rows;
  if (!Array.isArray(result)) throw unusable(form);
  return (Array.isArray(result[0]) && typeof result[1] === 'number' ? result[0] : result) as Rows;
}

function unusable({ name }: Form): ConfigError {
  return new ConfigError(
    `The transaction of a PostgresEngine looks like ${name}, but its result has no rows, so nothing was stored. ${ACCEPTED}.`,
  );
}
