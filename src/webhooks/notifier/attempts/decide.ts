import { leavePromise, toError } from '../../../shared/errors.js';
import type { Writable } from '../../../shared/types.js';
import { show } from '../../../shared/values.js';
import type { AttemptResult } from '../channel.js';
import type { AttemptRecord } from '../delivery.js';
import type { Done, Retry, Step } from '../engine.js';
import { NotificationError } from '../errors.js';
import type { ResolvedNotifierOptions } from '../notifier-options.js';
import { MAX_TIMER } from '../runtime.js';

export type Failed = Extract<AttemptResult, { kind: 'failed' }>;

/** An attempt that has ended. */
export interface Finished extends Pick<AttemptRecord, 'attempt' | 'startedAt' | 'duration'> {
  readonly result: AttemptResult;
  /** True if it was aborted before its end. */
  readonly isAborted: boolean;
}

/** Returns the next step. If the retry policy throws, the engine's own policy decides. */
export function decideSafely(options: ResolvedNotifierOptions, finished: Finished): Step {
  try {
    return decideNext(options, finished);
  } catch (error) {
    const { response } = finished.result;
    const result = { ...failedBy(error), ...(response && { response }) };
    return decideNext({ ...options, retry: options.engine.defaultRetry }, { ...finished, result });
  }
}

function decideNext(options: ResolvedNotifierOptions, finished: Finished): Step {
  const { engine, keepResponseBody } = options;
  const { result, attempt, startedAt, duration, isAborted } = finished;
  // No attempt was made, so there is no record of it.
  if (result.kind === 'paused') return { kind: 'done', outcome: 'paused' };
  const record = recordOf(finished, keepResponseBody);
  if (result.kind !== 'failed') return end(result.kind, result, record);
  const endedAt = startedAt + duration;
  // A stored delivery survives the abort.
  if (isAborted) return engine.isDurable ? retryAt(endedAt) : end('failed', result, record);
  const delay = result.retryable ? askPolicy(options, attempt, result) : null;
  if (delay !== null) return { record: { ...record, next: { retryIn: delay } }, ...retryAt(endedAt, delay) };
  const failed = end('failed', result, record);
  return engine.keepsDead ? { ...failed, kind: 'dead', outcome: 'dead', error: result.error } : failed;
}

function recordOf(
  { result, attempt, startedAt, duration }: Finished,
  keepResponseBody: number,
): AttemptRecord {
  const record: Writable<AttemptRecord> = { attempt, startedAt, duration, next: 'end' };
  const { response } = result;
  if (response) record.status = response.status;
  if (response?.stalled) record.stalled = true;
  if (response && keepResponseBody > 0) record.responseBody = response.text().slice(0, keepResponseBody);
  if ('error' in result) record.error = result.error;
  return record;
}

function end(outcome: Done['outcome'], result: AttemptResult, record: AttemptRecord): Done {
  const done: Writable<Done> = { kind: 'done', outcome, record };
  if (result.response) done.response = result.response;
  if ('error' in result) done.error = result.error;
  return done;
}

export function retryAt(moment: number, delay = 0): Retry {
  return { kind: 'retry', at: Math.ceil(moment + delay), delay };
}

function askPolicy(
  { retry, runtime }: ResolvedNotifierOptions,
  attempts: number,
  { error, response, retryAfter }: Failed,
): number | null {
  const question = { attempts, status: response?.status, error, retryAfter, random: runtime.random() };
  const delay: unknown = leavePromise(retry(question));
  if (delay === null || Number.isNaN(delay)) return null;
  // Any other value would make the delivery due at once forever, or never.
  if (typeof delay !== 'number')
    throw new NotificationError(
      'retry()',
      new TypeError(`it must return a number of milliseconds or null, not ${show(delay)}`),
    );
  return Math.min(Math.max(0, delay), MAX_TIMER);
}

/** Exceptions of a channel and of the application's functions may pass, so another attempt follows. */
export function failedBy(error: unknown): Failed {
  return { kind: 'failed', retryable: true, error: toError(error) };
}
