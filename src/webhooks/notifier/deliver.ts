import { ConfigError } from '../../shared/errors.js';
import { withNotifiable, type Delivery } from './delivery.js';
import type { DeliveryEngine, EnqueueOptions, Job } from './engine.js';
import { DeliveryAbortedError, EnqueueError } from './errors.js';
import type { NotifierContext, ResolvedOptions } from './options.js';
import type { Plan, Target } from './plan.js';
import type { Prepared, Unprepared } from './channel.js';

export interface HowToSend extends EnqueueOptions {
  readonly restartDead: boolean;
}

export function deliverToAll(
  context: NotifierContext,
  target: Target,
  plan: Plan,
  how: HowToSend,
): Promise<Delivery[]> {
  const { runtime } = context.options;
  // All destinations of a message share its id.
  const messageId = runtime.newId('msg');
  return Promise.all(
    plan.destinations.map((destination) => {
      const about = {
        id: runtime.newId('dlv'),
        messageId: destination.messageId ?? messageId,
        channel: target.channel,
        ...(destination.endpoint !== undefined && { endpoint: destination.endpoint }),
      };
      return 'error' in destination
        ? Promise.resolve(refuse(context, target, about, destination))
        : deliver(context, target, about, destination, { plan, how });
    }),
  );
}

type About = Pick<Delivery, 'id' | 'messageId' | 'channel' | 'endpoint'>;

async function deliver(
  context: NotifierContext,
  target: Target,
  about: About,
  { payload, group, size, event, dedupeKey, isPaused }: Prepared<unknown>,
  { plan: { notBefore, orderKey }, how }: { readonly plan: Plan; readonly how: HowToSend },
): Promise<Delivery> {
  const { options, notifiables } = context;
  const { notifiable } = target;
  const { engine } = options;
  const { channel, endpoint } = about;
  if (isPaused === true && !engine.isDurable) return pause(context, target, about);
  const job = {
    payload,
    group,
    ...(engine.isDurable && { createdAt: options.runtime.now() }),
    ...about,
    ...(size !== undefined && { size }),
    ...(event !== undefined && { event }),
    ...(notBefore !== undefined && { notBefore }),
    ...(dedupeKey !== undefined && { dedupeKey: `${channel} ${dedupeKey}` }),
    ...(orderKey !== undefined && { sequence: `${channel} ${endpoint ?? group} ${orderKey}` }),
  };
  // A durable engine may make the attempts later and in another process.
  if (!engine.isDurable) notifiables.set(about.id, notifiable);
  const taken = await (engine.isDurable ? store(options, job, how) : engine.enqueue(job, how));
  notifiables.delete(about.id);
  if (taken.kind === 'refused') return refuse(context, target, about, taken);
  if (taken.kind === 'queued') {
    const outcome = taken.isDead === true ? ('dead' as const) : ('queued' as const);
    const queued = { origin: group, outcome, attempts: 0, history: [], ...about };
    return withNotifiable({ ...queued, id: taken.id }, notifiable);
  }
  const { outcome, response, error } = taken.end;
  const { history } = taken;
  const seen = { ...(response && { response }), ...(error && { error }) };
  const delivery = { origin: group, outcome, attempts: history.length, history, ...about, ...seen };
  return withNotifiable(delivery, notifiable);
}

type Taken = Awaited<ReturnType<DeliveryEngine['enqueue']>>;

async function store(
  { engine }: ResolvedOptions,
  job: Job,
  how: HowToSend,
): Promise<Taken | { kind: 'refused'; error: Error }> {
  if (how.signal.aborted) return { kind: 'refused', error: new DeliveryAbortedError(0) };
  try {
    const taken = await engine.enqueue(job, how);
    if (!how.restartDead || taken.kind !== 'queued' || !taken.isDead) return taken;
    return { ...taken, isDead: !(await engine.redeliver(taken.id)) };
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause;
    return { kind: 'refused', error: new EnqueueError(cause) };
  }
}

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
  events.emit('failed', withNotifiable({ ...about, attempt: 0, error, duration: 0 }, notifiable));
  return withNotifiable({ ...about, outcome: 'failed', attempts: 0, history: [], error }, notifiable);
}
