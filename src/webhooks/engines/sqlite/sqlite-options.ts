import {
  FUNCTION,
  named,
  NON_EMPTY,
  oneOf,
  type OptionChecks,
  requireKnownOptions,
  withDefaults,
} from '../../../shared/checks.js';
import { MAX_TIMER } from '../../notifier/runtime.js';
import {
  AFTER_DEAD,
  KEEP_COUNT,
  LEASE,
  leaseFrom,
  MILLISECONDS,
  PLACES,
  RATE,
  type RatePerOrigin,
  RETENTION,
  RETENTION_TIME,
} from '../shared/engine-options.js';
import type { SqliteDriver } from './database.js';
import type { AfterDead } from './store.js';

/** Options of `new SqliteEngine(options)`. */
export interface SqliteEngineOptions {
  /**
   * Path of the file on a local disk. Several processes of the
   * machine may share it. The engine creates a missing file.
   */
  readonly file: string;
  /**
   * The class of your own connections to the file, such as `Database` of
   * better-sqlite3 or libsql. Set it if your application opens the file in this
   * process: two SQLite libraries in one process lose each other's writes.
   * @default `DatabaseSync` of node:sqlite, or of `@photostructure/sqlite` before Node.js 22.13
   */
  readonly driver?: SqliteDriver;
  /**
   * Milliseconds without a sign of life from a worker, after
   * which another worker takes its job; at least 3 seconds.
   * @default 30000
   */
  readonly lease?: number;
  /**
   * Maximum time in milliseconds until a worker notices deliveries that another process stored. @default 250
   */
  readonly pollInterval?: number;
  /** `'hold'`: a dead message blocks later messages with the same key (`orderBy`). @default 'continue' */
  readonly afterDead?: AfterDead;
  /** Milliseconds for which ended deliveries, with their bodies, are kept for `redeliver`. @default 7 days */
  readonly retention?: number;
  /**
   * Maximum number of deliveries that are kept for paused or disabled endpoints. Beyond it, the oldest are
   * deleted, with the warning `keep-paused`; a worker looks at least once a minute. @default Infinity, for
   * `retention`
   */
  readonly keepPaused?: number;
  /** Milliseconds for which dead deliveries are kept. @default Infinity */
  readonly deadRetention?: number;
  /**
   * `FULL`: stored deliveries survive a power failure. `NORMAL`: they survive a crash of the process, but a
   * power failure may lose the most recent ones. @default 'FULL'
   */
  readonly synchronous?: 'FULL' | 'NORMAL';
  /**
   * Maximum number of concurrent attempts at one origin (scheme,
   * host and port), in all processes that share the file.
   * @default only the notifier's `concurrencyPerTarget`, for each process
   */
  readonly concurrencyPerOrigin?: number;
  /**
   * Maximum rate of attempts at one origin, in all processes that share the file, evenly spaced: `{ attempts:
   * 10, per: 1_000 }` allows one per 100 ms. @default no limit
   */
  readonly ratePerOrigin?: RatePerOrigin;
}

export interface ResolvedSqliteOptions extends Required<
  Omit<SqliteEngineOptions, 'driver' | 'ratePerOrigin'>
> {
  readonly driver: SqliteDriver | undefined;
  /** Milliseconds between two attempts at one origin; 0 without a limit. */
  readonly spacing: number;
}

const CHECKS: OptionChecks<SqliteEngineOptions> = {
  file: named(NON_EMPTY, 'the path of a file'),
  driver: named(FUNCTION, "the class of a library's connections, such as Database of better-sqlite3"),
  lease: leaseFrom(3_000),
  pollInterval: MILLISECONDS,
  afterDead: AFTER_DEAD,
  retention: RETENTION_TIME,
  deadRetention: RETENTION_TIME,
  keepPaused: KEEP_COUNT,
  synchronous: oneOf('FULL', 'NORMAL'),
  concurrencyPerOrigin: PLACES,
  ratePerOrigin: RATE,
};

const DEFAULTS = {
  lease: LEASE,
  pollInterval: 250,
  afterDead: 'continue',
  retention: RETENTION,
  deadRetention: Infinity,
  keepPaused: Infinity,
  synchronous: 'FULL',
  concurrencyPerOrigin: Infinity,
} as const;

export function resolveSqliteOptions(options: SqliteEngineOptions): ResolvedSqliteOptions {
  requireKnownOptions('new SqliteEngine(options)', options, CHECKS, ['file']);
  const { ratePerOrigin, ...otherOptions } = options;
  const resolved = withDefaults(otherOptions, DEFAULTS);
  return {
    ...resolved,
    driver: options.driver,
    lease: Math.min(resolved.lease, MAX_TIMER),
    pollInterval: Math.min(resolved.pollInterval, MAX_TIMER),
    spacing: ratePerOrigin ? ratePerOrigin.per / ratePerOrigin.attempts : 0,
  };
}
