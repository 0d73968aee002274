import type { AttemptRecord, Outcome } from './delivery.js';
import type { JobEnd, Step } from './engine.js';
import { LONGEST_TIMER } from './longest-timer.js';
import type { RetryPolicy } from './retry.js';
import type { AttemptResult } from './types.js';

/** What the decision about a finished attempt rests on. */
export interface Finished {
  readonly result: AttemptResult;
  readonly timing: Pick<AttemptRecord, 'attempt' | 'startedAt' | 'duration'>;
  readonly aborted: boolean;
  readonly retry: RetryPolicy;
  readonly random: number;
  /** What a delivery becomes when the policy gives up. */
  readonly exhausted: Outcome;
}

/** Decides what follows an attempt. Pure. */
export function decideNext(finished: Finished): Step {
  const { result } = finished;
  if (result.kind !== 'failed') return endJob(finished, result.kind);
  if (!result.retryable || finished.aborted) return endJob(finished, 'failed');
  const delay = askPolicy(finished, result);
  if (delay === null) return endJob(finished, finished.exhausted);
  return { kind: 'retry', delay, record: recordOf(finished, { retryIn: delay }) };
}

function askPolicy(finished: Finished, failure: Extract<AttemptResult, { kind: 'failed' }>): number | null {
  const delay = finished.retry({
    attempts: finished.timing.attempt,
    status: failure.response?.status,
    error: failure.error,
    retryAfter: failure.retryAfter,
    random: finished.random,
  });
  if (delay === null || Number.isNaN(delay)) return null;
  return Math.min(Math.max(0, delay), LONGEST_TIMER);
}

function endJob(finished: Finished, outcome: Outcome): JobEnd {
  const { result } = finished;
  return {
    kind: 'end',
    outcome,
    record: recordOf(finished, 'end'),
    ...(result.response && { response: result.response }),
    ...(result.kind !== 'sent' && { error: result.error }),
  };
}

function recordOf({ result, timing }: Finished, next: AttemptRecord['next']): AttemptRecord {
  const { attempt, startedAt, duration } = timing;
  return {
    attempt,
    startedAt,
    duration,
    next,
    ...(result.response && { status: result.response.status }),
    ...(result.response?.stalled && { stalled: true }),
    ...(result.kind !== 'sent' && { error: result.error }),
  };
}
