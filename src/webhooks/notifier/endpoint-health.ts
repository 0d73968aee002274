import {
  FUNCTION,
  NOT_NEGATIVE,
  type OptionChecks,
  requireKnownOptions,
  withDefaults,
} from '../../shared/checks.js';
import { warnOfShortTime } from '../../shared/short-times.js';

/** Health of an endpoint that has failed since its last success. */
export interface EndpointHealth {
  /** Time of the first failure since the last success, in milliseconds since the epoch. */
  readonly failingSince: number;
  /** Number of failures in a row. */
  readonly failures: number;
  /** The last emitted event. */
  readonly announced?: 'failing' | 'disabled';
  /** End of the pause without attempts, in milliseconds since the epoch. */
  readonly openUntil?: number;
  /** Number of test attempts during the pause. */
  readonly probes?: number;
}

/** Reports that all attempts at an endpoint have failed for the time that `health` sets. */
export interface HealthEvent {
  /** The channel's name. */
  readonly channel: string;
  /** Id of the endpoint. */
  readonly endpoint: string;
  /** Time of the first failure since the last success, in milliseconds since the epoch. */
  readonly failingSince: number;
  /** Number of failures in a row. */
  readonly failures: number;
  /** The last error. */
  readonly error: Error;
}

/** Options for the health of endpoints. */
export interface HealthOptions {
  /** Milliseconds without a success after which the event `failing` is emitted, once. @default 1 hour */
  readonly failingAfter?: number;
  /**
   * Milliseconds without a success after which the event `disabled` is emitted. Your application should then
   * disable the endpoint.
   * @default 5 days
   */
  readonly disabledAfter?: number;
  /**
   * Disables the endpoint in your store, after `disabledAfter` and before the event `disabled`. If it throws,
   * the next failure calls it again. Two processes may call it at the same time. `'pause'` pauses the
   * endpoint in a durable engine, until `engine.resumeEndpoint(id)`. @default none: there is only the event
   */
  readonly disable?: DisableEndpoint | 'pause';
  /**
   * Number of failures in a row after which attempts at an endpoint pause, on a durable engine. During the
   * pause, single test attempts check whether it responds again; waiting deliveries do not lose attempts.
   * @default 10; 0 never pauses
   */
  readonly circuitAfter?: number;
  /** Milliseconds until the first test attempt. The wait doubles each time. @default 1 minute */
  readonly circuitWait?: number;
  /** Maximum wait between test attempts, in milliseconds. @default 1 hour */
  readonly longestCircuitWait?: number;
}

/** Sets `disabled` of an endpoint in the application's store. */
export type DisableEndpoint = (about: HealthEvent) => unknown;

export type ResolvedHealth = Required<Omit<HealthOptions, 'disable'>> & Pick<HealthOptions, 'disable'>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const DEFAULTS: ResolvedHealth = {
  failingAfter: HOUR,
  disabledAfter: 5 * 24 * HOUR,
  circuitAfter: 10,
  circuitWait: MINUTE,
  longestCircuitWait: HOUR,
};

const CHECKS: OptionChecks<HealthOptions> = {
  failingAfter: NOT_NEGATIVE,
  disabledAfter: NOT_NEGATIVE,
  disable: {
    what: "'pause', or a function that disables an endpoint in your store, as in ({ endpoint }) => …",
    holds: (value) => value === 'pause' || FUNCTION.holds(value),
  },
  circuitAfter: NOT_NEGATIVE,
  circuitWait: NOT_NEGATIVE,
  longestCircuitWait: NOT_NEGATIVE,
};

const TIMES = ['failingAfter', 'disabledAfter', 'circuitWait', 'longestCircuitWait'] as const;

export function resolveHealth(options: HealthOptions): ResolvedHealth {
  requireKnownOptions('health', options, CHECKS);
  for (const name of TIMES) warnOfShortTime(`${name} of health`, options[name] ?? 0);
  return withDefaults(options, DEFAULTS);
}

export function beforeAttempt(
  health: EndpointHealth | undefined,
  now: number,
  { circuitWait, longestCircuitWait, disabledAfter }: ResolvedHealth,
): { readonly waitUntil: number } | { readonly probe: EndpointHealth } | undefined {
  if (health?.openUntil === undefined || now - health.failingSince >= disabledAfter) return undefined;
  const wait = health.openUntil - now;
  // A longer wait means that the clock was set back.
  if (wait > 0 && wait <= Math.max(circuitWait, longestCircuitWait)) return { waitUntil: health.openUntil };
  const probes = (health.probes ?? 0) + 1;
  const next = Math.min(circuitWait * 2 ** probes, longestCircuitWait);
  return { probe: { ...health, probes, openUntil: now + next } };
}

export function afterFailure(
  health: EndpointHealth | undefined,
  now: number,
  options: ResolvedHealth,
): { readonly health: EndpointHealth; readonly tell: readonly ('failing' | 'disabled')[] } {
  const { failingSince = now, failures = 0, announced } = health ?? {};
  const lasted = now - failingSince;
  const isFailing = lasted >= options.failingAfter && announced === undefined;
  const isDisabled = lasted >= options.disabledAfter && announced !== 'disabled';
  const count = failures + 1;
  const opens = options.circuitAfter > 0 && count >= options.circuitAfter && health?.openUntil === undefined;
  const last = isDisabled ? 'disabled' : isFailing ? 'failing' : announced;
  return {
    health: {
      ...health,
      failingSince,
      failures: count,
      ...(last !== undefined && { announced: last }),
      ...(opens && { openUntil: now + options.circuitWait }),
    },
    tell: [...(isFailing ? (['failing'] as const) : []), ...(isDisabled ? (['disabled'] as const) : [])],
  };
}
