import { ConfigError } from '../../shared/errors.js';
import type { Writable } from '../../shared/types.js';
import { withNotifiable, type Delivery } from './delivery.js';
import type { DeliveryEngine, EnqueueOptions, Job, JobReport, Queued } from './engine.js';
import { DeliveryAbortedError, EnqueueError, reusedId } from './errors.js';
import { type About, NewJob } from './new-job.js';
import type { NotifierContext, ResolvedNotifierOptions } from './notifier-options.js';
import type { Plan, Target } from './plan.js';
import type { Destination } from './channel.js';
import type { EventHub } from './events.js';

export interface HowToSend extends EnqueueOptions {
  /** True to restart a dead message with the same id. */
  readonly restartDead: boolean;
}

/** Delivers a message to each destination of a target, and resolves to the result of its deliveries. */
export function deliverToEach<Result>(
  context: NotifierContext,
  target: Target,
  plan: Plan,
  how: HowToSend,
  resultOf: (deliveries: readonly Delivery[]) => Result,
): Promise<Result> {
  const { destinations } = plan;
  // All destinations of a message share its id.
  const sending = { target, plan, how, messageId: context.options.runtime.newId('msg') };
  const [only] = destinations;
  // Most messages have one destination. While they wait, they have one promise less.
  if (only && destinations.length === 1) return deliver(context, sending, only, resultOf);
  const deliveries = destinations.map((one) => deliver(context, sending, one, (list) => list));
  return Promise.all(deliveries).then((lists) => resultOf(lists.flat()));
}

interface Sending {
  readonly target: Target;
  readonly plan: Plan;
  readonly how: HowToSend;
  /** Id of a message that has none. */
  readonly messageId: string;
}

function deliver<Result>(
  context: NotifierContext,
  sending: Sending,
  destination: Destination,
  resultOf: (deliveries: readonly Delivery[]) => Result,
): Promise<Result> {
  const { options, events } = context;
  const { engine, runtime } = options;
  const { target, plan, how, messageId } = sending;
  const { notifiable, channel } = target;
  const id = runtime.newId('dlv');
  const about = aboutOf({ messageId, ...destination, id, channel });
  if ('error' in destination)
    return Promise.resolve(resultOf([refuse(events, notifiable, about, destination.error)]));
  if (destination.isPaused === true && !engine.isDurable)
    return Promise.resolve(resultOf([pause(events, notifiable, about)]));
  const job = new NewJob(about, destination, plan, { createdAt: runtime.now(), notifiable });
  const taking = engine.isDurable ? store(options, job, how) : engine.enqueue(job, how);
  return taking.then((taken) => resultOf([describe(events, job, taken)]));
}

function aboutOf({ id, messageId, channel, endpoint }: About): About {
  const about: Writable<About> = { id, messageId, channel };
  if (endpoint !== undefined) about.endpoint = endpoint;
  return about;
}

function describe(events: EventHub, job: Job, taken: Taken): Delivery {
  const notifiable = NewJob.notifiableOf(job);
  const about = aboutOf(job);
  if (taken.kind === 'refused') return refuse(events, notifiable, about, taken.error);
  const ended = taken.kind === 'ended' ? taken : undefined;
  const history = ended?.history ?? [];
  const delivery: Writable<Omit<Delivery, 'notifiable'>> = {
    id: taken.kind === 'queued' ? taken.id : job.id,
    messageId: job.messageId,
    channel: job.channel,
    origin: job.group,
    outcome: taken.kind === 'queued' ? (taken.isDead === true ? 'dead' : 'queued') : taken.end.outcome,
    attempts: history.length,
    history,
  };
  if (job.endpoint !== undefined) delivery.endpoint = job.endpoint;
  if (ended?.end.response) delivery.response = ended.end.response;
  if (ended?.end.error) delivery.error = ended.end.error;
  return withNotifiable(delivery, notifiable);
}

type Taken = Awaited<ReturnType<DeliveryEngine['enqueue']>> | { kind: 'refused'; error: Error };

async function store({ engine }: ResolvedNotifierOptions, job: Job, how: HowToSend): Promise<Taken> {
  if (how.signal.aborted) return { kind: 'refused', error: new DeliveryAbortedError(0) };
  try {
    const taken = await engine.enqueue(job, how);
    if (isOfOtherEvent(taken, job)) return { kind: 'refused', error: reusedId(job, taken.earlierEvent) };
    if (!how.restartDead || taken.kind !== 'queued' || !taken.isDead) return taken;
    return { ...taken, isDead: !(await engine.redeliver(taken.id)) };
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause;
    return { kind: 'refused', error: new EnqueueError(cause) };
  }
}

/** Returns whether an earlier job has the dedupe key of this one, although it is another message. */
function isOfOtherEvent(taken: JobReport | Queued, { event }: Job): taken is OfEarlier {
  if (taken.kind !== 'queued' || taken.earlierEvent === undefined) return false;
  return taken.earlierEvent !== (event ?? null);
}

type OfEarlier = Queued & { readonly earlierEvent: string | null };

function pause(events: EventHub, notifiable: unknown, about: About): Delivery {
  events.emit('paused', withNotifiable({ ...about, attempt: 0 }, notifiable));
  return withNotifiable({ ...about, outcome: 'paused', attempts: 0, history: [] }, notifiable);
}

function refuse(events: EventHub, notifiable: unknown, about: About, error: Error): Delivery {
  events.warnOfLost('failed', about, error);
  events.emit('failed', withNotifiable({ ...about, attempt: 0, error, duration: 0 }, notifiable));
  return withNotifiable({ ...about, outcome: 'failed', attempts: 0, history: [], error }, notifiable);
}
