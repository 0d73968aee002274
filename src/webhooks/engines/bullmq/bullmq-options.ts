import type { QueueOptions } from 'bullmq';
import { ConfigError } from '../../../shared/errors.js';
import {
  BOOLEAN,
  NON_EMPTY,
  type OptionChecks,
  requireKnownOptions,
  withDefaults,
} from '../../../shared/checks.js';
import { MAX_TIMER } from '../../notifier/runtime.js';
import {
  KEEP_COUNT,
  LEASE,
  leaseFrom,
  MILLISECONDS,
  RETENTION,
  RETENTION_TIME,
} from '../shared/engine-options.js';

/** Options of `new BullMqEngine(options)`. */
export interface BullMqEngineOptions {
  /**
   * Options of BullMQ's connection, or a client of `ioredis` or `redis`. In a process that only sends,
   * `{ maxRetriesPerRequest: 1 }` makes `send` fail without a connection instead of waiting.
   */
  readonly connection: unknown;
  /** Name of the queue in BullMQ. @default 'dtospec' */
  readonly queueName?: string;
  /** Prefix of the keys in Redis. @default BullMQ's, which is 'bull' */
  readonly prefix?: string;
  /**
   * Milliseconds without a sign of life from a worker, after
   * which another worker takes its job; at least 3 seconds.
   * @default 30000
   */
  readonly lease?: number;
  /**
   * False to keep of delivered messages only ids and attempts, without bodies. They cannot be restarted then,
   * and each takes one more command of Redis. Other ended deliveries keep their bodies. @default true
   */
  readonly keepBodies?: boolean;
  /** Milliseconds that `send` waits for Redis. @default 10000 */
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
   * Maximum number of delivered messages and other completed deliveries to keep; paused and dead ones do not
   * count. Beyond it, a worker deletes the oldest within seconds. @default Infinity, for `retention`
   */
  readonly keepEnded?: number;
}

export interface ResolvedBullMqOptions extends Required<Omit<BullMqEngineOptions, 'connection' | 'prefix'>> {
  readonly connection: QueueOptions['connection'];
  readonly prefix: string | undefined;
}

const CHECKS: OptionChecks<BullMqEngineOptions> = {
  connection: {
    what: "options of BullMQ's connection or a client, as in { host: 'localhost', port: 6379 }",
    holds: (value) => value !== null,
  },
  queueName: {
    what: "a string without ':'",
    holds: (value) => typeof value === 'string' && /^[^:]+$/.test(value),
    isName: true,
  },
  prefix: NON_EMPTY,
  keepBodies: BOOLEAN,
  lease: leaseFrom(3_000),
  enqueueTimeout: MILLISECONDS,
  retention: RETENTION_TIME,
  keepPaused: KEEP_COUNT,
  keepEnded: KEEP_COUNT,
};

const DEFAULTS = {
  queueName: 'dtospec',
  keepBodies: true,
  lease: LEASE,
  enqueueTimeout: 10_000,
  retention: RETENTION,
  keepPaused: Infinity,
  keepEnded: Infinity,
} as const;

const UNSUPPORTED = ['afterDead', 'concurrencyPerOrigin', 'ratePerOrigin', 'outbox', 'backend'];

export function resolveBullMqOptions(options: BullMqEngineOptions): ResolvedBullMqOptions {
  for (const name of UNSUPPORTED)
    if (name in Object(options))
      throw new ConfigError(
        `${name} is not available on Redis, because BullMQ does not support it. Use PostgresEngine or SqliteEngine.`,
      );
  requireKnownOptions('new BullMqEngine(options)', options, CHECKS, ['connection']);
  const { connection, prefix } = options;
  const resolved = withDefaults(options, DEFAULTS);
  return {
    ...resolved,
    connection: connection as ResolvedBullMqOptions['connection'],
    prefix,
    lease: Math.min(resolved.lease, MAX_TIMER),
  };
}
