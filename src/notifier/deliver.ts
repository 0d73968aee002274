import { withNotifiable, type Delivery } from './delivery.js';
import type { EventHub } from './events.js';
import type { ResolvedOptions } from './options.js';
import type { Plan } from './plan.js';
import type { Target } from './targets.js';
import type { Prepared, Unprepared } from './types.js';

/** What delivering needs to know. */
export interface DeliveryContext {
  readonly options: ResolvedOptions;
  readonly events: EventHub;
  /** The notifiables of deliveries under way, by the deliveries' ids. */
  readonly notifiables: Map<string, unknown>;
}

/** Delivers a message to each destination that a channel has for one target. One delivery never stops another. */
export function deliverToAll(
  context: DeliveryContext,
  target: Target,
  { destinations, notBefore }: Plan,
  signal: AbortSignal,
): Promise<Delivery[]> {
  const { runtime } = context.options;
  // One message has one id, wherever it goes.
  const messageId = runtime.newId('msg');
  return Promise.all(
    destinations.map(async (destination) => {
      const about = {
        id: runtime.newId('dlv'),
        messageId: destination.messageId ?? messageId,
        channel: target.channel,
        ...(destination.endpoint !== undefined && { endpoint: destination.endpoint }),
      };
      return 'error' in destination
        ? refuse(context, target, about, destination)
        : deliver(context, target, about, { prepared: destination, notBefore }, signal);
    }),
  );
}

type About = Pick<Delivery, 'id' | 'messageId' | 'channel' | 'endpoint'>;

async function deliver(
  { options, notifiables }: DeliveryContext,
  { notifiable }: Target,
  about: About,
  { prepared, notBefore }: { readonly prepared: Prepared<unknown>; readonly notBefore: number | undefined },
  signal: AbortSignal,
): Promise<Delivery> {
  const { payload, group, size } = prepared;
  notifiables.set(about.id, notifiable);
  // What is spread comes last here: Node.js 20 takes microseconds for each property that follows a spread.
  const job = {
    payload,
    group,
    ...about,
    ...(size !== undefined && { size }),
    ...(notBefore !== undefined && { notBefore }),
  };
  const { end, history } = await options.engine.submit(job, signal);
  notifiables.delete(about.id);
  const { outcome, response, error } = end;
  const seen = { ...(response && { response }), ...(error && { error }) };
  const delivery = { origin: group, outcome, attempts: history.length, history, ...about, ...seen };
  return withNotifiable(delivery, notifiable);
}

function refuse(
  { events }: DeliveryContext,
  { notifiable }: Target,
  about: About,
  { error }: Unprepared,
): Delivery {
  events.emit('failed', withNotifiable({ ...about, attempt: 0, error, duration: 0 }, notifiable));
  return withNotifiable({ ...about, outcome: 'failed', attempts: 0, history: [], error }, notifiable);
}
