import { type Awaitable, isPromise } from '../awaitable.js';
import { leavePromise, toError } from '../../../shared/errors.js';
import { show } from '../../../shared/values.js';
import type { Writable } from '../../../shared/types.js';
import { withNotifiable, type AttemptRecord } from '../delivery.js';
import type { Done, Job, Retry, Step } from '../engine.js';
import { DeliveryAbortedError, NotificationError } from '../errors.js';
import type { DeliveryEvent, DeliveryEventName, NotifierEvents } from '../events.js';
import type { NotifierContext, ResolvedNotifierOptions } from '../notifier-options.js';
import type { AttemptContext, AttemptResult, Channel } from '../channel.js';
import { MAX_TIMER } from '../runtime.js';

export async function makeAttempt(
  context: NotifierContext,
  job: Job,
  attempt: number,
  signal: AbortSignal,
): Promise<Step> {
  const { options, health, pauses } = context;
  const channel = findChannel(context, job.channel);
  if (!channel) return context.unknownChannels.leave(job);
  // Awaits only a promise: most attempts find the pauses read.
  const asked = pauses.stateOf(job);
  const pause = isPromise(asked) ? await asked : asked;
  if (pause === 'paused') return endPaused(context, job, attempt);
  if (pause) return retryAt(options.runtime.now(), pause.waitFor);
  const waitUntil = health && (await health.waitUntil(job));
  if (waitUntil !== undefined) {
    const now = options.runtime.now();
    return retryAt(now, Math.max(0, waitUntil - now));
  }
  const opening = open(channel);
  const unopened = opening && (await opening);
  if (signal.aborted) {
    if (options.engine.isDurable) return retryAt(options.runtime.now());
    context.rates?.leave(job);
    return endAborted(context, job, attempt - 1);
  }
  const about = contextOf(job, attempt, signal);
  const waiting = waitForTurn(context, channel, job, about);
  const turn = isPromise(waiting) ? await waiting : waiting;
  if (turn?.kind === 'retry') return turn;
  if (context.events.hasListeners('sending')) emit(context, 'sending', aboutAttempt(job, attempt));
  const { runtime } = options;
  const startedAt = runtime.now();
  const began = runtime.monotonic();
  const result = unopened ?? turn ?? (await attemptSafely(channel, job, about));
  const timing = { attempt, startedAt, duration: runtime.monotonic() - began };
  const step = decideSafely(options, { result, timing, isAborted: signal.aborted });
  if (health) await health.note(job, result, signal);
  emitStep(context, job, attempt, step, result);
  return step;
}

/** Returns undefined for a job that another process has stored, and whose channel this process lacks. */
function findChannel(context: NotifierContext, name: string): Channel | undefined {
  try {
    return context.channel(name);
  } catch {
    return undefined;
  }
}

/** Returns a promise only if the channel must load something. It resolves to the failure, if there is one. */
function open(channel: Pick<Channel, 'open'>): Promise<AttemptResult | undefined> | undefined {
  try {
    return channel.open?.()?.then(() => undefined, failedBy);
  } catch (error) {
    return Promise.resolve(failedBy(error));
  }
}

function contextOf({ id, messageId, createdAt }: Job, attempt: number, signal: AbortSignal): AttemptContext {
  const about: Writable<AttemptContext> = { id, messageId, attempt, signal };
  if (createdAt !== undefined) about.createdAt = createdAt;
  return about;
}

/**
 * Takes a turn at an endpoint that has a rate. Returns undefined if there is one, the step that puts the
 * delivery off, or the failure to read the rate.
 */
function waitForTurn(
  { rates }: NotifierContext,
  channel: Pick<Channel, 'rate'>,
  job: Job,
  about: AttemptContext,
): Awaitable<Retry | Failed | undefined> {
  if (!rates || !channel.rate) return undefined;
  try {
    const rate = channel.rate(job.payload, about);
    if (rate === undefined) return undefined;
    if (!isPromise(rate)) return rates.putOff(job, rate);
    return rate.then((found) => found && rates.putOff(job, found)).catch(failedBy);
  } catch (error) {
    return failedBy(error);
  }
}

