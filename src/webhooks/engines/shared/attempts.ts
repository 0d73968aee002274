import type { EngineHost, Step } from '../../notifier/engine.js';
import { Limiter } from '../../notifier/attempts/limiter.js';
import { hasAnswered } from '../../notifier/attempts/target-health.js';

export function openLimiter({ limits, runtime }: Pick<EngineHost, 'limits' | 'runtime'>): Limiter {
  return new Limiter({ ...limits, now: () => runtime.monotonic(), letsSilentGo: true });
}

/** Runs an attempt, perhaps after a wait. Resolves to undefined if the wait ended and the attempt could not run. */
export type Run = (attempt: () => Promise<Step>) => Promise<Step | undefined>;

/** Maximum number of waiting deliveries of an origin that has not responded yet. */
const UNKNOWN = 16;

export function enter(
  limiter: Limiter,
  origin: string,
  { perOrigin, total }: { readonly perOrigin: number; readonly total: number },
): Run | undefined {
  const taken = limiter.take(origin);
  const health = limiter.healthOf(origin);
  const room = health === 'responsive' ? perOrigin : Math.min(perOrigin, UNKNOWN);
  const isCrowded = limiter.waitingFor(origin) >= room || limiter.waiting >= total;
  if (!taken && (limiter.isStopped || health === 'unresponsive' || isCrowded)) return undefined;
  const entering = taken ?? limiter.wait(origin);
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
