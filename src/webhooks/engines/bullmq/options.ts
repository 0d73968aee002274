import type { QueueOptions } from 'bullmq';
import { ConfigError } from '../../../shared/errors.js';
import { show } from '../../../shared/values.js';
import { requireOptions } from '../../notifier/arguments.js';
import { resolveTimes } from '../shared/engine-options.js';

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
   * Milliseconds without a sign of life from a worker, after which another worker takes its job; at least 3 seconds.
   * @default 30000
   */
  readonly lease?: number;
  /** Milliseconds that `send` waits for Redis. @default 10000 */
  readonly enqueueTimeout?: number;
  /**
   * Milliseconds for which ended deliveries, with their bodies, are kept for `redeliver`. Dead ones are kept without
   * limit. @default 7 days
   */
  readonly retention?: number;
}

export interface ResolvedOptions extends Required<Omit<BullMqEngineOptions, 'connection' | 'prefix'>> {
  readonly connection: QueueOptions['connection'];
  readonly prefix: string | undefined;
}

const TIMES = { lease: 30_000, enqueueTimeout: 10_000, retention: 7 * 86_400_000 };

const UNSUPPORTED = ['afterDead', 'concurrencyPerOrigin', 'ratePerOrigin', 'outbox', 'backend'];

export function resolveOptions(options: BullMqEngineOptions): ResolvedOptions {
  requireOptions('new BullMqEngine(options)', "{ connection: { host: 'localhost', port: 6379 } }", options);
  const { connection, queueName = 'dtospec', prefix } = options;
  // It may contain a password, so messages do not show it.
  if (connection === undefined || connection === null)
    throw new ConfigError(
      "connection of a BullMqEngine is missing, as in { host: 'localhost', port: 6379 }.",
    );
  if (typeof (queueName as unknown) !== 'string' || !/^[^:]+$/.test(queueName))
    throw new ConfigError(`queueName of a BullMqEngine needs a string without ':', not ${show(queueName)}.`);
  for (const name of UNSUPPORTED)
    if (name in options)
      throw new ConfigError(
        `${name} is not available on Redis, because BullMQ does not support it. Use PostgresEngine or SqliteEngine.`,
      );
  return { connection, queueName, prefix, ...resolveTimes('BullMqEngine', options, TIMES) };
}
