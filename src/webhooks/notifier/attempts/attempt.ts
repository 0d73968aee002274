import { leavePromise, toError } from '../../../shared/errors.js';
import { show } from '../../../shared/values.js';
import { withNotifiable, type AttemptRecord } from '../delivery.js';
import type { Done, Job, Retry, Step } from '../engine.js';
import { DeliveryAbortedError, NotificationError } from '../errors.js';
import type { DeliveryEvent, DeliveryEventName, NotifierEvents } from '../events.js';
import type { NotifierContext, ResolvedOptions } from '../options.js';
import type { AttemptResult, Channel } from '../channel.js';
import { LONGEST_TIMER } from '../runtime.js';

export async function makeAttempt(
  context: NotifierContext,
  job: Job,
  attempt: number,
  signal: AbortSignal,
): Promise<Step> {
  const { options, health } = context;
  const waitUntil = health && (await health.waitUntil(job));
  if (waitUntil !== undefined) {
    const now = options.runtime.now();
    return retryAt(now, Math.max(0, waitUntil - now));
  }
  const channel = findChannel(context, job.channel);
  const unopened = await openSafely(channel);
  if (signal.aborted)
    return options.engine.isDurable ? retryAt(options.runtime.now()) : endAborted(context, job, attempt - 1);
  const about = aboutAttempt(job, attempt);
  emit(context, 'sending', about);
  const { runtime } = options;
  const startedAt = runtime.now();
  const began = runtime.monotonic();
  const result = unopened ?? (await attemptSafely(channel, job, attempt, signal));
  const timing = { attempt, startedAt, duration: runtime.monotonic() - began };
  const step = decideSafely(options, { result, timing, isAborted: signal.aborted });
  if (health) await health.note(job, result, signal);
  emitStep(context, about, step, result);
  return step;
}

/** Returns the channel. A missing channel is a retryable failure, since another process may have it. */
function findChannel(context: NotifierContext, name: string): Pick<Channel, 'open' | 'attempt'> {
  try {
    return context.channel(name);
  } catch (error) {
    return { attempt: () => Promise.resolve({ kind: 'failed', retryable: true, error: toError(error) }) };
  }
}

async function openSafely(channel: Pick<Channel, 'open'>): Promise<AttemptResult | undefined> {
  try {
    await channel.open?.();
    return undefined;
  } catch (error) {
    return failedBy(error);
  }
}

/** Makes an attempt. An exception of a channel may pass, for example that of a token service. */
async function attemptSafely(
  channel: Pick<Channel, 'attempt'>,
  job: Job,
  attempt: number,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const { payload, id, messageId, createdAt } = job;
  try {
    return await channel.attempt(payload, {
      ...{ id, messageId, attempt, signal },
      ...(createdAt !== undefined && { createdAt }),
    });
  } catch (error) {
    return failedBy(error);
  }
}

interface Finished {
  readonly result: AttemptResult;
  readonly timing: Pick<AttemptRecord, 'attempt' | 'startedAt' | 'duration'>;
  readonly isAborted: boolean;
}

/** Returns the next step. If the retry policy throws, the engine's own policy decides. */
function decideSafely(options: ResolvedOptions, finished: Finished): Step {
  try {
    return decideNext(options, finished);
  } catch (error) {
    const { response } = finished.result;
    return decideNext(
      { ...options, retry: options.engine.defaultRetry },
      { ...finished, result: { ...failedBy(error), ...(response && { response }) } },
    );
  }
}

