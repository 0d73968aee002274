import { closeSync, existsSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ConfigError, messageOf } from '../../../shared/errors.js';
import { missingPackage } from '../../../shared/missing-package.js';

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
  exec(sql: string): unknown;
  close(): unknown;
}

/**
 * The class of the connections of a library, such as `DatabaseSync` of node:sqlite or `Database` of
 * better-sqlite3.
 */
export type SqliteDriver = new (file: string) => Database;

interface FileOptions {
  readonly file: string;
  readonly synchronous: 'FULL' | 'NORMAL';
  readonly driver: SqliteDriver | undefined;
}

/**
 * Opens the file. It creates a missing file with access for
 * its owner only, since it contains the bodies of messages.
 */
export async function openDatabase({ file, synchronous, driver }: FileOptions): Promise<Database> {
  const Driver = driver ?? loadSqlite();
  // SQLite does not create this file, and this package must not either.
  if (file === ':memory:') throw withoutLog(file, 'memory');
  createFile(file);
  const began = Date.now();
  for (;;) {
    const database = new Driver(file);
    try {
      return setUp(database, synchronous, file);
    } catch (error) {
      database.close();
      // Another process may open it at the same moment.
      if (!isBusy(error) || Date.now() - began > BUSY_TIMEOUT) throw explainFull(error);
      await wait(20);
    }
  }
}

/** @throws ConfigError if the folder of the file does not exist */
function createFile(file: string): void {
  try {
    closeSync(openSync(file, 'a', 0o600));
  } catch (cause) {
    if ((cause as { code?: unknown }).code === 'EISDIR')
      throw new ConfigError(
        `The SqliteEngine's file ${JSON.stringify(file)} is a folder. Name a file in it: ${JSON.stringify(path.join(file, 'deliveries.sqlite'))}.`,
        { cause },
      );
    const folder = path.dirname(file);
    if ((cause as { code?: unknown }).code !== 'ENOENT' || existsSync(folder)) throw cause;
    throw new ConfigError(
      `The folder of the SqliteEngine's file ${JSON.stringify(file)} does not exist. Create it: mkdir -p ${JSON.stringify(folder)}`,
      { cause },
    );
  }
}

function withoutLog(file: string, journal: string): ConfigError {
  return new ConfigError(
    `The file ${JSON.stringify(file)} cannot have a write-ahead log (its journal is "${journal}"). ` +
      'It must be a file on a disk of this machine, neither in memory nor on a network.',
  );
}

function setUp(database: Database, synchronous: FileOptions['synchronous'], file: string): Database {
  database.exec(`PRAGMA busy_timeout = ${STANDSTILL}`);
  const mode = database.prepare('PRAGMA journal_mode = WAL').get() as { journal_mode: string };
  if (mode.journal_mode !== 'wal') throw withoutLog(file, mode.journal_mode);
  database.exec(`PRAGMA synchronous = ${synchronous}`);
  database.exec(`BEGIN IMMEDIATE; ${SCHEMA}; COMMIT`);
  return database;
}

interface SqliteModule {
  readonly DatabaseSync: SqliteDriver;
}

const PACKAGE = '@photostructure/sqlite';

/** Loads SQLite: Node.js has it from 22.13 on, and a package adds it to Node.js 20. */
export function loadSqlite(): SqliteDriver {
  const builtIn = process.getBuiltinModule('node:sqlite') as SqliteModule | undefined;
  if (builtIn !== undefined) return builtIn.DatabaseSync;
  try {
    // Not by an import, which jest cannot run without a flag of Node.js.
    return (createRequire(__filename)(PACKAGE) as SqliteModule).DatabaseSync;
  } catch (cause) {
    const { code } = cause as { code?: unknown };
    if (code !== 'MODULE_NOT_FOUND' || missingPackage(PACKAGE, cause) !== PACKAGE) throw cause;
    throw new ConfigError(
      'dtospec/sqlite needs node:sqlite, which Node.js has from 22.13 on, or for Node.js 20 the package @photostructure/sqlite: npm install @photostructure/sqlite@1',
    );
  }
}

