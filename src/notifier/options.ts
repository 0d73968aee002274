import type { DeliveryEngine } from './engine.js';
import { InProcessEngine } from './in-process-engine.js';
import type { RetryPolicy } from './retry.js';
import { systemRuntime, type Runtime } from './runtime.js';

export interface NotifierOptions {
  /** Decides on another attempt and its delay. @default the engine's: in process `IN_PROCESS_RETRY` */
  readonly retry?: RetryPolicy;
  /** How many attempts run at once. @default 64 */
  readonly concurrency?: number;
  /** How many attempts run at once to one target (for a webhook: one origin). @default 16 */
  readonly concurrencyPerTarget?: number;
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
  const engine =
    options.engine ??
    new InProcessEngine({
      concurrency: checkLimit('concurrency', options.concurrency ?? 64),
      concurrencyPerTarget: checkLimit('concurrencyPerTarget', options.concurrencyPerTarget ?? 16),
      sleep: runtime.sleep,
    });
  return {
    engine,
    runtime,
    retry: options.retry ?? engine.defaultRetry,
    throwOnFailure: options.throwOnFailure ?? false,
  };
}

function checkLimit(name: string, value: number): number {
  if (value >= 1) return value;
  throw new RangeError(`${name} is ${value}; at 0 nothing would ever be sent. Give a number from 1 up.`);
}
