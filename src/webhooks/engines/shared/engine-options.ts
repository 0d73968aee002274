import { isRecord } from '../../../shared/values.js';
import { type Check, named, oneOf, POSITIVE } from '../../../shared/checks.js';

export const LEASE = 30_000;

export const RETENTION = 7 * 86_400_000;

export const MILLISECONDS = named(POSITIVE, 'milliseconds, a number above 0');

/** `retention: 7`, meant as days, would delete ended deliveries at once. */
export const RETENTION_TIME: Check = {
  what: 'milliseconds, a number from 1,000 up, as in 7 * 86_400_000 for seven days',
  holds: (value) => typeof value === 'number' && value >= 1_000,
};

/** With a shorter lease, a process that is busy for a moment would lose its deliveries. */
export function leaseFrom(shortest: number): Check {
  return {
    what: `at least ${shortest} milliseconds; ${LEASE} is recommended`,
    holds: (value) => typeof value === 'number' && value >= shortest,
  };
}

export const KEEP_COUNT: Check = {
  what: 'a whole number from 0 up, or Infinity',
  holds: (value) => value === Infinity || (Number.isInteger(value) && Number(value) >= 0),
};

export const AFTER_DEAD = oneOf('continue', 'hold');

export const PLACES: Check = {
  what: 'a whole number from 1 up',
  holds: (value) => value === Infinity || (Number.isInteger(value) && Number(value) >= 1),
};

/** Rate of attempts at one origin: one attempt each `per / attempts` milliseconds. */
export interface RatePerOrigin {
  /** Number of attempts at one origin within `per`. */
  readonly attempts: number;
  /** Length of the period, in milliseconds. */
  readonly per: number;
}

export const RATE: Check = {
  what: '{ attempts, per }, two numbers above 0, as in { attempts: 10, per: 1_000 }',
  holds: (value) =>
    isRecord(value) &&
    [value.attempts, value.per].every((one) => Number.isFinite(one) && POSITIVE.holds(one)),
};

/** Milliseconds by which an attempt may start early, since timers are not exact. */
export const TOLERANCE = 25;

/** Milliseconds by which a clock may go back, or two clocks may differ. */
export const CLOCK_TOLERANCE = 60_000;
