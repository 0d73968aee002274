import { ConfigError } from '../../shared/errors.js';

/** How an endpoint fares that has not answered with a success since it failed. */
export interface EndpointHealth {
  /** Milliseconds since the epoch: the first failure since the last success. */
  readonly failingSince: number;
  /** In a row. */
  readonly failures: number;
  /** Which event was emitted last. */
  readonly told?: 'failing' | 'disabled';
  /** Until when no attempt is made, in milliseconds since the epoch. */
  readonly openUntil?: number;
  /** How many attempts were made to see whether it answers again. */
  readonly probes?: number;
}

/** Where that is kept, so that all processes know and none forgets: a small JSON value for each key. */
export interface HealthStore {
  /** What was set for the key; undefined if nothing was. */
  get(key: string): Promise<EndpointHealth | undefined>;
  /** `undefined` removes it. */
  set(key: string, health: EndpointHealth | undefined): Promise<void>;
}

/** When an endpoint that does nothing but fail is told of. */
export interface HealthOptions {
  /** Milliseconds of nothing but failures after which the event `failing` is emitted, once. @default 1 hour */
  readonly failingAfter?: number;
  /** The same for `disabled`, which asks the application to disable the endpoint. @default 5 days */
  readonly disabledAfter?: number;
  /**
   * On a durable engine: after so many failures in a row no attempts are made for an endpoint, but for one now and then to
   * see whether it answers again; what waits for it keeps its attempts. Ends with `disabledAfter`. @default 10; 0: never
   */
  readonly circuitAfter?: number;
  /** Milliseconds until the first of those, doubled each time. @default 1 minute */
  readonly circuitWait?: number;
  /** The longest of these waits. @default 1 hour */
  readonly longestCircuitWait?: number;
}

export type ResolvedHealth = Required<HealthOptions>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const DEFAULTS: ResolvedHealth = {
  failingAfter: HOUR,
  disabledAfter: 5 * 24 * HOUR,
  circuitAfter: 10,
  circuitWait: MINUTE,
  longestCircuitWait: HOUR,
};

/** @throws ConfigError */
export function resolveHealth(options: HealthOptions): ResolvedHealth {
  const resolved = { ...DEFAULTS, ...options };
  for (const [name, value] of Object.entries(resolved) as [string, unknown][])
    if (typeof value !== 'number' || !(value >= 0))
      throw new ConfigError(`health.${name} needs a number from 0 up, not ${String(value)}.`);
  return resolved;
}

/** What is to be done before an attempt: wait until a moment, probe, or nothing. Pure. */
export function beforeAttempt(
  health: EndpointHealth | undefined,
  now: number,
  { circuitWait, longestCircuitWait, disabledAfter }: ResolvedHealth,
): { readonly waitUntil: number } | { readonly probe: EndpointHealth } | undefined {
  if (health?.openUntil === undefined || now - health.failingSince >= disabledAfter) return undefined;
  if (health.openUntil > now) return { waitUntil: health.openUntil };
  const probes = (health.probes ?? 0) + 1;
  const wait = Math.min(circuitWait * 2 ** probes, longestCircuitWait);
  return { probe: { ...health, probes, openUntil: now + wait } };
}

/** How an endpoint fares after one failure more, and what is to be told. Pure. */
export function afterFailure(
  health: EndpointHealth | undefined,
  now: number,
  options: ResolvedHealth,
): { readonly health: EndpointHealth; readonly tell: readonly ('failing' | 'disabled')[] } {
  const { failingSince = now, failures = 0, told } = health ?? {};
  const lasted = now - failingSince;
  const isFailing = lasted >= options.failingAfter && told === undefined;
  const isDisabled = lasted >= options.disabledAfter && told !== 'disabled';
  const count = failures + 1;
  const opens = options.circuitAfter > 0 && count >= options.circuitAfter && health?.openUntil === undefined;
  const last = isDisabled ? 'disabled' : isFailing ? 'failing' : told;
  return {
    health: {
      ...health,
      failingSince,
      failures: count,
      ...(last !== undefined && { told: last }),
      ...(opens && { openUntil: now + options.circuitWait }),
    },
    tell: [...(isFailing ? (['failing'] as const) : []), ...(isDisabled ? (['disabled'] as const) : [])],
  };
}

/** In process. */
export class MemoryHealth implements HealthStore {
  readonly #health = new Map<string, EndpointHealth>();

  get(key: string): Promise<EndpointHealth | undefined> {
    return Promise.resolve(this.#health.get(key));
  }

  set(key: string, health: EndpointHealth | undefined): Promise<void> {
    if (health) this.#health.set(key, health);
    else this.#health.delete(key);
    return Promise.resolve();
  }
}
