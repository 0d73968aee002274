import { isArrayOf, NOT_NEGATIVE, type OptionChecks, requireKnownOptions } from '../../shared/checks.js';
import { warnOfShortTime } from '../../shared/short-times.js';

/** Input of a retry policy. */
export interface RetryQuestion {
  /** Number of attempts, including the failed one. */
  readonly attempts: number;
  /** HTTP status of the failed attempt; absent if there was no response. */
  readonly status: number | undefined;
  /** The error of the failed attempt. */
  readonly error: Error;
  /** Wait in `Retry-After`, in milliseconds. */
  readonly retryAfter: number | undefined;
  /** Random number from 0 to below 1, for jitter. */
  readonly random: number;
}

/**
 * Returns the wait before the next attempt in milliseconds, or `null` for
 * no attempt. It must be a pure function. It is not called for failures
 * that a retry cannot fix (410, a blocked address, an invalid message).
 */
export type RetryPolicy = (question: RetryQuestion) => number | null;

/** Options of `retryAfterDelays`. */
export interface RetryOptions {
  /** Waits between the attempts, in milliseconds: two waits make three attempts. */
  readonly delays: readonly number[];
  /** Maximum random deviation, as a share of the wait. @default 0.2 */
  readonly jitter?: number;
  /** Maximum `Retry-After` in milliseconds; a longer one is shortened to it. @default 5000 */
  readonly retryAfterCap?: number;
}

const CHECKS: OptionChecks<RetryOptions> = {
  delays: { what: 'an array of milliseconds, as in [5_000, 60_000]', holds: isArrayOf(NOT_NEGATIVE.holds) },
  jitter: { what: 'a share from 0 to 1', holds: (value) => NOT_NEGATIVE.holds(value) && Number(value) <= 1 },
  retryAfterCap: NOT_NEGATIVE,
};

/**
 * Returns a policy with fixed waits and jitter. It waits at least as long as `Retry-After`.
 * @throws ConfigError for options other than an object with `delays`
 */
export function retryAfterDelays(options: RetryOptions): RetryPolicy {
  requireKnownOptions('retryAfterDelays(options)', options, CHECKS, ['delays']);
  const { delays, jitter = 0.2, retryAfterCap = 5_000 } = options;
  warnOfShortTime('delays of retryAfterDelays(options)', Math.max(0, ...delays));
  return ({ attempts, retryAfter, random }) => {
    const delay = delays[attempts - 1];
    if (delay === undefined) return null;
    const jittered = delay * (1 + jitter * (2 * random - 1));
    return Math.round(Math.max(jittered, Math.min(retryAfter ?? 0, retryAfterCap)));
  };
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * Default policy without a durable engine: three attempts,
 * 250 ms and 1 s apart, ±20 %, `Retry-After` up to 5 s.
 */
export const IN_PROCESS_RETRY: RetryPolicy = retryAfterDelays({ delays: [250, SECOND] });

/** Waits of the Standard Webhooks specification between its ten attempts; the first attempt is immediate. */
const STANDARD_DELAYS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** Default policy of durable engines: the schedule of the Standard Webhooks specification, ±20 %. */
export const DURABLE_RETRY: RetryPolicy = retryAfterDelays({
  delays: STANDARD_DELAYS,
  retryAfterCap: 24 * HOUR,
});

/** Policy with a single attempt. */
export const NO_RETRY: RetryPolicy = () => null;
