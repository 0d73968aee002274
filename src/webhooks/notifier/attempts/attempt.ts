import { toError } from '../../../shared/errors.js';
import { decideNext, retryAt } from './next-step.js';
import { withNotifiable } from '../delivery.js';
import type { Job, Step } from '../engine.js';
import { DeliveryAbortedError } from '../errors.js';
import type { DeliveryEvent, DeliveryEventName, EventHub, NotifierEvents } from '../events.js';
import type { HealthWatch } from '../health-watch.js';
import type { ResolvedOptions } from '../options.js';
import type { AttemptResult, Channel } from '../channel.js';

interface AttemptDependencies {
  readonly options: ResolvedOptions;
  readonly events: EventHub;
  readonly health: HealthWatch | undefined;
  channel(name: string): Channel;
  notifiable(id: string): unknown;
}

export async function makeAttempt(
  context: AttemptDependencies,
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
  const step = decideSafely({
    result,
    timing: { attempt, startedAt, duration: runtime.monotonic() - began },
    aborted: signal.aborted,
    retry: options.retry,
    random: runtime.random(),
    engine: options.engine,
    keepResponseBody: options.keepResponseBody,
  });
  if (health) await health.note(job, result, signal);
  emitStep(context, about, step, result);
  return step;
}

/** Returns the channel. A missing channel is a retryable failure, since another process may have it. */
function findChannel(context: AttemptDependencies, name: string): Pick<Channel, 'open' | 'attempt'> {
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

/** Makes an attempt. An exception, which a channel must not throw, fails only this delivery. */
async function attemptSafely(
  channel: Pick<Channel, 'attempt'>,
  job: Job,
  attempt: number,
  signal: AbortSignal,
): Promise<AttemptResult> {
  try {
    return await channel.attempt(job.payload, { id: job.id, messageId: job.messageId, attempt, signal });
  } catch (error) {
    return failedBy(error);
  }
}

/** Returns the next step. If the retry policy throws, the delivery ends. */
function decideSafely(finished: Parameters<typeof decideNext>[0]): Step {
  try {
    return decideNext(finished);
  } catch (error) {
    const { response } = finished.result;
    const failed = failedBy(error);
    return decideNext({ ...finished, result: response ? { ...failed, response } : failed });
  }
}

function failedBy(error: unknown): AttemptResult {
  return { kind: 'failed', retryable: false, error: toError(error) };
}

function endAborted(context: AttemptDependencies, job: Job, attempts: number): Step {
  const error = new DeliveryAbortedError(attempts);
  emit(context, 'failed', { ...aboutAttempt(job, attempts), error, duration: 0 });
  return { kind: 'done', outcome: 'failed', error };
}

type About = Omit<DeliveryEvent, 'notifiable'>;

function aboutAttempt({ id, messageId, channel, endpoint, group }: Job, attempt: number): About {
  return { id, messageId, channel, origin: group, attempt, ...(endpoint !== undefined && { endpoint }) };
}

function emitStep(context: AttemptDependencies, about: About, step: Step, result: AttemptResult): void {
  const seen = {
    duration: step.record?.duration ?? 0,
    ...about,
    ...(result.response && { response: result.response }),
  };
  const error = step.record ? step.record.error : errorOf(result);
  if (!error) emit(context, 'sent', seen);
  else if (step.kind === 'retry') emit(context, 'retrying', { ...seen, error, delay: step.delay });
  else if (step.outcome !== 'sent') emit(context, step.outcome, { ...seen, error });
}

function emit<K extends DeliveryEventName>(
  context: AttemptDependencies,
  name: K,
  event: Omit<NotifierEvents[K], 'notifiable'> & About,
): void {
  if (!context.events.hasListeners(name)) return;
  context.events.emit(
    name,
    withNotifiable(event, context.notifiable(event.id)) as unknown as NotifierEvents[K],
  );
}

function errorOf(result: AttemptResult): Error | undefined {
  return result.kind === 'sent' ? undefined : result.error;
}
