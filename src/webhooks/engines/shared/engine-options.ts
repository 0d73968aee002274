import { ConfigError } from '../../../shared/errors.js';
import { isRecord, show } from '../../../shared/values.js';

/** Milliseconds below which a process that is busy for a moment loses its deliveries, and takes them again. */
const SHORTEST = 3_000;

/** @throws ConfigError for a lease that is too short to be extended in time */
export function requireLease(lease: number, engine: string, shortest = SHORTEST): void {
  if (lease >= shortest) return;
  throw new ConfigError(
    `lease of a ${engine} needs at least ${shortest} milliseconds, not ${lease}; 30000 is recommended.`,
  );
}

/** How often attempts begin at one origin: one each `per / attempts` milliseconds at most. */
export interface RatePerOrigin {
  /** How many attempts may begin at one origin within that time. */
  readonly attempts: number;
  /** Milliseconds. */
  readonly per: number;
}

/** What is asked of one origin (scheme, host and port), by all processes that share the store together. */
export interface OriginOptions {
  /** How many attempts run at once to one origin. @default no limit but that of each process, the notifier's `concurrencyPerTarget` */
  readonly concurrencyPerOrigin?: number;
  /** How often attempts begin at one origin, evenly: `{ attempts: 10, per: 1_000 }` is one each 100 ms. @default no limit */
  readonly ratePerOrigin?: RatePerOrigin;
}

export interface OriginLimits {
  /** Attempts at once, `Infinity` without a limit. */
  readonly concurrency: number;
  /** Milliseconds from one attempt to the next, 0 without a limit. */
  readonly spacing: number;
}

/** Milliseconds by which an attempt may begin too early or late, without the others' being put off: timers are no better. */
export const TOLERANCE = 25;

/** @throws ConfigError where an option is none; @returns undefined where nothing is limited */
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
