import { closeSync, openSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { ConfigError } from '../../../shared/errors.js';
import { isBusy, PATIENCE, STANDSTILL } from './busy.js';
import { SCHEMA } from './schema.js';

export type SqlValue = string | number | bigint | null;
export type Row = Record<string, SqlValue>;

/** What an application's own connection needs: node:sqlite, better-sqlite3, libsql and `@photostructure/sqlite` have it. */
export interface SqliteConnection {
  /** Compiles a statement, to be run any number of times. */
  prepare(sql: string): {
    run(...values: SqlValue[]): unknown;
    get(...values: SqlValue[]): unknown;
    all(...values: SqlValue[]): unknown[];
  };
}

/** An open file. */
export interface Database extends SqliteConnection {
  exec(sql: string): void;
  close(): void;
}

type DatabaseClass = new (file: string) => Database;

export interface FileOptions {
  readonly file: string;
  readonly synchronous: 'FULL' | 'NORMAL';
}

/** Opens the file, makes it if it is not there, for its owner only: it holds the bodies of messages. */
export async function openDatabase({ file, synchronous }: FileOptions): Promise<Database> {
  const DatabaseSync = await loadSqlite();
  closeSync(openSync(file, 'a', 0o600));
  const began = Date.now();
  for (;;) {
    const database = new DatabaseSync(file);
    try {
      return setUp(database, synchronous, file);
    } catch (error) {
      database.close();
      // Others open it at the same moment.
      if (!isBusy(error) || Date.now() - began > PATIENCE) throw error;
      await wait(20);
    }
  }
}

function setUp(database: Database, synchronous: FileOptions['synchronous'], file: string): Database {
  database.exec(`PRAGMA busy_timeout = ${STANDSTILL}`);
  const mode = database.prepare('PRAGMA journal_mode = WAL').get() as { journal_mode: string };
  if (mode.journal_mode !== 'wal')
    throw new ConfigError(
      `The file ${JSON.stringify(file)} cannot have a write-ahead log (its journal is "${mode.journal_mode}"). ` +
        'It must be a file on a disk of this machine, neither in memory nor on a network.',
    );
  database.exec(`PRAGMA synchronous = ${synchronous}`);
  database.exec(`BEGIN IMMEDIATE; ${SCHEMA}; COMMIT`);
  return database;
}

/** Node.js has SQLite from 22.13 on; for Node.js 20 a package has the same. */
async function loadSqlite(): Promise<DatabaseClass> {
  for (const name of ['node:sqlite', '@photostructure/sqlite']) {
    try {
      return ((await import(name)) as { DatabaseSync: DatabaseClass }).DatabaseSync;
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (!MISSING.includes(code)) throw error;
    }
  }
  throw new ConfigError(
    'dtospec/sqlite needs node:sqlite, which Node.js has from 22.13 on, or for Node.js 20 the package @photostructure/sqlite: npm install @photostructure/sqlite@1',
  );
}

const MISSING: readonly unknown[] = [
  'ERR_MODULE_NOT_FOUND',
  'ERR_UNKNOWN_BUILTIN_MODULE',
  'MODULE_NOT_FOUND',
];
