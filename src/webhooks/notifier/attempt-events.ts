import type { Writable } from '../../shared/types.js';
import type { AttemptResult } from './channel.js';
import { withNotifiable } from './delivery.js';
import type { Job, Step } from './engine.js';
import type { DeliveryEvent, DeliveryEventName, EventHub, NotifierEvents } from './events.js';
import { NewJob } from './new-job.js';

type About = Omit<DeliveryEvent, 'notifiable'>;

/** Returns the properties of all events about an attempt. */
export function aboutAttempt({ id, messageId, channel, endpoint, group }: Job, attempt: number): About {
  const about: Writable<About> = { id, messageId, channel, origin: group, attempt };
  if (endpoint !== undefined) about.endpoint = endpoint;
  return about;
}

/** Emits the event of a step, after an attempt. */
export function emitStep(
  events: EventHub,
  job: Job,
  attempt: number,
  step: Step,
  result: AttemptResult,
): void {
  const error = step.record ? step.record.error : 'error' in result ? result.error : undefined;
  const name = eventOf(step, result, error);
  if (error && (name === 'failed' || name === 'dead')) events.warnOfLost(name, job, error);
  if (!name || !events.hasListeners(name)) return;
  const about = aboutAttempt(job, attempt);
  const event = {
    duration: step.record?.duration ?? 0,
    ...about,
    ...(result.response && { response: result.response }),
    ...(error && { error }),
    ...(step.kind === 'retry' && { delay: step.delay }),
  };
  emitAttempt(events, job, name, name === 'paused' ? about : (event as never));
}

/** Returns the event of a step, or undefined if it ended without an error that is known. */
function eventOf(step: Step, result: AttemptResult, error: Error | undefined): DeliveryEventName | undefined {
  if (result.kind === 'paused') return 'paused';
  if (!error) return 'sent';
  if (step.kind === 'retry') return 'retrying';
  return step.outcome === 'sent' || step.outcome === 'paused' ? undefined : step.outcome;
}

export function emitAttempt<K extends DeliveryEventName>(
  events: EventHub,
  job: Job,
  name: K,
  event: Omit<NotifierEvents[K], 'notifiable'> & About,
): void {
  events.emit(name, withNotifiable(event, NewJob.notifiableOf(job)) as unknown as NotifierEvents[K]);
}
