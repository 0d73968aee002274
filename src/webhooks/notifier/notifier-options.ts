import { ConfigError } from '../../shared/errors.js';
import {
  BOOLEAN,
  type Check,
  FUNCTION,
  NOT_NEGATIVE,
  OBJECT,
  type OptionChecks,
  requireKnownOptions,
} from '../../shared/checks.js';
import { isRecord } from '../../shared/values.js';
import type { DeliveryEngine, EngineLimits } from './engine.js';
import { resolveHealth, type HealthOptions, type ResolvedHealth } from './endpoint-health.js';
import { InProcessEngine } from './queue/in-process-engine.js';
import type { RetryPolicy } from './retry.js';
import { systemRuntime, type Runtime } from './runtime.js';
import type { Channel, Notification } from './channel.js';
import type { EventHub } from './events.js';
import type { HealthWatch } from './health-watch.js';
import type { UnknownChannels } from './queue/unknown-channels.js';
import type { PauseWatch } from './endpoint-pauses.js';
import type { RateLanes } from './attempts/rate-lanes.js';

/** Options of `new Notifier(options)`. */
export interface NotifierOptions {
  /**
   * Decides whether and when another attempt follows. @default the engine's; without an engine
   * `IN_PROCESS_RETRY`
   */
  readonly retry?: RetryPolicy;
  /** Maximum number of concurrent attempts at responsive targets. @default 64 */
  readonly concurrency?: number;
  /** Maximum number of concurrent attempts at one target (for a webhook: one origin). @default 16 */
  readonly concurrencyPerTarget?: number;
  /**
   * Extra concurrency for unresponsive targets, one attempt each: new targets, targets without a response for
   * half a second, and targets that did not respond last time. In addition, twice this number is for attempts
   * that take longer than a second, and a quarter is for further attempts at the targets of such attempts.
   * With 0, silent targets share `concurrency` and delay others.
   * @default 4 times `concurrency`
   */
  readonly concurrencyUnanswered?: number;
  /**
   * Number of failed deliveries to keep in memory, with their bodies, for `engine.dead()` and
   * `engine.redeliver(id)`. They end as `dead`. Only without a durable engine. @default 0
   */
  readonly keepDead?: number;
  /**
   * Monitors the health of endpoints, with the events `failing` and `disabled`, and a circuit breaker on
   * durable engines.
   * @default none
   */
  readonly health?: HealthOptions;
  /**
   * Number of characters of each response's body to keep in a delivery's history, at most 16 KiB. A receiver
   * may repeat credentials in it, and a durable engine stores it. @default 0
   */
  readonly keepResponseBody?: number;
  /** True to make `send` throw a `DeliveryFailedError` if a delivery did not arrive. @default false */
  readonly throwOnFailure?: boolean;
  /**
   * Returns a key. Messages with the same key arrive in order at each endpoint (without endpoints, at each
   * origin): each waits until the previous one has ended. Other messages are not delayed. `undefined` means
   * no order. @default no order
   */
  readonly orderBy?: OrderBy;
  /** Schedules the attempts. @default an engine in this process, without storage */
  readonly engine?: DeliveryEngine;
  /** Clock, sleep, randomness and ids. @default the system's */
  readonly runtime?: Partial<Runtime>;
}

/** Returns the key of messages that must arrive in order. */
export type OrderBy = (notification: Notification, notifiable: unknown) => string | undefined;

const AT_LEAST_1: Check = {
  what: 'a number of at least 1',
  holds: (value) => typeof value === 'number' && value >= 1,
};

const CHECKS: OptionChecks<NotifierOptions> = {
  retry: FUNCTION,
  concurrency: AT_LEAST_1,
  concurrencyPerTarget: AT_LEAST_1,
  concurrencyUnanswered: NOT_NEGATIVE,
  keepDead: NOT_NEGATIVE,
  health: OBJECT,
  keepResponseBody: NOT_NEGATIVE,
  throwOnFailure: BOOLEAN,
  orderBy: FUNCTION,
  engine: {
    what: 'an engine, as in new SqliteEngine({ file })',
    holds: (value) => isRecord(value) && typeof value.start === 'function',
  },
  runtime: OBJECT,
};

export interface ResolvedNotifierOptions {
  /** Undefined if messages need no order. */
  readonly orderBy: OrderBy | undefined;
  /** Undefined if endpoints are not watched. */
  readonly health: ResolvedHealth | undefined;
  readonly retry: RetryPolicy;
  readonly throwOnFailure: boolean;
  /** Number of characters to keep of a response. */
  readonly keepResponseBody: number;
  readonly engine: DeliveryEngine;
  readonly runtime: Runtime;
  readonly limits: EngineLimits;
}

/** The state of a notifier that all steps of a delivery use. */
export interface NotifierContext {
  readonly options: ResolvedNotifierOptions;
  readonly events: EventHub;
  readonly health: HealthWatch | undefined;
  readonly pauses: PauseWatch;
  /** Undefined if the rates of endpoints do not apply. */
  readonly rates: RateLanes | undefined;
  /** Leaves jobs of unknown channels to other processes. */
  readonly unknownChannels: UnknownChannels;
  /** Returns the names that `via` may return, or undefined if it may return any. */
  channelNames(): readonly string[] | undefined;
  /** @throws ConfigError for an unknown name */
  channel(name: string): Channel;
}

export function resolveNotifierOptions(options: NotifierOptions): ResolvedNotifierOptions {
  requireKnownOptions('new Notifier(options)', options, CHECKS);
  const { concurrency = 64, concurrencyPerTarget = 16, concurrencyUnanswered = 4 * concurrency } = options;
  const { keepDead = 0, keepResponseBody = 0, throwOnFailure = false, orderBy, health } = options;
  const runtime = { ...systemRuntime, ...options.runtime };
  const limits = { concurrency, concurrencyPerTarget, concurrencyUnanswered };
  const engine: DeliveryEngine = options.engine ?? new InProcessEngine({ ...limits, keepDead, runtime });
  const reason = orderBy && engine.unsupported?.orderBy;
  if (reason !== undefined) throw new ConfigError(`orderBy is not available on this engine: ${reason}`);
  if (health?.disable === 'pause' && !engine.pauses)
    throw new ConfigError(
      "health.disable is 'pause', which needs a durable engine that can pause endpoints.",
    );
  return {
    engine,
    runtime,
    limits,
    orderBy,
    health: health && resolveHealth(health),
    retry: options.retry ?? engine.defaultRetry,
    throwOnFailure,
    keepResponseBody,
  };
}
