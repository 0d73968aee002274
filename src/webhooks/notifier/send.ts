import { onAbort } from './abort-signals.js';
import { isPromise } from './awaitable.js';
import { requireNotification, type Destination, type Notification } from './channel.js';
import { deliverToEach, type HowToSend } from './deliver.js';
import type { NotifierContext } from './notifier-options.js';
import { type Delivery, withNotifiable } from './delivery.js';
import { type Plan, type Target, listTargets, planTarget } from './plan.js';
import { BUILT_AT_ONCE, TimeSlice, deliverMany } from './send-many.js';

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

/**
 * Sends to one notifiable or to all. After a configuration
 * error it rejects when the other deliveries have ended.
 */
export function sendToAll<N>(
  context: NotifierContext,
  to: Notifiables<N>,
  notification: Notification<N>,
  how: HowToSend,
): Promise<SendResult> {
  requireNotification(notification);
  const sentAt = notification.delay === undefined ? 0 : context.options.runtime.now();
  const sending = { context, notification: notification as Notification, how, sentAt };
  const names = context.channelNames();
  const list = (some: readonly N[]): Target[] => listTargets(some, notification, names);
  if (isAsyncIterable(to) || isIterable(to)) return sendToMany(sending, to, list);
  const targets = list([to]);
  const [only] = targets;
  return only && targets.length === 1 ? sendToOne(sending, only) : sendToMany(sending, [to], () => targets);
}

interface Sending {
  readonly context: NotifierContext;
  readonly notification: Notification;
  readonly how: HowToSend;
  /** Time of the call in milliseconds since the epoch, if the notification has a delay. */
  readonly sentAt: number;
}

/**
 * Most sends have one target and one destination. While the
 * message waits, it has as little state as possible.
 */
function sendToOne({ context, notification, how, sentAt }: Sending, target: Target): Promise<SendResult> {
  const plan = planTarget(context, target, notification, { signal: how.signal, sentAt });
  const deliver = (planned: Plan): Promise<SendResult> => {
    if (planned.isSkipped) return Promise.resolve({ deliveries: [], skipped: [skip(target)] });
    return deliverToEach(context, target, planned, how, resultOf);
  };
  return isPromise(plan) ? plan.then(deliver) : deliver(plan);
}

function resultOf(deliveries: readonly Delivery[]): SendResult {
  return { deliveries, skipped: [] };
}

async function sendToMany<N>(
  { context, notification, how, sentAt }: Sending,
  to: Iterable<N> | AsyncIterable<N>,
  list: (some: readonly N[]) => Target[],
): Promise<SendResult> {
  const { engine } = context.options;
  const { signal } = how;
  const isLater = isAsyncIterable(to);
  const known: Target[] = [];
  const slice = new TimeSlice();
  for (const some of isLater ? [] : inBatches(to)) {
    known.push(...list(some));
    // Awaits only if needed, because messages must have the state at the call of `send`.
    if (known.length > BUILT_AT_ONCE && slice.isOver) await slice.next();
  }
  const targets = { known, more: isLater ? listLater(untilSignal(to, signal), list) : undefined };
  const ends = await deliverMany(targets, {
    build: async (target) => planTarget(context, target, notification, { signal, sentAt }),
    sizeOf: ({ destinations }) => destinations.reduce((sum, one) => sum + sizeOf(one), 0),
    deliver: (target, plan): Promise<readonly Delivery[] | Skipped> =>
      plan.isSkipped
        ? Promise.resolve(skip(target))
        : deliverToEach(context, target, plan, how, (deliveries) => deliveries),
    room: () => engine.room?.(signal),
    signal,
  });
  const result: { deliveries: Delivery[]; skipped: Skipped[] } = { deliveries: [], skipped: [] };
  for (const end of ends) {
    if (end.status === 'rejected') throw end.reason;
    if ('channel' in end.value) result.skipped.push(end.value);
    else result.deliveries.push(...end.value);
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

function sizeOf(destination: Destination): number {
  return 'error' in destination ? 0 : (destination.size ?? 0);
}

/**
 * One notifiable, or many as an array, a `Set`, any other iterable, or an async iterable such as a database
 * cursor. A string counts as one. Wrap a single iterable notifiable in an array.
 */
export type Notifiables<N> = N | Iterable<N> | AsyncIterable<N>;

/**
 * The type of `to`: notifiables of type `T`, or a compile error that names what the notification is for, `N`.
 */
export type NotifiablesCheck<T, N> = [T] extends [N] ? Notifiables<T> : Notifiables<NoInfer<N>>;

export function isAsyncIterable<N>(to: Notifiables<N>): to is AsyncIterable<N> {
  return typeof to === 'object' && to !== null && Symbol.asyncIterator in to;
}

const BATCH_SIZE = 100;

function inBatches<N>(to: Iterable<N>): N[][] {
  const all = [...to];
  if (all.length <= BATCH_SIZE) return [all];
  const count = Math.ceil(all.length / BATCH_SIZE);
  return Array.from({ length: count }, (_, index) => all.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE));
}

function isIterable<N>(to: N | Iterable<N>): to is Iterable<N> {
  return typeof to === 'object' && to !== null && Symbol.iterator in to;
}

/** Iterates over notifiables. It stops when the signal is aborted, even if the source never ends. */
async function* untilSignal<N>(to: AsyncIterable<N>, signal: AbortSignal): AsyncGenerator<N> {
  const iterator = to[Symbol.asyncIterator]();
  let isOpen = false;
  try {
    for (;;) {
      const next = await nextOrAborted(iterator, signal);
      isOpen = next?.done !== true;
      if (!next || next.done === true) return;
      yield next.value;
      isOpen = false; // a failing iterator closes itself
    }
  } finally {
    if (isOpen) void close(iterator).catch(() => undefined);
  }
}

/** Closes an iterator without waiting, since a cursor may never end. */
async function close(iterator: AsyncIterator<unknown>): Promise<void> {
  await iterator.return?.();
}

function nextOrAborted<N>(
  iterator: AsyncIterator<N, unknown>,
  signal: AbortSignal,
): Promise<IteratorResult<N, unknown> | undefined> {
  if (signal.aborted) return Promise.resolve(undefined);
  const next = Promise.resolve(iterator.next());
  return new Promise((resolve, reject) => {
    const stopListening = onAbort(signal, () => {
      resolve(undefined);
    });
    next.then(resolve, reject).finally(stopListening);
  });
}
