import { closeSync, openSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { ConfigError, messageOf } from '../../../shared/errors.js';
import { SCHEMA } from './schema.js';

export type SqlValue = string | number | bigint | null;

/**
 * The part of a SQLite connection that the engine uses. node:sqlite, better-sqlite3, libsql and
 * `@photostructure/sqlite` have it.
 */
export interface SqliteConnection {
  /** Compiles a statement that can run any number of times. */
  prepare(sql: string): {
    run(...values: SqlValue[]): unknown;
    get(...values: SqlValue[]): unknown;
    all(...values: SqlValue[]): unknown[];
  };
}

export interface Database extends SqliteConnection {
  exec(sql: string): void;
  close(): void;
}

type DatabaseClass = new (file: string) => Database;

interface FileOptions {
  readonly file: string;
  readonly synchronous: 'FULL' | 'NORMAL';
}

/**
 * Opens the file. It creates a missing file with access for its owner only, since it contains the bodies of messages.
 */
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
      // Another process may open it at the same moment.
      if (!isBusy(error) || Date.now() - began > PATIENCE) throw explainFull(error);
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

/** Loads SQLite: Node.js has it from 22.13 on, and a package adds it to Node.js 20. */
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

/** Maximum time in milliseconds to wait while another process uses the file. */
export const PATIENCE = 30_000;

/** Milliseconds that SQLite itself waits for another connection. It blocks the process. */
export const STANDSTILL = 250;

/**
 * Returns whether an error is about one row: it is damaged (SQLITE_CORRUPT) or violates a constraint
 * (SQLITE_CONSTRAINT). Other rows may still be usable.
 */
export function isDamage(error: unknown): boolean {
  const { errcode, message } = error as Record<'errcode' | 'message', unknown>;
  if (typeof errcode === 'number') return [11, 19].includes(errcode & 0xff);
  return typeof message === 'string' && message.includes('malformed');
}

/** Returns whether a write failed because the disk is full (SQLITE_FULL, SQLITE_IOERR). */
export function isFull(error: unknown): boolean {
  const { errcode, message } = error as Record<'errcode' | 'message', unknown>;
  if (typeof errcode === 'number') return [10, 13].includes(errcode & 0xff);
  return typeof message === 'string' && /disk (?:is full|I\/O error)/.test(message);
}

/** Adds the remedy to an error of a full disk. */
export function explainFull(cause: unknown): unknown {
  if (!isFull(cause)) return cause;
  const message = `SQLite reports "${messageOf(cause)}". Check its disk and free some space on it; the engine continues by itself`;
  return new Error(message, { cause });
}

export function isBusy(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  // An error of a native module may be of another realm.
  const { errcode, code, message } = error as Record<'errcode' | 'code' | 'message', unknown>;
  if (typeof errcode === 'number') return (errcode & 0xff) === 5;
  if (typeof code === 'string' && code.startsWith('SQLITE_BUSY')) return true;
  return typeof message === 'string' && message.includes('is locked');
}
