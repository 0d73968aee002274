import { ConfigError } from '../../shared/errors.js';
import { leavePromise } from '../../shared/thrown.js';
import { requireNotification } from './arguments.js';
import { NotificationError, UnknownChannelError } from './errors.js';
import type { Notification } from './types.js';

/** One notifiable and one channel, or the reason why its channels are not known. */
export interface Target {
  readonly notifiable: unknown;
  /** Empty if `via` failed. */
  readonly channel: string;
  readonly error?: Error;
}

/**
 * Asks `via` for each notifiable. A name twice is one delivery.
 * @throws ConfigError where `notification` is none, UnknownChannelError for a name that is not among `known`; without that list any name will do
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
    if (unknown !== undefined) throw new UnknownChannelError(unknown, known ?? []);
    return [...new Set(names)].map((channel) => ({ notifiable, channel }));
  });
}

function checkNames(names: unknown): readonly string[] {
  if (Array.isArray(names) && names.every((name) => typeof name === 'string')) return names;
  throw new ConfigError('it must return a list of channel names, e.g. ["webhook"]');
}
