import {
  ConfigError,
  DtospecError,
  DtospecErrors,
  messageOf,
  recogniseAcrossCopies,
} from '../../shared/errors.js';
import type { Delivery } from './delivery.js';

/** `via` named a channel that nobody registered: `send` rejects before anything is sent. */
export class UnknownChannelError extends ConfigError {
  override readonly name = 'UnknownChannelError';
  override readonly code = 'ERR_UNKNOWN_CHANNEL';
  constructor(
    /** The name that `via` gave. */
    readonly channel: string,
    known: readonly string[],
  ) {
    const list = known.length === 0 ? 'none' : known.map((name) => `"${name}"`).join(', ');
    super(
      `via() names the channel "${channel}", which is not registered (registered: ${list}). ` +
        'Register it with notifier.register(channel) or take the name out of via().',
    );
  }
}

/** The notification itself threw (`via`, `toWebhook`): that delivery failed and was never sent. */
export class NotificationError extends DtospecError {
  override readonly name = 'NotificationError';
  readonly code = 'ERR_NOTIFICATION';
  constructor(method: string, cause: unknown) {
    super(`${method} threw: ${messageOf(cause)}`, { cause });
  }
}

/** The delivery was given up because its AbortSignal fired or the notifier was drained with a time limit. */
export class DeliveryAbortedError extends DtospecError {
  override readonly name = 'DeliveryAbortedError';
  readonly code = 'ERR_DELIVERY_ABORTED';
  constructor(
    /** How many attempts were begun. */
    readonly attempts: number,
  ) {
    super(`The delivery was aborted after ${attempts} attempt(s); it may or may not have arrived.`);
  }
}

/** A durable engine could not store the delivery: it failed, and none of its attempts is made. */
export class EnqueueError extends DtospecError {
  override readonly name = 'EnqueueError';
  readonly code = 'ERR_ENQUEUE';
  constructor(cause: unknown) {
    super(`The delivery could not be stored: ${messageOf(cause)}`, {
      cause,
    });
  }
}

/** With `throwOnFailure`: the deliveries that did not arrive, all of them. `errors` holds their errors. */
export class DeliveryFailedError extends DtospecErrors {
  override readonly name = 'DeliveryFailedError';
  readonly code = 'ERR_DELIVERY_FAILED';
  constructor(
    /** The deliveries that did not arrive. */
    readonly failed: readonly Delivery[],
    /** How many deliveries there were in all. */
    readonly total: number,
  ) {
    super(
      failed.map(({ error }) => error),
      `${failed.length} of ${total} deliveries did not arrive:\n` +
        failed.map((one) => `- ${describe(one)}: ${one.error?.message ?? one.outcome}`).join('\n'),
    );
  }
}

function describe({ channel, endpoint, id }: Delivery): string {
  return [channel, endpoint, id].filter((part) => part !== undefined).join(' ');
}

recogniseAcrossCopies({
  UnknownChannelError,
  NotificationError,
  DeliveryAbortedError,
  DeliveryFailedError,
  EnqueueError,
});
