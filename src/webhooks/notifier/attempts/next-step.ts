import { leavePromise } from '../../../shared/errors.js';
import { show } from '../../../shared/values.js';
import type { AttemptRecord } from '../delivery.js';
import type { DeliveryEngine, Done, Retry, Step } from '../engine.js';
import { NotificationError } from '../errors.js';
import { LONGEST_TIMER } from '../runtime.js';
import type { RetryPolicy } from '../retry.js';
import type { AttemptResult } from '../channel.js';

interface Finished {
  readonly result: AttemptResult;
  readonly timing: Pick<AttemptRecord, 'attempt' | 'startedAt' | 'duration'>;
  readonly aborted: boolean;
  readonly retry: RetryPolicy;
  readonly random: number;
  readonly engine: Pick<DeliveryEngine, 'isDurable' | 'keepsDead'>;
  /** Maximum number of characters of the response's body to keep. */
  readonly keepResponseBody: number;
}

export function decideNext(finished: Finished): Step {
  const { result, timing, engine } = finished;
  if (result.kind !== 'failed') return done(finished, result.kind);
  const endedAt = timing.startedAt + timing.duration;
  // A stored delivery survives the abort.
  if (finished.aborted) return engine.isDurable ? retryAt(endedAt) : done(finished, 'failed');
  const delay = result.retryable ? askPolicy(finished, result) : null;
  if (delay !== null) return { record: recordOf(finished, { retryIn: delay }), ...retryAt(endedAt, delay) };
  if (!engine.keepsDead) return done(finished, 'failed');
  return { kind: 'dead', outcome: 'dead', error: result.error, ...ended(finished) };
}

export function retryAt(moment: number, delay = 0): Retry {
  return { kind: 'retry', at: Math.ceil(moment + delay), delay };
}

function askPolicy(finished: Finished, failure: Extract<AttemptResult, { kind: 'failed' }>): number | null {
  const { timing, random, retry } = finished;
  const { error, response, retryAfter } = failure;
  const question = { attempts: timing.attempt, status: response?.status, error, retryAfter, random };
  const delay: unknown = leavePromise(retry(question));
  if (delay === null || Number.isNaN(delay)) return null;
  // Another value would be due at once for ever, or never.
  if (typeof delay !== 'number')
    throw new NotificationError(
      'retry()',
      new TypeError(`it must return a number of milliseconds or null, not ${show(delay)}`),
    );
  return Math.min(Math.max(0, delay), LONGEST_TIMER);
}

function done(finished: Finished, outcome: Done['outcome']): Done {
  const { result } = finished;
  return {
    kind: 'done',
    outcome,
    ...ended(finished),
    ...(result.kind !== 'sent' && { error: result.error }),
  };
}

function ended(finished: Finished): Pick<Done, 'record' | 'response'> {
  const { response } = finished.result;
  return { record: recordOf(finished, 'end'), ...(response && { response }) };
}

function recordOf(
  { result, timing, keepResponseBody }: Finished,
  next: AttemptRecord['next'],
): AttemptRecord {
  const { attempt, startedAt, duration } = timing;
  return {
    attempt,
    startedAt,
    duration,
    next,
    ...(result.response && { status: result.response.status }),
    ...(result.response?.stalled && { stalled: true }),
    ...(result.response &&
      keepResponseBody > 0 && { responseBody: result.response.text().slice(0, keepResponseBody) }),
    ...(result.kind !== 'sent' && { error: result.error }),
  };
}
