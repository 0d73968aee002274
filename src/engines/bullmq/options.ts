import type { BackendFactory, IQueueBackend, QueueOptions } from 'bullmq';
import { ConfigError } from '../../base/errors.js';
import { kindOf, show } from '../../base/values.js';
import { requireOptions } from '../../notifier/arguments.js';
import { resolveOriginLimits, type OriginLimits, type OriginOptions } from '../shared/origin-limits.js';
import { resolveOutbox, type OutboxOptions, type ResolvedOutbox } from './outbox.js';

/** Argument of `new BullMqEngine(options)`. */
export interface BullMqEngineOptions extends OriginOptions {
  /**
   * How BullMQ connects: options or a client of `ioredis` or `redis`, or with `createPostgresBackend` what it takes. Who
   * only sends wants commands to fail while there is no connection: `{ maxRetriesPerRequest: 1 }`.
   */
  readonly connection: unknown;
  /** BullMQ's own factory of another store than Redis: its `createPostgresBackend`. @default Redis */
  // oxlint-disable-next-line typescript/no-explicit-any -- each factory has a backend and a connection of its own
  readonly backend?: BackendFactory<any, any>;
  /** The queue's name in BullMQ. @default 'dtospec' */
  readonly queueName?: string;
  /** Begins the keys in Redis. @default BullMQ's, which is 'bull' */
  readonly prefix?: string;
  /**
   * Milliseconds after which a job is given to another worker if the one that has it no longer says that it is alive.
   * @default 30000
   */
  readonly lease?: number;
  /** What becomes of the messages of one key (`orderBy`) behind one that is dead. @default 'continue' */
  readonly afterDead?: 'continue' | 'hold';
  /**
   * Where the application's own database is PostgreSQL and the queue is elsewhere: `send` with a `transaction` stores the
   * delivery in a table there, `dtospec_outbox`, and who calls `notifier.start()` moves it to the queue. @default none
   */
  readonly outbox?: OutboxOptions;
  /** Milliseconds that `send` waits for the store. @default 10000 */
  readonly enqueueTimeout?: number;
  /** Milliseconds for which deliveries that arrived, or were gone, are remembered. Dead ones are kept. @default 7 days */
  readonly retention?: number;
}

export interface ResolvedOptions {
  readonly connection: QueueOptions['connection'];
  readonly backend: BackendFactory<IQueueBackend, unknown> | undefined;
  readonly queueName: string;
  readonly prefix: string | undefined;
  readonly lease: number;
  readonly afterDead: 'continue' | 'hold';
  readonly enqueueTimeout: number;
  readonly retention: number;
  readonly origins: OriginLimits | undefined;
  readonly outbox: ResolvedOutbox | undefined;
}

/** The options that are times, with their defaults. */
const TIMES = { lease: 30_000, enqueueTimeout: 10_000, retention: 7 * 86_400_000 } as const;

/** @throws ConfigError where an option is none */
export function resolveOptions(options: BullMqEngineOptions): ResolvedOptions {
  requireOptions('new BullMqEngine(options)', "{ connection: { host: 'localhost', port: 6379 } }", options);
  const { connection, backend, queueName = 'dtospec', prefix, afterDead = 'continue' } = options;
  // It may hold a password: its value is in no message.
  if (connection === undefined || connection === null)
    throw new ConfigError(
      "connection of a BullMqEngine is missing, as in { host: 'localhost', port: 6379 }.",
    );
  if (typeof (queueName as unknown) !== 'string' || !/^[^:]+$/.test(queueName))
    throw new ConfigError(`queueName of a BullMqEngine needs a string without ':', not ${show(queueName)}.`);
  if (backend !== undefined && typeof (backend as unknown) !== 'function')
    throw new ConfigError(`backend of a BullMqEngine needs a factory of BullMQ's, not ${kindOf(backend)}.`);
  if (!['continue', 'hold'].includes(afterDead))
    throw new ConfigError(
      `afterDead of a BullMqEngine is one of "continue", "hold", not ${show(afterDead)}.`,
    );
  return {
    connection: connection,
    backend,
    queueName,
    prefix,
    afterDead,
    lease: timeOf(options, 'lease'),
    enqueueTimeout: timeOf(options, 'enqueueTimeout'),
    retention: timeOf(options, 'retention'),
    origins: resolveOriginLimits(options, 'BullMqEngine'),
    outbox: resolveOutbox(options.outbox),
  };
}

function timeOf(options: BullMqEngineOptions, name: keyof typeof TIMES): number {
  const value: unknown = options[name] ?? TIMES[name];
  if (typeof value === 'number' && value > 0) return value;
  throw new ConfigError(
    `${name} of a BullMqEngine needs milliseconds, a number above 0, not ${show(value)}.`,
  );
}
