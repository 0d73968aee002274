import { ConfigError } from '../../../shared/errors.js';
import {
  type Check,
  OBJECT,
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
  RETENTION,
  RETENTION_TIME,
} from '../shared/engine-options.js';

/** A PGlite database: PostgreSQL in the process, for tests and for development. */
export interface PGliteLike {
  /** Runs one statement. */
  query(text: string, values?: unknown[]): Promise<unknown>;
  /** Runs any number of statements. */
  exec(text: string): Promise<unknown>;
  /** Runs statements in a transaction. */
  transaction(run: (transaction: Pick<PGliteLike, 'query'>) => Promise<unknown>): Promise<unknown>;
}

/** Options of `new PostgresEngine(options)`. Either `connection` or `pglite` is required. */
export interface PostgresEngineOptions {
  /** A connection string, or the options of a `Pool` of `pg`. */
  readonly connection?: string | object;
  /** A PGlite database instead of a server. You close it after the engine has stopped. */
  readonly pglite?: PGliteLike;
  /** The schema of pg-boss's tables, created if it is missing. @default 'dtospec' */
  readonly schema?: string;
  /** Prefix of the queues' names in pg-boss. @default 'dtospec' */
  readonly queueName?: string;
  /**
   * Milliseconds without a sign of life from a worker, after which another worker takes its delivery; at
   * least 10 seconds. Use the same value in all processes. @default 30000
   */
  readonly lease?: number;
  /** Maximum time in milliseconds until a worker notices a due retry or delayed delivery. @default 1000 */
  readonly pollInterval?: number;
  /** `'hold'`: a dead message blocks later messages with the same key (`orderBy`). @default 'continue' */
  readonly afterDead?: 'continue' | 'hold';
  /** Milliseconds that `send` waits for the database. @default 10000 */
  readonly enqueueTimeout?: number;
  /**
   * Milliseconds for which ended deliveries, with their bodies, are kept for `redeliver`. Dead ones are kept
   * without limit. @default 7 days
   */
  readonly retention?: number;
  /**
   * Maximum number of deliveries that are kept for paused or disabled endpoints. Beyond it, the oldest are
   * deleted, with the warning `keep-paused`; a worker looks at least once a minute. @default Infinity, for
   * `retention`
   */
  readonly keepPaused?: number;
  /**
   * Maximum number of concurrent attempts at one origin (scheme, host and port), in all processes together.
   * Ordered and unordered deliveries are counted separately. @default only the notifier's
   * `concurrencyPerTarget`, for each process
   */
  readonly concurrencyPerOrigin?: number;
}

export interface ResolvedPostgresOptions extends Required<
  Omit<PostgresEngineOptions, 'connection' | 'pglite' | 'concurrencyPerOrigin'>
> {
  readonly connection: string | object | undefined;
  readonly pglite: PGliteLike | undefined;
  readonly concurrencyPerOrigin: number | undefined;
}

/** The shortest heartbeat of pg-boss, in milliseconds. */
const MIN_LEASE = 10_000;

function name(characters: string, pattern: RegExp): Check {
  return {
    what: `a name of ${characters}`,
    holds: (value) => typeof value === 'string' && pattern.test(value),
    isName: true,
  };
}

const CHECKS: OptionChecks<PostgresEngineOptions> = {
  connection: {
    what: 'a connection string or options of a Pool of pg',
    holds: (value) => typeof value === 'string' || OBJECT.holds(value),
  },
  pglite: OBJECT,
  schema: name('at most 50 lower-case letters, digits and underscores', /^[a-z_][a-z0-9_]{0,49}$/),
  queueName: name('at most 100 letters, digits, "_", "." and "-"', /^[\w.-]{1,100}$/),
  lease: leaseFrom(MIN_LEASE),
  pollInterval: MILLISECONDS,
  afterDead: AFTER_DEAD,
  enqueueTimeout: MILLISECONDS,
  retention: RETENTION_TIME,
  keepPaused: KEEP_COUNT,
  concurrencyPerOrigin: PLACES,
};

const DEFAULTS = {
  schema: 'dtospec',
  queueName: 'dtospec',
  lease: LEASE,
  pollInterval: 1_000,
  enqueueTimeout: 10_000,
  retention: RETENTION,
  keepPaused: Infinity,
  afterDead: 'continue',
} as const;

export function resolvePostgresOptions(options: PostgresEngineOptions): ResolvedPostgresOptions {
  if ((options as { ratePerOrigin?: unknown } | undefined)?.ratePerOrigin !== undefined)
    throw new ConfigError(
      'ratePerOrigin is not available on PostgreSQL, as pg-boss has no rate limit for a group. Use concurrencyPerOrigin, or SqliteEngine.',
    );
  requireKnownOptions('new PostgresEngine(options)', options, CHECKS);
  const { connection, pglite, concurrencyPerOrigin } = options;
  if ((connection === undefined) === (pglite === undefined))
    throw new ConfigError(
      'A PostgresEngine needs either connection, a connection string or options of a Pool of pg, or pglite, a PGlite database.',
    );
  const resolved = withDefaults(options, DEFAULTS);
  return {
    ...resolved,
    connection,
    pglite,
    lease: Math.min(resolved.lease, MAX_TIMER),
    pollInterval: Math.min(resolved.pollInterval, MAX_TIMER),
    concurrencyPerOrigin: concurrencyPerOrigin === Infinity ? undefined : concurrencyPerOrigin,
  };
}
