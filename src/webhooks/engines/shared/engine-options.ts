import { ConfigError } from '../../../shared/errors.js';
import { isRecord, show } from '../../../shared/values.js';

/** Milliseconds: with a shorter lease a process that is busy for a moment loses its deliveries. */
const SHORTEST = 3_000;

export function requireLease(lease: number, engine: string, shortest = SHORTEST): void {
  if (lease >= shortest) return;
  throw new ConfigError(
    `lease of a ${engine} needs at least ${shortest} milliseconds, not ${lease}; 30000 is recommended.`,
  );
}

/** Rate of attempts at one origin: one per `per / attempts` milliseconds. */
export interface RatePerOrigin {
  /** Number of attempts at one origin within `per`. */
  readonly attempts: number;
  /** Milliseconds. */
  readonly per: number;
}

/** Limits for one origin (scheme, host and port), over all processes that share the store. */
export interface OriginOptions {
  /**
   * Largest number of concurrent attempts at one origin. @default no limit but the notifier's `concurrencyPerTarget`
   * in each process
   */
  readonly concurrencyPerOrigin?: number;
  /**
   * Rate of attempts at one origin, evenly spaced: `{ attempts: 10, per: 1_000 }` is one per 100 ms. @default no limit
   */
  readonly ratePerOrigin?: RatePerOrigin;
}

export interface OriginLimits {
  readonly concurrency: number;
  /** Milliseconds between two attempts; 0 without a limit. */
  readonly spacing: number;
}

/** Milliseconds that an attempt may be early: timers are no more exact. */
export const TOLERANCE = 25;

export function resolveOriginLimits(
  { concurrencyPerOrigin = Infinity, ratePerOrigin }: OriginOptions,
  engine: string,
): OriginLimits | undefined {
  if (!isCount(concurrencyPerOrigin))
    throw new ConfigError(
      `concurrencyPerOrigin of a ${engine} needs a whole number from 1 up, not ${show(concurrencyPerOrigin)}.`,
    );
  if (ratePerOrigin !== undefined && !isRate(ratePerOrigin))
    throw new ConfigError(
      `ratePerOrigin of a ${engine} needs { attempts, per }, two numbers above 0, as in { attempts: 10, per: 1_000 }, not ${show(ratePerOrigin)}.`,
    );
  const spacing = ratePerOrigin ? ratePerOrigin.per / ratePerOrigin.attempts : 0;
  return concurrencyPerOrigin === Infinity && spacing === 0
    ? undefined
    : { concurrency: concurrencyPerOrigin, spacing };
}

function isCount(value: unknown): boolean {
  return value === Infinity || (Number.isInteger(value) && (value as number) >= 1);
}

function isRate(value: unknown): boolean {
  if (!isRecord(value)) return false;
  return [value.attempts, value.per].every(
    (one) => typeof one === 'number' && Number.isFinite(one) && one > 0,
  );
}
