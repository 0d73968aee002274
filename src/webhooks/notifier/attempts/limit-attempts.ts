import type { EngineHost, JobHandler } from '../engine.js';
import { Limiter } from './limiter.js';
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
    const place = await limiter.enter(job.group, signal);
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
