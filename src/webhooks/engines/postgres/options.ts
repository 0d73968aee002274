import { ConfigError } from '../../../shared/errors.js';
import { isRecord, kindOf, show } from '../../../shared/values.js';
import { requireOptions } from '../../notifier/arguments.js';
import { resolveChoice, resolveConcurrency, resolveTimes } from '../shared/engine-options.js';

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
   * Milliseconds without a sign of life from a worker, after which another worker takes its delivery; at least 10
   * seconds. Use the same value in all processes. @default 30000
   */
  readonly lease?: number;
  /** Maximum time in milliseconds until a worker notices a due retry or delayed delivery. @default 1000 */
  readonly pollInterval?: number;
  /** `'hold'`: a dead message blocks later messages with the same key (`orderBy`). @default 'continue' */
  readonly afterDead?: 'continue' | 'hold';
  /** Milliseconds that `send` waits for the database. @default 10000 */
  readonly enqueueTimeout?: number;
  /**
   * Milliseconds for which ended deliveries, with their bodies, are kept for `redeliver`. Dead ones are kept without
   * limit. @default 7 days
   */
  readonly retention?: number;
  /**
   * Maximum number of concurrent attempts at one origin (scheme, host and port), in all processes together. Ordered and
   * unordered deliveries are counted separately. @default only the notifier's `concurrencyPerTarget`, for each process
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

const ENGINE = 'PostgresEngine';

const TIMES = { lease: 30_000, pollInterval: 1_000, enqueueTimeout: 10_000, retention: 7 * 86_400_000 };

/** The shortest heartbeat of pg-boss, in milliseconds. */
const SHORTEST_LEASE = 10_000;

const NAMES = { schema: /^[a-z_][a-z0-9_]{0,49}$/, queueName: /^[\w.-]{1,100}$/ } as const;

export function resolvePostgresOptions(options: PostgresEngineOptions): ResolvedPostgresOptions {
  requireOptions('new PostgresEngine(options)', '{ connection: process.env.DATABASE_URL }', options);
  const { connection, pglite, afterDead } = options;
  if ((connection === undefined) === (pglite === undefined))
    throw new ConfigError(
      'A PostgresEngine needs either connection, a connection string or options of a Pool of pg, or pglite, a PGlite database.',
    );
  // A connection may contain a password, so messages do not show it.
  if (connection !== undefined && typeof connection !== 'string' && !isRecord(connection))
    throw new ConfigError(
      `connection of a PostgresEngine needs a connection string or options of a Pool of pg, not ${kindOf(connection)}.`,
    );
  if ('ratePerOrigin' in options && options.ratePerOrigin !== undefined)
    throw new ConfigError(
      'ratePerOrigin is not available on PostgreSQL, as pg-boss has no rate limit for a group. Use concurrencyPerOrigin, or SqliteEngine.',
    );
  return {
    connection,
    pglite,
    schema: nameOf(options, 'schema'),
    queueName: nameOf(options, 'queueName'),
    ...resolveTimes(ENGINE, options, TIMES, SHORTEST_LEASE),
    afterDead: resolveChoice(ENGINE, 'afterDead', afterDead, ['continue', 'hold']),
    concurrencyPerOrigin: resolveConcurrency(ENGINE, options),
  };
}

function nameOf(options: PostgresEngineOptions, name: keyof typeof NAMES): string {
  const value: unknown = options[name] ?? 'dtospec';
  if (typeof value === 'string' && NAMES[name].test(value)) return value;
  throw new ConfigError(
    `${name} of a PostgresEngine needs a name of letters, digits and underscores, not ${show(value)}.`,
  );
}
