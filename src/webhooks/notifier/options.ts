import { ConfigError } from '../../shared/errors.js';
import { requireOptionNames } from '../../shared/checks.js';
import type { DeliveryEngine, EngineLimits } from './engine.js';
import { resolveHealth, type HealthOptions, type ResolvedHealth } from './endpoint-health.js';
import { InProcessEngine } from './queue/in-process-engine.js';
import type { RetryPolicy } from './retry.js';
import { systemRuntime, type Runtime } from './runtime.js';
import type { Notification } from './channel.js';

/** Options of `new Notifier(options)`. */
export interface NotifierOptions {
  /** Decides whether and when another attempt follows. @default the engine's; without an engine `IN_PROCESS_RETRY` */
  readonly retry?: RetryPolicy;
  /** Maximum number of concurrent attempts at responsive targets. @default 64 */
  readonly concurrency?: number;
  /** Maximum number of concurrent attempts at one target (for a webhook: one origin). @default 16 */
  readonly concurrencyPerTarget?: number;
  /**
   * Extra concurrency for unresponsive targets, one attempt each: new targets, targets without a response for half a
   * second, and targets that did not respond last time. In addition, twice this number is for attempts that take longer
   * than a second, and a quarter is for further attempts at the targets of such attempts. With 0, silent targets share
   * `concurrency` and delay others.
   * @default 4 times `concurrency`
   */
  readonly concurrencyUnanswered?: number;
  /**
   * Number of failed deliveries to keep in memory, with their bodies, for `engine.dead()` and `engine.redeliver(id)`.
   * They end as `dead`. Only without a durable engine. @default 0
   */
  readonly keepDead?: number;
  /**
   * Monitors the health of endpoints, with the events `failing` and `disabled`, and a circuit breaker on durable
   * engines.
   * @default none
   */
  readonly health?: HealthOptions;
  /**
   * Number of characters of each response's body to keep in a delivery's history, at most 16 KiB. A receiver may repeat
   * credentials in it, and a durable engine stores it. @default 0
   */
  readonly keepResponseBody?: number;
  /** True to make `send` throw a `DeliveryFailedError` if a delivery did not arrive. @default false */
  readonly throwOnFailure?: boolean;
  /**
   * Returns a key. Messages with the same key arrive in order at each endpoint (without endpoints, at each origin):
   * each waits until the previous one has ended. Other messages are not delayed. `undefined` means no order. @default
   * no order
   */
  readonly orderBy?: OrderBy;
  /** Schedules the attempts. @default an engine in this process, without storage */
  readonly engine?: DeliveryEngine;
  /** Clock, sleep, randomness and ids. @default the system's */
  readonly runtime?: Partial<Runtime>;
}

/** Returns the key of messages that must arrive in order. */
export type OrderBy = (notification: Notification, notifiable: unknown) => string | undefined;

const OPTIONS: Readonly<Record<keyof NotifierOptions, true>> = {
  retry: true,
  concurrency: true,
  concurrencyPerTarget: true,
  concurrencyUnanswered: true,
  keepDead: true,
  health: true,
  keepResponseBody: true,
  throwOnFailure: true,
  orderBy: true,
  engine: true,
  runtime: true,
};

export interface ResolvedOptions {
  readonly orderBy: OrderBy | undefined;
  readonly health: ResolvedHealth | undefined;
  readonly retry: RetryPolicy;
  readonly throwOnFailure: boolean;
  readonly keepResponseBody: number;
  readonly engine: DeliveryEngine;
  readonly runtime: Runtime;
  readonly limits: EngineLimits;
}

export function resolveOptions(options: NotifierOptions): ResolvedOptions {
  requireOptionNames('new Notifier(options)', options, Object.keys(OPTIONS));
  const runtime = { ...systemRuntime, ...options.runtime };
  const limits = resolveLimits(options);
  const keepDead = checkFromZero('keepDead', options.keepDead ?? 0);
  const engine: DeliveryEngine = options.engine ?? new InProcessEngine({ ...limits, keepDead, runtime });
  const reason = options.orderBy && engine.unsupported?.orderBy;
  if (reason !== undefined) throw new ConfigError(`orderBy is not available on this engine: ${reason}`);
  return {
    engine,
    runtime,
    limits,
    orderBy: options.orderBy,
    health: options.health && resolveHealth(options.health),
    retry: options.retry ?? engine.defaultRetry,
    throwOnFailure: options.throwOnFailure ?? false,
    keepResponseBody: checkFromZero('keepResponseBody', options.keepResponseBody ?? 0),
  };
}

function resolveLimits(options: NotifierOptions): EngineLimits {
  const concurrency = checkLimit('concurrency', options.concurrency ?? 64);
  return {
    concurrency,
    concurrencyPerTarget: checkLimit('concurrencyPerTarget', options.concurrencyPerTarget ?? 16),
    concurrencyUnanswered: checkFromZero(
      'concurrencyUnanswered',
      options.concurrencyUnanswered ?? 4 * concurrency,
    ),
  };
}

function checkLimit(name: string, value: number): number {
  if (value >= 1) return value;
  throw new ConfigError(
    `${name} is ${value}, with which nothing would be sent. Give a number of at least 1.`,
  );
}

function checkFromZero(name: string, value: number): number {
  if (value >= 0) return value;
  throw new ConfigError(`${name} is ${value}. Give a number from 0 up.`);
}
