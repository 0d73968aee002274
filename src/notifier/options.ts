import { ConfigError } from '../base/errors.js';
import type { DeliveryEngine } from './engine.js';
import { InProcessEngine } from './in-process-engine.js';
import type { RetryPolicy } from './retry.js';
import { systemRuntime, type Runtime } from './runtime.js';

export interface NotifierOptions {
  /** Decides on another attempt and its delay. @default the engine's: in process `IN_PROCESS_RETRY` */
  readonly retry?: RetryPolicy;
  /** How many attempts run at once to targets that answer. @default 64 */
  readonly concurrency?: number;
  /** How many attempts run at once to one target (for a webhook: one origin). @default 16 */
  readonly concurrencyPerTarget?: number;
  /**
   * How many more run at once to targets that are not known to answer, one for each: new ones, those that were
   * not heard of for half a second, and those that did not answer last time; and half as many again that began while their target
   * answered and have waited for more than a second. 0: all count alike, and silent targets hold up the others.
   * @default 4 times `concurrency`
   */
  readonly concurrencyUnanswered?: number;
  /** Makes `send` throw a `DeliveryFailedError` if a delivery did not arrive. @default false */
  readonly throwOnFailure?: boolean;
  /** Where and when attempts are made. @default in this process */
  readonly engine?: DeliveryEngine;
  /** Clock, sleep, chance and ids. @default the system's */
  readonly runtime?: Partial<Runtime>;
}

export interface ResolvedOptions {
  readonly retry: RetryPolicy;
  readonly throwOnFailure: boolean;
  readonly engine: DeliveryEngine;
  readonly runtime: Runtime;
}

export function resolveOptions(options: NotifierOptions): ResolvedOptions {
  const runtime = { ...systemRuntime, ...options.runtime };
  const engine = options.engine ?? openEngine(options, runtime);
  return {
    engine,
    runtime,
    retry: options.retry ?? engine.defaultRetry,
    throwOnFailure: options.throwOnFailure ?? false,
  };
}

function openEngine(options: NotifierOptions, runtime: Runtime): DeliveryEngine {
  const concurrency = checkLimit('concurrency', options.concurrency ?? 64);
  return new InProcessEngine({
    concurrency,
    concurrencyPerTarget: checkLimit('concurrencyPerTarget', options.concurrencyPerTarget ?? 16),
    concurrencyUnanswered: checkUnanswered(options.concurrencyUnanswered ?? 4 * concurrency),
    sleep: (milliseconds, signal) => runtime.sleep(milliseconds, signal),
    now: () => runtime.now(),
    monotonic: () => runtime.monotonic(),
  });
}

function checkLimit(name: string, value: number): number {
  if (value >= 1) return value;
  throw new ConfigError(`${name} is ${value}; at 0 nothing would ever be sent. Give a number from 1 up.`);
}

function checkUnanswered(value: number): number {
  if (value >= 0) return value;
  throw new ConfigError(`concurrencyUnanswered is ${value}. Give a number from 0 up.`);
}
