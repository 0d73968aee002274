import { ConfigError } from '../../shared/errors.js';
import type { Writable } from '../../shared/types.js';
import { withNotifiable, type Delivery } from './delivery.js';
import type { DeliveryEngine, EnqueueOptions, Job, JobReport, Queued } from './engine.js';
import { DeliveryAbortedError, EnqueueError, reusedId } from './errors.js';
import type { NotifierContext, ResolvedNotifierOptions } from './notifier-options.js';
import type { Plan, Target } from './plan.js';
import type { Prepared, Unprepared } from './channel.js';

export interface HowToSend extends EnqueueOptions {
  /** True to restart a dead message with the same id. */
  readonly restartDead: boolean;
}

/** Starts the delivery of a message to each destination of a target. */
export function deliverToEach(
  context: NotifierContext,
  target: Target,
  plan: Plan,
  how: HowToSend,
): Promise<Delivery>[] {
  const { runtime } = context.options;
  // All destinations of a message share its id.
  const messageId = runtime.newId('msg');
  return plan.destinations.map((destination) => {
    const about: Writable<About> = {
      id: runtime.newId('dlv'),
      messageId: destination.messageId ?? messageId,
      channel: target.channel,
    };
    if (destination.endpoint !== undefined) about.endpoint = destination.endpoint;
    return 'error' in destination
      ? Promise.resolve(refuse(context, target, about, destination))
      : deliver(context, target, about, destination, { plan, how });
  });
}

type About = Pick<Delivery, 'id' | 'messageId' | 'channel' | 'endpoint'>;

function deliver(
  context: NotifierContext,
  target: Target,
  about: About,
  prepared: Prepared<unknown>,
  { plan, how }: { readonly plan: Plan; readonly how: HowToSend },
): Promise<Delivery> {
  const { options, notifiables } = context;
  const { engine } = options;
  if (prepared.isPaused === true && !engine.isDurable) return Promise.resolve(pause(context, target, about));
  const job = jobOf(about, prepared, plan, options.runtime.now());
  // A durable engine may make the attempts later and in another process.
  if (!engine.isDurable) notifiables.set(about.id, target.notifiable);
  const taking = engine.isDurable ? store(options, job, how) : engine.enqueue(job, how);
  return taking.then((taken) => {
    notifiables.delete(about.id);
    return taken.kind === 'refused'
      ? refuse(context, target, about, taken)
      : describe(target, about, prepared.group, taken);
  });
}

function jobOf(
  { id, messageId, channel, endpoint }: About,
  { payload, group, size, event, dedupeKey }: Prepared<unknown>,
  { notBefore, orderKey }: Plan,
  createdAt: number,
): Job {
  const job: Writable<Job> = { payload, group, createdAt, id, messageId, channel };
  if (endpoint !== undefined) job.endpoint = endpoint;
  if (size !== undefined) job.size = size;
  if (event !== undefined) job.event = event;
  if (notBefore !== undefined) job.notBefore = notBefore;
  if (dedupeKey !== undefined) job.dedupeKey = `${channel} ${dedupeKey}`;
  if (orderKey !== undefined) job.sequence = `${channel} ${endpoint ?? group} ${orderKey}`;
  return job;
}

function describe(
  { notifiable }: Target,
  { id, messageId, channel, endpoint }: About,
  origin: string,
  taken: Exclude<Taken, { kind: 'refused' }>,
): Delivery {
  const ended = taken.kind === 'ended' ? taken : undefined;
  const history = ended?.history ?? [];
  const delivery: Writable<Omit<Delivery, 'notifiable'>> = {
    id: taken.kind === 'queued' ? taken.id : id,
    messageId,
    channel,
    origin,
    outcome: taken.kind === 'queued' ? (taken.isDead === true ? 'dead' : 'queued') : taken.end.outcome,
    attempts: history.length,
    history,
  };
  if (endpoint !== undefined) delivery.endpoint = endpoint;
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

function pause({ events }: NotifierContext, { notifiable }: Target, about: About): Delivery {
  events.emit('paused', withNotifiable({ ...about, attempt: 0 }, notifiable));
  return withNotifiable({ ...about, outcome: 'paused', attempts: 0, history: [] }, notifiable);
}

function refuse(
  { events }: NotifierContext,
  { notifiable }: Target,
  about: About,
  { error }: Pick<Unprepared, 'error'>,
): Delivery {
  events.warnOfLost('failed', about, error);
  events.emit('failed', withNotifiable({ ...about, attempt: 0, error, duration: 0 }, notifiable));
  return withNotifiable({ ...about, outcome: 'failed', attempts: 0, history: [], error }, notifiable);
}
