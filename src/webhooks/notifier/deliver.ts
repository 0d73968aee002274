import { ConfigError } from '../../shared/errors.js';
import { withNotifiable, type Delivery } from './delivery.js';
import type { DeliveryEngine, EnqueueOptions, Job } from './engine.js';
import { DeliveryAbortedError, EnqueueError } from './errors.js';
import type { EventHub } from './events.js';
import type { ResolvedOptions } from './options.js';
import type { Plan, Target } from './plan.js';
import type { Prepared, Unprepared } from './channel.js';

export interface DeliveryContext {
  readonly options: ResolvedOptions;
  readonly events: EventHub;
  readonly notifiables: Map<string, unknown>;
  readonly restartDead: boolean;
}

export function deliverToAll(
  context: DeliveryContext,
  target: Target,
  { destinations, notBefore, orderKey }: Plan,
  enqueueOptions: EnqueueOptions,
): Promise<Delivery[]> {
  const { runtime } = context.options;
  // All destinations of a message share its id.
  const messageId = runtime.newId('msg');
  return Promise.all(
    destinations.map((destination) => {
      const about = {
        id: runtime.newId('dlv'),
        messageId: destination.messageId ?? messageId,
        channel: target.channel,
        ...(destination.endpoint !== undefined && { endpoint: destination.endpoint }),
      };
      return 'error' in destination
        ? Promise.resolve(refuse(context, target, about, destination))
        : deliver(context, target, about, { prepared: destination, notBefore, orderKey }, enqueueOptions);
    }),
  );
}

type About = Pick<Delivery, 'id' | 'messageId' | 'channel' | 'endpoint'>;

interface Planned {
  readonly prepared: Prepared<unknown>;
  readonly notBefore: number | undefined;
  readonly orderKey: string | undefined;
}

async function deliver(
  context: DeliveryContext,
  target: Target,
  about: About,
  { prepared, notBefore, orderKey }: Planned,
  enqueueOptions: EnqueueOptions,
): Promise<Delivery> {
  const { options, notifiables } = context;
  const { notifiable } = target;
  const { engine } = options;
  const { payload, group, size, event, dedupeKey } = prepared;
  const job = {
    payload,
    group,
    ...about,
    ...(size !== undefined && { size }),
    ...(event !== undefined && { event }),
    ...(notBefore !== undefined && { notBefore }),
    ...(dedupeKey !== undefined && { dedupeKey: `${about.channel} ${dedupeKey}` }),
    ...(orderKey !== undefined && { sequence: `${about.channel} ${about.endpoint ?? group} ${orderKey}` }),
  };
  // A durable engine may make the attempts later and in another process.
  if (!engine.isDurable) notifiables.set(about.id, notifiable);
  const taken = await (engine.isDurable
    ? store(context, job, enqueueOptions)
    : engine.enqueue(job, enqueueOptions));
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
  { options: { engine }, restartDead }: DeliveryContext,
  job: Job,
  options: EnqueueOptions,
): Promise<Taken | { kind: 'refused'; error: Error }> {
  if (options.signal.aborted) return { kind: 'refused', error: new DeliveryAbortedError(0) };
  try {
    const taken = await engine.enqueue(job, options);
    if (!restartDead || taken.kind !== 'queued' || !taken.isDead) return taken;
    return { ...taken, isDead: !(await engine.redeliver(taken.id)) };
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause;
    return { kind: 'refused', error: new EnqueueError(cause) };
  }
}

function refuse(
  { events }: DeliveryContext,
  { notifiable }: Target,
  about: About,
  { error }: Pick<Unprepared, 'error'>,
): Delivery {
  events.emit('failed', withNotifiable({ ...about, attempt: 0, error, duration: 0 }, notifiable));
  return withNotifiable({ ...about, outcome: 'failed', attempts: 0, history: [], error }, notifiable);
}
