import { isDate } from '../../shared/values.js';
import { ConfigError, leavePromise } from '../../shared/errors.js';
import { show } from '../../shared/values.js';
import { DeliveryAbortedError, NotificationError, unknownChannel } from './errors.js';
import type { NotifierContext, OrderBy } from './notifier-options.js';
import { type Destination, type Notification, type Prepared, requireNotification } from './channel.js';
import { untilAborted } from './abort-signals.js';
import { type Awaitable, isPromise, promiseOf } from './awaitable.js';

export interface Plan {
  readonly destinations: readonly Destination[];
  /** Time of the first attempt, in milliseconds since the epoch. */
  readonly notBefore?: number;
  /** Key of messages that must arrive in order. */
  readonly orderKey?: string;
  /** True if `shouldSend` returned false. */
  readonly isSkipped?: true;
}

/**
 * Calls `shouldSend` and `delay` of the notification, and `prepare` of the channel. An error fails only this
 * delivery, unless it is a ConfigError. An abort fails it, too, since a notification may take forever. It
 * waits only for promises, because the message must have the bytes at the call of `send`.
 */
export function planTarget(
  context: NotifierContext,
  target: Target,
  notification: Notification,
  { signal, sentAt }: { readonly signal: AbortSignal; readonly sentAt: number },
): Awaitable<Plan> {
  const { notifiable, channel } = target;
  if (target.error) return failedPlan(target.error);
  if (signal.aborted) return failedPlan(aborted());
  const fail = (cause: unknown): Plan => {
    if (cause instanceof ConfigError) throw cause;
    return failedPlan(
      cause instanceof Error ? cause : new NotificationError(`prepare() of "${channel}"`, cause),
    );
  };
  const prepare = (isWanted: boolean): Awaitable<Plan> =>
    isWanted ? prepareTarget(context, target, notification, { signal, sentAt }) : SKIPPED;
  try {
    const asked = askWhether(notification, notifiable, channel);
    const plan =
      typeof asked === 'boolean' ? prepare(asked) : untilAborted(asked, signal, aborted).then(prepare);
    return isPromise(plan) ? plan.catch(fail) : plan;
  } catch (cause) {
    return fail(cause);
  }
}

const SKIPPED: Plan = { destinations: [], isSkipped: true };

function failedPlan(error: Error): Plan {
  return { destinations: [{ error }] };
}

function aborted(): Error {
  return new DeliveryAbortedError(0);
}

function prepareTarget(
  context: NotifierContext,
  { channel, notifiable }: Target,
  notification: Notification,
  { signal, sentAt }: { readonly signal: AbortSignal; readonly sentAt: number },
): Awaitable<Plan> {
  const { engine, orderBy } = context.options;
  const notBefore = askWhen(notification, notifiable, sentAt);
  const orderKey = orderBy && askOrder(orderBy, notification, notifiable);
  const request = { notifiable, notification, isStored: engine.isDurable };
  const toPlan = (prepared: Prepared<unknown> | readonly Destination[]): Plan => ({
    destinations: 'payload' in prepared ? [prepared] : prepared,
    ...(notBefore !== undefined && { notBefore }),
    ...(orderKey !== undefined && { orderKey }),
  });
  const prepared = context.channel(channel).prepare(request);
  return 'then' in prepared ? untilAborted(prepared, signal, aborted).then(toPlan) : toPlan(prepared);
}

function askWhether(
  notification: Notification,
  notifiable: unknown,
  channel: string,
): boolean | Promise<boolean> {
  if (notification.shouldSend === undefined) return true;
  try {
    const answer: unknown = notification.shouldSend(notifiable, channel);
    return promiseOf(answer)?.then(checkAnswer).catch(failShouldSend) ?? checkAnswer(answer);
  } catch (cause) {
    return failShouldSend(cause);
  }
}

function checkAnswer(answer: unknown): boolean {
  if (typeof answer === 'boolean') return answer;
  throw new TypeError(`it must return true or false, or a promise of one, not ${show(answer)}`);
}

function failShouldSend(cause: unknown): never {
  throw new NotificationError('shouldSend()', cause);
}

function askWhen(notification: Notification, notifiable: unknown, sentAt: number): number | undefined {
  const { delay } = notification;
  if (delay === undefined) return undefined;
  try {
    const answer: unknown = leavePromise(
      typeof delay === 'function' ? delay.call(notification, notifiable) : delay,
    );
    if (answer === undefined) return undefined;
    const moment = isDate(answer) ? answer.getTime() : typeof answer === 'number' ? sentAt + answer : NaN;
    if (Number.isFinite(moment)) return moment;
    throw new TypeError(`it must be a number of milliseconds or a valid Date, not ${show(answer)}`);
  } catch (cause) {
    throw new NotificationError('delay', cause);
  }
}

function askOrder(orderBy: OrderBy, notification: Notification, notifiable: unknown): string | undefined {
  try {
    const key: unknown = leavePromise(orderBy(notification, notifiable));
    if (key === undefined || typeof key === 'string') return key;
    throw new TypeError(`it must return a string or undefined, not ${show(key)}`);
  } catch (cause) {
    throw new NotificationError('orderBy()', cause);
  }
}

export interface Target {
  readonly notifiable: unknown;
  readonly channel: string;
  /** The failure of `via`. */
  readonly error?: Error;
}

/**
 * Calls `via` for each notifiable.
 * @throws ConfigError for a name that is not in `known`. Without `known`, any name is valid
 */
export function listTargets<N>(
  notifiables: readonly N[],
  notification: Notification<N>,
  known?: readonly string[],
): Target[] {
  requireNotification(notification);
  const targets: Target[] = [];
  for (const notifiable of notifiables) {
    let names: readonly string[];
    try {
      names = checkNames(leavePromise(notification.via(notifiable)));
    } catch (error) {
      targets.push({ notifiable, channel: '', error: new NotificationError('via()', error) });
      continue;
    }
    for (const [index, channel] of names.entries()) {
      if (known && !known.includes(channel)) throw unknownChannel(channel, known);
      if (names.indexOf(channel) === index) targets.push({ notifiable, channel });
    }
  }
  return targets;
}

function checkNames(names: unknown): readonly string[] {
  if (Array.isArray(names) && names.every((name) => typeof name === 'string')) return names;
  throw new ConfigError('it must return a list of channel names, e.g. ["webhook"]');
}
