import { ConfigError } from '../../../shared/errors.js';
import { isRecord, show } from '../../../shared/values.js';
import { LONGEST_TIMER } from '../../notifier/runtime.js';

/**
 * Minimum lease in milliseconds. With a shorter lease, a process that is busy for a moment would lose its deliveries.
 */
const SHORTEST_LEASE = 3_000;

/** Names of times that are compared with a clock. The others are timers. */
const STORED = /retention$/i;

export function resolveTimes<Times extends { readonly lease: number }>(
  engine: string,
  options: object,
  defaults: Times,
  shortestLease = SHORTEST_LEASE,
): { readonly [K in keyof Times]: number } {
  const given = options as Record<string, unknown>;
  const times = Object.fromEntries(
    Object.entries<number>(defaults).map(([name, byDefault]) => {
      const value = given[name] ?? byDefault;
      if (typeof value === 'number' && value > 0)
        return [name, STORED.test(name) ? value : Math.min(value, LONGEST_TIMER)];
      throw new ConfigError(
        `${name} of a ${engine} needs milliseconds, a number above 0, not ${show(value)}.`,
      );
    }),
  ) as { readonly [K in keyof Times]: number };
  if (times.lease >= shortestLease) return times;
  throw new ConfigError(
    `lease of a ${engine} needs at least ${shortestLease} milliseconds, not ${times.lease}; 30000 is recommended.`,
  );
}

export function resolveChoice<T extends string>(
  engine: string,
  name: string,
  value: T | undefined,
  known: readonly [T, ...T[]],
): T {
  if (value === undefined || known.includes(value)) return value ?? known[0];
  throw new ConfigError(
    `${name} of a ${engine} is one of ${known.map(show).join(', ')}, not ${show(value)}.`,
  );
}

/** Rate of attempts at one origin: one attempt each `per / attempts` milliseconds. */
export interface RatePerOrigin {
  /** Number of attempts at one origin within `per`. */
  readonly attempts: number;
  /** Length of the period, in milliseconds. */
  readonly per: number;
}

/** Limits for one origin (scheme, host and port), in all processes that share the store. */
export interface OriginOptions {
  /**
   * Maximum number of concurrent attempts at one origin. @default only the notifier's `concurrencyPerTarget`, for each
   * process
   */
  readonly concurrencyPerOrigin?: number;
  /**
   * Maximum rate of attempts at one origin, evenly spaced: `{ attempts: 10, per: 1_000 }` allows one per 100 ms.
   * @default no limit
   */
  readonly ratePerOrigin?: RatePerOrigin;
}

export interface OriginLimits {
  readonly concurrency: number;
  /** Milliseconds between two attempts; 0 without a limit. */
  readonly spacing: number;
}

/** Milliseconds by which an attempt may start early, since timers are not exact. */
export const TOLERANCE = 25;

export function resolveOriginLimits(engine: string, options: OriginOptions): OriginLimits | undefined {
  const concurrency = resolveConcurrency(engine, options) ?? Infinity;
  const { ratePerOrigin } = options;
  if (ratePerOrigin !== undefined && !isRate(ratePerOrigin))
    throw new ConfigError(
      `ratePerOrigin of a ${engine} needs { attempts, per }, two numbers above 0, as in { attempts: 10, per: 1_000 }, not ${show(ratePerOrigin)}.`,
    );
  const spacing = ratePerOrigin ? ratePerOrigin.per / ratePerOrigin.attempts : 0;
  return concurrency === Infinity && spacing === 0 ? undefined : { concurrency, spacing };
}

export function resolveConcurrency(
  engine: string,
  { concurrencyPerOrigin: value }: Pick<OriginOptions, 'concurrencyPerOrigin'>,
): number | undefined {
  if (value === undefined || value === Infinity) return undefined;
  if (Number.isInteger(value) && value >= 1) return value;
  throw new ConfigError(
    `concurrencyPerOrigin of a ${engine} needs a whole number from 1 up, not ${show(value)}.`,
  );
}

/** Milliseconds by which a clock may go back, or two clocks may differ. */
export const CLOCK_TOLERANCE = 60_000;

function isRate(value: unknown): boolean {
  if (!isRecord(value)) return false;
  return [value.attempts, value.per].every(
    (one) => typeof one === 'number' && Number.isFinite(one) && one > 0,
  );
}
