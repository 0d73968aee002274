import type { EngineHost } from '../../notifier/engine.js';
import { Limiter } from '../../notifier/attempts/limiter.js';
import type { Place } from '../../notifier/attempts/target-queue.js';
import type { StoredStep } from './cancellations.js';
import { hasAnswered } from '../../notifier/attempts/target-health.js';

export function openLimiter({ limits, runtime }: Pick<EngineHost, 'limits' | 'runtime'>): Limiter {
  return new Limiter({ ...limits, now: () => runtime.monotonic(), releasesUnresponsive: true });
}

/**
 * Runs an attempt, perhaps after a wait. Resolves to
 * undefined if the wait ended and the attempt could not run.
 */
export type Run = (attempt: () => Promise<StoredStep>) => Promise<StoredStep | undefined>;

/** Maximum number of waiting deliveries of an origin that has not responded yet. */
const UNKNOWN = 16;

/**
 * Maximum size in bytes of the deliveries that wait for a place in this process. Those that are under way are
 * not counted: the bodies of one receiver must not delay the deliveries of others.
 */
export const BYTES_AHEAD = 16 * 1024 * 1024;

/** Numbers of deliveries that wait for a place in this process. */
export interface Ahead {
  /** Number for one origin. */
  readonly perOrigin: number;
  /** Number for all origins. */
  readonly total: number;
  /** Their size. @default 0 */
  readonly bytes?: number;
}

/**
 * Deliveries that were taken from the store before there is
 * a place for them, so that many share a transaction.
 */
export class Prefetch {
  #bytes = 0;

  /** @param most maximum numbers of deliveries that wait: of one origin, and in all */
  constructor(
    readonly limiter: Limiter,
    private readonly most: Ahead,
  ) {}

  /** @param more deliveries that are about to wait */
  hasRoom(origin: string, more: Ahead = { perOrigin: 0, total: 0 }): boolean {
    const { limiter, most } = this;
    const health = limiter.healthOf(origin);
    if (limiter.isStopped || health === 'unresponsive') return false;
    const perOrigin = health === 'responsive' ? most.perOrigin : Math.min(most.perOrigin, UNKNOWN);
    return (
      limiter.waitingFor(origin) + more.perOrigin < perOrigin &&
      limiter.waiting + more.total < most.total &&
      this.#bytes + (more.bytes ?? 0) < BYTES_AHEAD
    );
  }

  /**
   * Returns undefined if there is no place and no room to wait.
   * @param size size of the delivery in bytes
   */
  acquirePlace(origin: string, size: number): Run | undefined {
    const place = this.limiter.take(origin);
    if (place) return runIn(place);
    if (!this.hasRoom(origin)) return undefined;
    this.#bytes += size;
    return runIn(
      Promise.resolve(this.limiter.enter(origin)).then((nextPlace) => {
        this.#bytes -= size;
        return nextPlace;
      }),
    );
  }
}

export function runIn(entering: Place | Promise<Place | undefined>): Run {
  return async (attempt) => {
    const place = await entering;
    if (!place) return undefined;
    let step: StoredStep | undefined;
    try {
      return (step = await attempt());
    } finally {
      place.end(step?.record && hasAnswered(step.record));
    }
  };
}
