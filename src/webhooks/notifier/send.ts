import { requireNotification } from './arguments.js';
import { deliverToAll, type DeliveryContext } from './deliver.js';
import { withNotifiable, type Delivery } from './delivery.js';
import { AT_ONCE, deliverMany, TimeSlice } from './send-many.js';
import { inPieces, isAsyncIterable, untilSignal, type Notifiables } from './notifiables.js';
import { listTargets, planTarget, type Target } from './plan.js';
import type { Channel, Destination, Notification } from './channel.js';

/** A notifiable that was skipped because the notification's `shouldSend` returned false. */
export interface Skipped {
  /** Name of the channel. */
  readonly channel: string;
  /** The notifiable. Not enumerable. */
  readonly notifiable: unknown;
}

/** Result of `send`: all deliveries, and what was skipped. */
export interface SendResult {
  /** Deliveries in the order of the notifiables, then of `via`, then of the channel's endpoints. */
  readonly deliveries: readonly Delivery[];
  /** Skipped notifiables in the same order. */
  readonly skipped: readonly Skipped[];
}

export interface SendContext extends DeliveryContext {
  readonly channels: {
    readonly names: () => readonly string[] | undefined;
    readonly find: (name: string) => Channel;
  };
  readonly signal: AbortSignal;
  readonly transaction?: unknown;
}

/** Sends to all notifiables. After a configuration error it rejects when the other deliveries have ended. */
export async function sendToAll<N>(
  context: SendContext,
  to: Notifiables<N>,
  notification: Notification<N>,
): Promise<SendResult> {
  requireNotification(notification);
  const { channels, signal, options, transaction } = context;
  const sentAt = notification.delay === undefined ? 0 : options.runtime.now();
  const enqueueOptions = transaction === undefined ? { signal } : { signal, transaction };
  const names = channels.names();
  const list = (some: readonly N[]): Target[] => listTargets(some, notification, names);
  const isLater = isAsyncIterable(to);
  const known: Target[] = [];
  const slice = new TimeSlice();
  for (const some of isLater ? [] : inPieces(to)) {
    known.push(...list(some));
    // Await only if needed: messages must be built from the state at the call of `send`.
    if (known.length > AT_ONCE && slice.isOver) await slice.next();
  }
  const targets = { known, more: isLater ? listLater(untilSignal(to, signal), list) : undefined };
  const ends = await deliverMany(targets, {
    build: (target) =>
      planTarget(target, notification as Notification, {
        find: channels.find,
        isStored: options.engine.isDurable,
        orderBy: options.orderBy,
        signal,
        sentAt,
      }),
    sizeOf: ({ destinations }) => destinations.reduce((sum, one) => sum + sizeOf(one), 0),
    check: checkSetUp,
    deliver: (target, plan): Promise<Delivery[] | Skipped> =>
      plan.isSkipped ? Promise.resolve(skip(target)) : deliverToAll(context, target, plan, enqueueOptions),
    room: () => options.engine.room?.(signal),
  });
  const result: { deliveries: Delivery[]; skipped: Skipped[] } = { deliveries: [], skipped: [] };
  for (const end of ends) {
    if (end.status === 'rejected') throw end.reason;
    if (Array.isArray(end.value)) result.deliveries.push(...end.value);
    else result.skipped.push(end.value);
  }
  return result;
}

async function* listLater<N>(
  notifiables: AsyncIterable<N>,
  list: (some: readonly N[]) => Target[],
): AsyncGenerator<Target> {
  for await (const notifiable of notifiables) yield* list([notifiable]);
}

function skip({ notifiable, channel }: Target): Skipped {
  return withNotifiable({ channel }, notifiable);
}

/**
 * Waits for synchronously built messages, so that a configuration error rejects before anything is sent. It does not
 * wait for asynchronous ones.
 */
async function checkSetUp(preparing: readonly Promise<unknown>[]): Promise<void> {
  await Promise.race([Promise.all(preparing), new Promise((resolve) => setImmediate(resolve))]);
}

function sizeOf(destination: Destination): number {
  return 'error' in destination ? 0 : (destination.size ?? 0);
}
