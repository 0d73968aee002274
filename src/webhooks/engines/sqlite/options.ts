import { ConfigError } from '../../../shared/errors.js';
import { show } from '../../../shared/values.js';
import { requireOptions } from '../../notifier/arguments.js';
import {
  resolveChoice,
  resolveOriginLimits,
  resolveTimes,
  type OriginLimits,
  type OriginOptions,
} from '../shared/engine-options.js';
import type { SqliteDriver } from './database.js';
import type { AfterDead } from './store.js';

/** Options of `new SqliteEngine(options)`. */
export interface SqliteEngineOptions extends OriginOptions {
  /**
   * Path of the file on a local disk. Several processes of the machine may share it. The engine creates a missing file.
   */
  readonly file: string;
  /**
   * The class of your own connections to the file, such as `Database` of better-sqlite3 or libsql. Set it if your
   * application opens the file in this process: two SQLite libraries in one process lose each other's writes.
   * @default `DatabaseSync` of node:sqlite, or of `@photostructure/sqlite` before Node.js 22.13
   */
  readonly driver?: SqliteDriver;
  /**
   * Milliseconds without a sign of life from a worker, after which another worker takes its job; at least 3 seconds.
   * @default 30000
   */
  readonly lease?: number;
  /** Maximum time in milliseconds until a worker notices deliveries that another process stored. @default 250 */
  readonly pollInterval?: number;
  /** `'hold'`: a dead message blocks later messages with the same key (`orderBy`). @default 'continue' */
  readonly afterDead?: AfterDead;
  /** Milliseconds for which ended deliveries, with their bodies, are kept for `redeliver`. @default 7 days */
  readonly retention?: number;
  /** Milliseconds for which dead deliveries are kept. @default Infinity */
  readonly deadRetention?: number;
  /**
   * `FULL`: stored deliveries survive a power failure. `NORMAL`: they survive a crash of the process, but a power
   * failure may lose the most recent ones. @default 'FULL'
   */
  readonly synchronous?: 'FULL' | 'NORMAL';
}

export type ResolvedSqliteOptions = Required<Omit<SqliteEngineOptions, keyof OriginOptions | 'driver'>> & {
  readonly driver: SqliteDriver | undefined;
  readonly origins: OriginLimits | undefined;
};

const ENGINE = 'SqliteEngine';

const TIMES = { lease: 30_000, pollInterval: 250, retention: 7 * 86_400_000, deadRetention: Infinity };

export function resolveSqliteOptions(options: SqliteEngineOptions): ResolvedSqliteOptions {
  requireOptions('new SqliteEngine(options)', "{ file: 'deliveries.sqlite' }", options);
  const { file, driver, afterDead, synchronous } = options;
  if (typeof (file as unknown) !== 'string' || file === '')
    throw new ConfigError(`file of a SqliteEngine needs the path of a file, not ${show(file)}.`);
  if (driver !== undefined && typeof (driver as unknown) !== 'function')
    throw new ConfigError(
      `driver of a SqliteEngine needs the class of a library's connections, such as Database of better-sqlite3, not ${show(driver)}.`,
    );
  return {
    file,
    driver,
    ...resolveTimes(ENGINE, options, TIMES),
    afterDead: resolveChoice(ENGINE, 'afterDead', afterDead, ['continue', 'hold']),
    synchronous: resolveChoice(ENGINE, 'synchronous', synchronous, ['FULL', 'NORMAL']),
    origins: resolveOriginLimits(ENGINE, options),
  };
}
