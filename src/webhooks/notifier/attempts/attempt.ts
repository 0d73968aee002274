import { type Awaitable, isPromise, whenReady } from '../awaitable.js';
import type { Writable } from '../../../shared/types.js';
import type { Job, Retry, Step } from '../engine.js';
import { DeliveryAbortedError } from '../errors.js';
import type { NotifierContext } from '../notifier-options.js';
import type { AttemptContext, AttemptResult, Channel } from '../channel.js';
import { aboutAttempt, emitAttempt, emitStep } from '../attempt-events.js';
import { decideSafely, type Failed, failedBy, retryAt } from './decide.js';

/** Makes an attempt, unless something else comes before it, and returns the next step. */
export async function makeAttempt(
  context: NotifierContext,
  job: Job,
  attempt: number,
  signal: AbortSignal,
): Promise<Step> {
  const channel = findChannel(context, job.channel);
  if (!channel) return context.unknownChannels.leave(job);
  const about = contextOf(job, attempt, signal);
  const preparing = prepare(context, channel, job, about);
  // Awaits only a promise: most attempts wait for nothing before the request.
  const prepared = isPromise(preparing) ? await preparing : preparing;
  if (prepared && prepared.kind !== 'failed') return prepared;
  const { options, health, events } = context;
  const { runtime } = options;
  if (events.hasListeners('sending')) emitAttempt(events, job, 'sending', aboutAttempt(job, attempt));
  const startedAt = runtime.now();
  const began = runtime.monotonic();
  let result: AttemptResult;
  try {
    result = prepared ?? (await channel.attempt(job.payload, about));
  } catch (error) {
    result = failedBy(error);
  }
  const duration = runtime.monotonic() - began;
  const step = decideSafely(options, { result, attempt, startedAt, duration, isAborted: signal.aborted });
  if (health) await health.note(job, result, signal);
  emitStep(events, job, attempt, step, result);
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

/**
 * Returns a step or a failure that takes the place of the request. A failure counts as the attempt's result.
 */
function prepare(
  context: NotifierContext,
  channel: Channel,
  job: Job,
  about: AttemptContext,
): Awaitable<Step | Failed | undefined> {
  const begin = (unopened: Failed | undefined): Awaitable<Step | Failed | undefined> =>
    about.signal.aborted
      ? endAborted(context, job, about.attempt - 1)
      : whenReady(takeTurn(context, channel, job, about), (turn) => turn ?? unopened);
  return whenReady(
    holdBack(context, job, about.attempt),
    (held): Awaitable<Step | Failed | undefined> => held ?? whenReady(open(channel), begin),
  );
}

/** Returns the step of a delivery whose endpoint is paused, or whose circuit is open. */
function holdBack(context: NotifierContext, job: Job, attempt: number): Awaitable<Step | undefined> {
  const { options, pauses, health } = context;
  const { runtime } = options;
  return whenReady(pauses.stateOf(job), (pause): Awaitable<Step | undefined> => {
    if (pause === 'paused') return endPaused(context, job, attempt);
    if (pause) return retryAt(runtime.now(), pause.waitFor);
    return health?.waitUntil(job).then((until) => {
      const now = runtime.now();
      return until === undefined ? undefined : retryAt(now, Math.max(0, until - now));
    });
  });
}

/** Opens the channel. Returns the failure, if there is one. */
function open(channel: Channel): Awaitable<Failed | undefined> {
  return orFailure(() => channel.open?.()?.then(() => undefined));
}

/** Takes a turn at an endpoint that has a rate. Returns undefined if there is one. */
function takeTurn(
  { rates }: NotifierContext,
  channel: Channel,
  job: Job,
  about: AttemptContext,
): Awaitable<Retry | Failed | undefined> {
  if (!rates || !channel.rate) return undefined;
  return orFailure(() =>
    whenReady(channel.rate?.(job.payload, about), (rate) => rate && rates.putOff(job, rate)),
  );
}

function orFailure<T>(work: () => Awaitable<T>): Awaitable<T | Failed> {
  try {
    const value = work();
    return isPromise(value) ? value.catch(failedBy) : value;
  } catch (error) {
    return failedBy(error);
  }
}

function contextOf({ id, messageId, createdAt }: Job, attempt: number, signal: AbortSignal): AttemptContext {
  const about: Writable<AttemptContext> = { id, messageId, attempt, signal };
  if (createdAt !== undefined) about.createdAt = createdAt;
  return about;
}

/** A stored delivery survives the abort. */
function endAborted(context: NotifierContext, job: Job, attempts: number): Step {
  const { engine, runtime } = context.options;
  if (engine.isDurable) return retryAt(runtime.now());
  context.rates?.leave(job);
  const error = new DeliveryAbortedError(attempts);
  emitAttempt(context.events, job, 'failed', { ...aboutAttempt(job, attempts), error, duration: 0 });
  return { kind: 'done', outcome: 'failed', error };
}

function endPaused(context: NotifierContext, job: Job, attempt: number): Step {
  emitAttempt(context.events, job, 'paused', aboutAttempt(job, attempt));
  return { kind: 'done', outcome: 'paused' };
}
