import { onAbort } from '../abort-signals.js';
import type { EngineHost, JobHandler } from '../engine.js';
import { Limiter, type Place } from './limiter.js';
import { hasAnswered } from './target-health.js';

/**
 * Returns the host's `handle` with its limits: an attempt waits until there is a place for it. Targets
 * (`job.group`) take turns, and those that do not respond delay no others. Call it once in `start`, and pass
 * it more jobs than can run at once; jobs that wait need a lease, too.
 *
 * @experimental
 */
export function limitAttempts({ handle, limits, runtime }: EngineHost): JobHandler {
  const limiter = new Limiter({ ...limits, now: () => runtime.monotonic() });
  return async (job, attempt, signal) => {
    const place = await placeIn(limiter, job.group, signal);
    let isAnswered: boolean | undefined;
    try {
      // An aborted job without a place gets its next step, too.
      const step = await handle(job, attempt, signal);
      if (step.record && !signal.aborted) isAnswered = hasAnswered(step.record);
      return step;
    } finally {
      place?.end(isAnswered);
    }
  };
}

/** Resolves to undefined if the signal is aborted first. */
function placeIn(limiter: Limiter, key: string, signal: AbortSignal): Promise<Place | undefined> {
  if (signal.aborted) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const leave = (): void => {
      resolve(undefined);
    };
    const begin = (place: Place): void => {
      stopListening();
      resolve(place);
    };
    const task = { key, begin, leave };
    const stopListening = onAbort(signal, () => {
      limiter.withdraw(task);
      leave();
    });
    limiter.beginWhenFree(task);
  });
}