/** Maximum time in milliseconds to wait while another process uses the file. */
export const BUSY_TIMEOUT = 30_000;

/** Milliseconds that SQLite itself waits for another connection. It blocks the process. */
export const STANDSTILL = 250;

export function isDamage(error: unknown): boolean {
  return hasResult(error, { CORRUPT: 11, CONSTRAINT: 19 }, /malformed/);
}

export function isFull(error: unknown): boolean {
  return hasResult(error, { IOERR: 10, FULL: 13 }, /disk (?:is full|I\/O error)/);
}

export function isBusy(error: unknown): boolean {
  return hasResult(error, { BUSY: 5 }, /is locked/);
}

/**
 * Returns whether an error has one of SQLite's result codes. Libraries give its number, its name or its text.
 */
function hasResult(error: unknown, results: Readonly<Record<string, number>>, text: RegExp): boolean {
  // An error of a native module may be of another realm.
  if (typeof error !== 'object' || error === null) return false;
  const { errcode, code, message } = error as Record<'errcode' | 'code' | 'message', unknown>;
  if (typeof errcode === 'number') return Object.values(results).includes(errcode & 0xff);
  const names = Object.keys(results).map((name) => `SQLITE_${name}`);
  if (typeof code === 'string' && names.some((name) => code.startsWith(name))) return true;
  return typeof message === 'string' && text.test(message);
}

export function explainFull(cause: unknown): unknown {
  if (!isFull(cause)) return cause;
  const message = `SQLite reports "${messageOf(cause)}". Check its disk and free some space on it; the engine continues by itself`;
  return new Error(message, { cause });
}

/**
 * The tables. The `due` of a job is the time from which workers may take it: the end of the lease while a
 * worker has it, and null while it waits for its predecessor in the sequence. The `due` of a group is that of
 * its earliest job, or earlier.
 */
export const SCHEMA = `
CREATE TABLE IF NOT EXISTS dtospec_jobs (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  message_id TEXT NOT NULL,
  channel TEXT NOT NULL,
  endpoint TEXT,
  event TEXT,
  origin TEXT NOT NULL,
  dedupe_key TEXT UNIQUE,
  sequence TEXT,
  job TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'waiting',
  due INTEGER,
  not_before INTEGER NOT NULL,
  worker TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  attempts_in_all INTEGER NOT NULL DEFAULT 0,
  history TEXT NOT NULL DEFAULT '[]',
  created INTEGER NOT NULL,
  ended INTEGER,
  stamp INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS dtospec_jobs_due ON dtospec_jobs (origin, due, seq) WHERE state = 'waiting';
CREATE INDEX IF NOT EXISTS dtospec_jobs_sequence ON dtospec_jobs (sequence, state, seq) WHERE sequence IS NOT NULL;
DROP INDEX IF EXISTS dtospec_jobs_worker; -- an earlier version had it, and each claim wrote it twice
CREATE INDEX IF NOT EXISTS dtospec_jobs_taken ON dtospec_jobs (origin, due) WHERE worker IS NOT NULL;
CREATE INDEX IF NOT EXISTS dtospec_jobs_state ON dtospec_jobs (state, stamp);
CREATE INDEX IF NOT EXISTS dtospec_jobs_stamp ON dtospec_jobs (stamp);
CREATE TABLE IF NOT EXISTS dtospec_unreadable (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  message_id TEXT NOT NULL,
  channel TEXT NOT NULL,
  endpoint TEXT,
  event TEXT,
  origin TEXT NOT NULL,
  found INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS dtospec_groups (origin TEXT PRIMARY KEY, due INTEGER NOT NULL) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS dtospec_groups_due ON dtospec_groups (due, origin);
CREATE TABLE IF NOT EXISTS dtospec_turns (origin TEXT PRIMARY KEY, turn REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS dtospec_settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
`;

export const READABLE = 'seq NOT IN (SELECT seq FROM dtospec_unreadable)';
