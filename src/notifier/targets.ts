import { requireNotification } from './arguments.js';
import {
  ConfigurationError,
  DeliveryAbortedError,
  NotificationError,
  UnknownChannelError,
} from './errors.js';
import type { Channel, Destination, Notification } from './types.js';
import { untilAborted } from './until-aborted.js';

/** One notifiable and one channel, or the reason why its channels are not known. */
export interface Target {
  readonly notifiable: unknown;
  /** Empty if `via` failed. */
  readonly channel: string;
  readonly error?: Error;
}

/**
 * Asks `via` for each notifiable. A name twice is one delivery.
 * @throws ConfigurationError where `notification` is none, UnknownChannelError for a name that is not among `known`; without that list any name will do
 */
export function listTargets<N>(
  to: N | readonly N[],
  notification: Notification<N>,
  known?: readonly string[],
): Target[] {
  requireNotification(notification);
  const notifiables = Array.isArray(to) ? (to as readonly N[]) : [to as N];
  return notifiables.flatMap((notifiable): Target[] => {
    let names: readonly string[];
    try {
      names = checkNames(notification.via(notifiable));
    } catch (error) {
      return [{ notifiable, channel: '', error: new NotificationError('via()', error) }];
    }
    const unknown = known && names.find((name) => !known.includes(name));
    if (unknown !== undefined) throw new UnknownChannelError(unknown, known ?? []);
    return [...new Set(names)].map((channel) => ({ notifiable, channel }));
  });
}

function checkNames(names: unknown): readonly string[] {
  if (Array.isArray(names) && names.every((name) => typeof name === 'string')) return names;
  throw new TypeError('it must return a list of channel names, e.g. ["webhook"]');
}

/**
 * Has the channel prepare its message, for all its destinations. What goes wrong is this delivery's failure, unless the set-up is at fault;
 * so is a signal that fires first, as a notification may wait for ever.
 */
export async function prepareTarget(
  { channel, notifiable, error }: Target,
  notification: object,
  find: (name: string) => Channel,
  signal: AbortSignal,
): Promise<readonly Destination[]> {
  if (error) return [{ error }];
  const aborted = (): Error => new DeliveryAbortedError(0);
  if (signal.aborted) return [{ error: aborted() }];
  try {
    const preparing = find(channel).prepare({ notifiable, notification });
    const prepared = await untilAborted(preparing, signal, aborted);
    return 'payload' in prepared ? [prepared] : prepared;
  } catch (cause) {
    if (cause instanceof ConfigurationError) throw cause;
    const isError = cause instanceof Error;
    return [{ error: isError ? cause : new NotificationError(`prepare() of "${channel}"`, cause) }];
  }
}
