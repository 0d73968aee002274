import { requireNotification } from './arguments.js';
import { deliverToAll, type DeliveryContext } from './deliver.js';
import { withNotifiable, type Delivery } from './delivery.js';
import { AT_ONCE, deliverInTurn, Pace } from './send-many.js';
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
  /** In the order of the notifiables, then of `via`, then of the channel's endpoints. */
  readonly deliveries: readonly Delivery[];
  /** In the same order. */
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

/** Rejects, after the other deliveries have ended, if the set-up is wrong. */
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
  const pace = new Pace();
  for (const some of isLater ? [] : inPieces(to)) {
    known.push(...list(some));
    // No wait without need: what is sent is as it was when `send` was called.
    if (known.length > AT_ONCE && pace.isSpent) await pace.rest();
  }
  const targets = { known, more: isLater ? listLater(untilSignal(to, signal), list) : undefined };
  const ends = await deliverInTurn(targets, {
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
  const settled = ends.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
  return {
    deliveries: settled.flatMap((end) => (Array.isArray(end) ? end : [])),
    skipped: settled.filter((end): end is Skipped => !Array.isArray(end)),
  };
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
 * Waits for the messages that are built without waiting, so that a wrong set-up rejects before anything is sent. Does
 * not wait for asynchronous ones.
 */
async function checkSetUp(preparing: readonly Promise<unknown>[]): Promise<void> {
  const all = Promise.all(preparing);
  const state = { isOver: false as boolean };
  const end = (): void => {
    state.isOver = true;
  };
  all.then(end, end);
  // An immediate for each send would have the event loop ask the system more often than it needs.
  for (let turn = 0; turn < TURNS && !state.isOver; turn += 1) await Promise.resolve();
  await (state.isOver ? all : Promise.race([all, new Promise((resolve) => setImmediate(resolve))]));
}

const TURNS = 20;

function sizeOf(destination: Destination): number {
  return 'error' in destination ? 0 : (destination.size ?? 0);
}
