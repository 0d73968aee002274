import { isPromise } from '../awaitable.js';
import type { AttemptRecord } from '../delivery.js';
import type { Job, JobHandler, JobReport } from '../engine.js';
import type { Limiter } from '../attempts/limiter.js';
import type { Place } from '../attempts/target-queue.js';
import { hasAnswered } from '../attempts/target-health.js';
import { MAX_TIMER, type Runtime } from '../runtime.js';

/** The state that all runs of an engine share. */
export interface RunContext {
  readonly limiter: Limiter;
  readonly runtime: Runtime;
  readonly handle: JobHandler;
  /** Called at the end of a run. There is no report if the handler rejected. */
  readonly onEnd: (job: Job, report?: JobReport) => void;
}

/** Runs a job from its first wait to its end. */
export function run(context: RunContext, job: Job, signal: AbortSignal): Promise<JobReport> {
  const { notBefore } = job;
  const wait = notBefore === undefined ? 0 : notBefore - context.runtime.now();
  return wait > 0
    ? sleep(context.runtime, wait, signal).then(() => start(context, job, signal))
    : start(context, job, signal);
}

/** A job that waits for its first place has only this promise, which keeps the trace of its send. */
function start(context: RunContext, job: Job, signal: AbortSignal): Promise<JobReport> {
  const place = context.limiter.enter(job.group, signal);
  return isPromise(place)
    ? place.then((next) => makeAttempts(context, job, signal, next))
    : makeAttempts(context, job, signal, place);
}

/** Makes attempts until the job ends. An aborted job has no place, and its next attempt ends it. */
async function makeAttempts(
  { limiter, runtime, handle, onEnd }: RunContext,
  job: Job,
  signal: AbortSignal,
  first: Place | undefined,
): Promise<JobReport> {
  const history: AttemptRecord[] = [];
  let report: JobReport | undefined;
  let place = first;
  try {
    for (;;) {
      const step = await handle(job, history.length + 1, signal);
      const { record } = step;
      place?.end(record && !signal.aborted ? hasAnswered(record) : undefined);
      place = undefined;
      if (record) history.push(record);
      if (step.kind !== 'retry') return (report = { kind: 'ended', end: step, history });
      await sleep(runtime, step.delay, signal);
      place = await limiter.enter(job.group, signal);
    }
  } finally {
    place?.end(); // if the handler rejected
    onEnd(job, report);
  }
}

/** Waits without a place, also longer than a timer can. Ends at once if the signal is aborted. */
async function sleep(runtime: Runtime, milliseconds: number, signal: AbortSignal): Promise<void> {
  let left = milliseconds;
  do {
    await runtime.sleep(Math.min(left, MAX_TIMER), signal).catch(() => undefined);
    left -= MAX_TIMER;
  } while (left > 0 && !signal.aborted);
}