/** Makes an attempt. An exception of a channel may pass, for example that of a token service. */
function attemptSafely(
  channel: Pick<Channel, 'attempt'>,
  { payload }: Job,
  about: AttemptContext,
): Promise<AttemptResult> {
  try {
    return channel.attempt(payload, about).catch(failedBy);
  } catch (error) {
    return Promise.resolve(failedBy(error));
  }
}

interface Finished {
  readonly result: AttemptResult;
  readonly timing: Pick<AttemptRecord, 'attempt' | 'startedAt' | 'duration'>;
  /** True if the attempt was aborted before its end. */
  readonly isAborted: boolean;
}

/** Returns the next step. If the retry policy throws, the engine's own policy decides. */
function decideSafely(options: ResolvedNotifierOptions, finished: Finished): Step {
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

function decideNext(options: ResolvedNotifierOptions, { result, timing, isAborted }: Finished): Step {
  const { engine } = options;
  // No attempt was made, so there is no record of it.
  if (result.kind === 'paused') return { kind: 'done', outcome: 'paused' };
  const { response } = result;
  const error = errorOf(result);
  const { attempt, startedAt, duration } = timing;
  const recordAs = (next: AttemptRecord['next']): AttemptRecord => {
    const record: Writable<AttemptRecord> = { attempt, startedAt, duration, next };
    if (response) record.status = response.status;
    if (response?.stalled) record.stalled = true;
    if (response && options.keepResponseBody > 0)
      record.responseBody = response.text().slice(0, options.keepResponseBody);
    if (error) record.error = error;
    return record;
  };
  const done = (outcome: Done['outcome']): Done => {
    const end: Writable<Done> = { kind: 'done', outcome, record: recordAs('end') };
    if (response) end.response = response;
    if (error) end.error = error;
    return end;
  };
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

function askPolicy(
  { retry, runtime }: ResolvedNotifierOptions,
  attempts: number,
  failure: Failed,
): number | null {
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
  return Math.min(Math.max(0, delay), MAX_TIMER);
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

function endPaused(context: NotifierContext, job: Job, attempt: number): Step {
  emit(context, 'paused', aboutAttempt(job, attempt));
  return { kind: 'done', outcome: 'paused' };
}

type About = Omit<DeliveryEvent, 'notifiable'>;

function aboutAttempt({ id, messageId, channel, endpoint, group }: Job, attempt: number): About {
  const about: Writable<About> = { id, messageId, channel, origin: group, attempt };
  if (endpoint !== undefined) about.endpoint = endpoint;
  return about;
}

function emitStep(
  context: NotifierContext,
  job: Job,
  attempt: number,
  step: Step,
  result: AttemptResult,
): void {
  const error = step.record ? step.record.error : errorOf(result);
  const name = eventOf(step, result, error);
  if (error && (name === 'failed' || name === 'dead')) context.events.warnOfLost(name, job, error);
  if (!name || !context.events.hasListeners(name)) return;
  const about = aboutAttempt(job, attempt);
  const event = {
    duration: step.record?.duration ?? 0,
    ...about,
    ...(result.response && { response: result.response }),
    ...(error && { error }),
    ...(step.kind === 'retry' && { delay: step.delay }),
  };
  emit(context, name, name === 'paused' ? about : (event as never));
}

/** Returns the event of a step, or undefined if it ended without an error that is known. */
function eventOf(step: Step, result: AttemptResult, error: Error | undefined): DeliveryEventName | undefined {
  if (result.kind === 'paused') return 'paused';
  if (!error) return 'sent';
  if (step.kind === 'retry') return 'retrying';
  return step.outcome === 'sent' || step.outcome === 'paused' ? undefined : step.outcome;
}

function emit<K extends DeliveryEventName>(
  { events, notifiables }: NotifierContext,
  name: K,
  event: Omit<NotifierEvents[K], 'notifiable'> & About,
): void {
  events.emit(name, withNotifiable(event, notifiables.get(event.id)) as unknown as NotifierEvents[K]);
}

function errorOf(result: AttemptResult): Error | undefined {
  return 'error' in result ? result.error : undefined;
}
