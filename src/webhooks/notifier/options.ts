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
  /** Decides on further attempts and their delays. @default the engine's: in process `IN_PROCESS_RETRY` */
  readonly retry?: RetryPolicy;
  /** Concurrent attempts at targets that answer. @default 64 */
  readonly concurrency?: number;
  /** Concurrent attempts at one target (for a webhook: one origin). @default 16 */
  readonly concurrencyPerTarget?: number;
  /**
   * Extra concurrency for unresponsive targets, one attempt each: new ones, those without an answer for half a second,
   * and those that did not answer last time. Half as many again are for targets that have stopped answering for more
   * than a second. 0: silent targets count like others and delay them.
   * @default 4 times `concurrency`
   */
  readonly concurrencyUnanswered?: number;
  /**
   * In process: how many failed deliveries are kept in memory, with their bodies, for `engine.dead()` and
   * `engine.redeliver(id)`. They end as `dead`. @default 0
   */
  readonly keepDead?: number;
  /**
   * Monitors the health of endpoints: events `failing` and `disabled`, and a circuit breaker on durable engines.
   * @default none
   */
  readonly health?: HealthOptions;
  /**
   * Number of characters of each response's body that the history of a delivery keeps, for support: at most 16 KiB. A
   * receiver may repeat credentials in it, and a durable engine stores it. @default 0
   */
  readonly keepResponseBody?: number;
  /** True to make `send` throw a `DeliveryFailedError` if a delivery did not arrive. @default false */
  readonly throwOnFailure?: boolean;
  /**
   * Returns a key. Messages with the same key arrive in order at each endpoint (without endpoints, origin): the next
   * is sent when the previous one has arrived or was given up. Other messages are not delayed. `undefined` means no
   * order. @default no order
   */
  readonly orderBy?: OrderBy;
  /** Schedules the attempts. @default in this process */
  readonly engine?: DeliveryEngine;
  /** Clock, sleep, randomness and ids. @default the system's */
  readonly runtime?: Partial<Runtime>;
}

/** Returns the key of a notification for messages that are to arrive in order. */
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
  throw new ConfigError(`${name} is ${value}; at 0 nothing would ever be sent. Give a number from 1 up.`);
}

function checkFromZero(name: string, value: number): number {
  if (value >= 0) return value;
  throw new ConfigError(`${name} is ${value}. Give a number from 0 up.`);
}
