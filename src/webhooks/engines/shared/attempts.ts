import type { EngineHost, Step } from '../../notifier/engine.js';
import { Limiter, type Place } from '../../notifier/attempts/limiter.js';
import { hasAnswered } from '../../notifier/attempts/target-health.js';

export function openLimiter({ limits, runtime }: Pick<EngineHost, 'limits' | 'runtime'>): Limiter {
  return new Limiter({ ...limits, now: () => runtime.monotonic(), letsSilentGo: true });
}

/** Runs an attempt, perhaps after a wait. Resolves to undefined if the wait ended and the attempt could not run. */
export type Run = (attempt: () => Promise<Step>) => Promise<Step | undefined>;

/** Maximum number of waiting deliveries of an origin that has not responded yet. */
const UNKNOWN = 16;

/** Maximum number of deliveries that wait for a place in this process. */
export interface Room {
  readonly perOrigin: number;
  readonly total: number;
}

/** Returns undefined if there is no place and no room to wait. */
export function enter(limiter: Limiter, origin: string, room: Room): Run | undefined {
  const place = limiter.take(origin);
  if (!place && !hasRoom(limiter, origin, room)) return undefined;
  return runIn(place ?? limiter.wait(origin));
}

/** @param more deliveries that are about to wait: of this origin, and in all */
export function hasRoom(
  limiter: Limiter,
  origin: string,
  { perOrigin, total }: Room,
  more: Room = { perOrigin: 0, total: 0 },
): boolean {
  const health = limiter.healthOf(origin);
  if (limiter.isStopped || health === 'unresponsive') return false;
  const most = health === 'responsive' ? perOrigin : Math.min(perOrigin, UNKNOWN);
  return limiter.waitingFor(origin) + more.perOrigin < most && limiter.waiting + more.total < total;
}

export function runIn(entering: Place | Promise<Place | undefined>): Run {
  return async (attempt) => {
    const place = await entering;
    if (!place) return undefined;
    let step: Step | undefined;
    try {
      return (step = await attempt());
    } finally {
      place.end(step?.record && hasAnswered(step.record));
    }
  };
}
