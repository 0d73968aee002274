import { types } from 'node:util';
import { ConfigError, leavePromise } from '../../shared/errors.js';
import { show } from '../../shared/values.js';
import { DeliveryAbortedError, NotificationError, unknownChannel } from './errors.js';
import type { NotifierContext, OrderBy } from './options.js';
import { type Destination, type Notification, requireNotification } from './channel.js';
import { untilAborted } from './abort-signals.js';

export interface Plan {
  readonly destinations: readonly Destination[];
  readonly notBefore?: number;
  readonly orderKey?: string;
  readonly isSkipped?: true;
}

/**
 * Calls `shouldSend` and `delay` of the notification, and `prepare` of the channel. An error fails only this delivery,
 * unless it is a ConfigError. An abort fails it, too, since a notification may take forever.
 */
export async function planTarget(
  context: NotifierContext,
  { channel, notifiable, error }: Target,
  notification: Notification,
  { signal, sentAt }: { readonly signal: AbortSignal; readonly sentAt: number },
): Promise<Plan> {
  const { engine, orderBy } = context.options;
  const fail = (reason: Error): Plan => ({ destinations: [{ error: reason }] });
  const aborted = (): Error => new DeliveryAbortedError(0);
  if (error) return fail(error);
  if (signal.aborted) return fail(aborted());
  try {
    const asked = askWhether(notification, notifiable, channel);
    // Awaits only a promise, because the message must have the bytes at the call of `send`.
    const isWanted = typeof asked === 'boolean' ? asked : await untilAborted(asked, signal, aborted);
    if (!isWanted) return { destinations: [], isSkipped: true };
    const notBefore = askWhen(notification, notifiable, sentAt);
    const orderKey = orderBy && askOrder(orderBy, notification, notifiable);
    const request = { notifiable, notification, isStored: engine.isDurable };
    const preparing = context.channel(channel).prepare(request);
    const prepared = await untilAborted(preparing, signal, aborted);
    return {
      destinations: 'payload' in prepared ? [prepared] : prepared,
      ...(notBefore !== undefined && { notBefore }),
      ...(orderKey !== undefined && { orderKey }),
    };
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause;
    return fail(cause instanceof Error ? cause : new NotificationError(`prepare() of "${channel}"`, cause));
  }
}

function askWhether(
  notification: Notification,
  notifiable: unknown,
  channel: string,
): boolean | Promise<boolean> {
  if (notification.shouldSend === undefined) return true;
  try {
    const answer: unknown = notification.shouldSend(notifiable, channel);
    return types.isPromise(answer) ? answer.then(checkAnswer).catch(failShouldSend) : checkAnswer(answer);
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
    const moment = types.isDate(answer)
      ? answer.getTime()
      : typeof answer === 'number'
        ? sentAt + answer
        : NaN;
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
  return notifiables.flatMap((notifiable): Target[] => {
    let names: readonly string[];
    try {
      names = checkNames(leavePromise(notification.via(notifiable)));
    } catch (error) {
      return [{ notifiable, channel: '', error: new NotificationError('via()', error) }];
    }
    const unknown = known && names.find((name) => !known.includes(name));
    if (unknown !== undefined) throw unknownChannel(unknown, known ?? []);
    return [...new Set(names)].map((channel) => ({ notifiable, channel }));
  });
}

function checkNames(names: unknown): readonly string[] {
  if (Array.isArray(names) && names.every((name) => typeof name === 'string')) return names;
  throw new ConfigError('it must return a list of channel names, e.g. ["webhook"]');
}