function decideNext(options: ResolvedOptions, { result, timing, isAborted }: Finished): Step {
  const { engine } = options;
  // No attempt was made, so there is no record of it.
  if (result.kind === 'paused') return { kind: 'done', outcome: 'paused' };
  const { response } = result;
  const error = errorOf(result);
  const { attempt, startedAt, duration } = timing;
  const recordAs = (next: AttemptRecord['next']): AttemptRecord => ({
    // Node.js 20 takes microseconds for a literal that begins with a spread.
    attempt,
    startedAt,
    duration,
    next,
    ...(response && { status: response.status }),
    ...(response?.stalled && { stalled: true }),
    ...(response &&
      options.keepResponseBody > 0 && { responseBody: response.text().slice(0, options.keepResponseBody) }),
    ...(error && { error }),
  });
  const done = (outcome: Done['outcome']): Done => ({
    kind: 'done',
    outcome,
    record: recordAs('end'),
    ...(response && { response }),
    ...(error && { error }),
  });
  if (result.kind !== 'failed') return done(result.kind);
  const endedAt = startedAt + duration;
  // A stored delivery survives the abort.
  if (isAborted) return engine.isDurable ? retryAt(endedAt) : done('failed');
  const delay = result.retryable ? askPolicy(options, attempt, result) : null;
  if (delay !== null) return { record: recordAs({ retryIn: delay }), ...retryAt(endedAt, delay) };
  return engine.keepsDead
    ? { ...done('failed'), kind: 'dead', outcome: 'dead', error: result.error }
    : done('failed');
}

function retryAt(moment: number, delay = 0): Retry {
  return { kind: 'retry', at: Math.ceil(moment + delay), delay };
}

function askPolicy({ retry, runtime }: ResolvedOptions, attempts: number, failure: Failed): number | null {
  const { error, response, retryAfter } = failure;
  const question = { attempts, status: response?.status, error, retryAfter, random: runtime.random() };
  const delay: unknown = leavePromise(retry(question));
  if (delay === null || Number.isNaN(delay)) return null;
  // Any other value would make the delivery due at once forever, or never.
  if (typeof delay !== 'number')
    throw new NotificationError(
      'retry()',
      new TypeError(`it must return a number of milliseconds or null, not ${show(delay)}`),
    );
  return Math.min(Math.max(0, delay), LONGEST_TIMER);
}

type Failed = Extract<AttemptResult, { kind: 'failed' }>;

/** Exceptions of the application's functions may pass, so another attempt follows by the schedule. */
function failedBy(error: unknown): Failed {
  return { kind: 'failed', retryable: true, error: toError(error) };
}

function endAborted(context: NotifierContext, job: Job, attempts: number): Step {
  const error = new DeliveryAbortedError(attempts);
  emit(context, 'failed', { ...aboutAttempt(job, attempts), error, duration: 0 });
  return { kind: 'done', outcome: 'failed', error };
}

type About = Omit<DeliveryEvent, 'notifiable'>;

function aboutAttempt({ id, messageId, channel, endpoint, group }: Job, attempt: number): About {
  return { id, messageId, channel, origin: group, attempt, ...(endpoint !== undefined && { endpoint }) };
}

function emitStep(context: NotifierContext, about: About, step: Step, result: AttemptResult): void {
  const seen = {
    duration: step.record?.duration ?? 0,
    ...about,
    ...(result.response && { response: result.response }),
  };
  const error = step.record ? step.record.error : errorOf(result);
  if (result.kind === 'paused') emit(context, 'paused', about);
  else if (!error) emit(context, 'sent', seen);
  else if (step.kind === 'retry') emit(context, 'retrying', { ...seen, error, delay: step.delay });
  else if (step.outcome !== 'sent' && step.outcome !== 'paused')
    emit(context, step.outcome, { ...seen, error });
}

function emit<K extends DeliveryEventName>(
  context: NotifierContext,
  name: K,
  event: Omit<NotifierEvents[K], 'notifiable'> & About,
): void {
  if (!context.events.hasListeners(name)) return;
  context.events.emit(
    name,
    withNotifiable(event, context.notifiables.get(event.id)) as unknown as NotifierEvents[K],
  );
}

function errorOf(result: AttemptResult): Error | undefined {
  return 'error' in result ? result.error : undefined;
}
