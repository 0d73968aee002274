import {
  ConfigError,
  DtospecError,
  DtospecErrors,
  messageOf,
  recogniseAcrossCopies,
} from '../../shared/errors.js';
import type { Delivery } from './delivery.js';

export function unknownChannel(channel: string, known: readonly string[]): ConfigError {
  const list = known.length === 0 ? 'none' : known.map((name) => `"${name}"`).join(', ');
  return new ConfigError(
    `via() names the channel "${channel}", which is not registered (registered: ${list}). ` +
      'Register it with notifier.register(channel) or take the name out of via().',
    { code: 'ERR_UNKNOWN_CHANNEL' },
  );
}

/** A method of the notification threw (`via`, `toWebhook`). The delivery failed and was never sent. */
export class NotificationError extends DtospecError {
  override readonly name = 'NotificationError';
  readonly code = 'ERR_NOTIFICATION';
  constructor(method: string, cause: unknown) {
    super(`${method} threw: ${messageOf(cause)}`, { cause });
  }
}

/** The delivery was aborted by its AbortSignal, or by a time limit of `drain` or `stop`. */
export class DeliveryAbortedError extends DtospecError {
  override readonly name = 'DeliveryAbortedError';
  readonly code = 'ERR_DELIVERY_ABORTED';
  constructor(
    /** Number of attempts that were started. */
    readonly attempts: number,
  ) {
    super(`The delivery was aborted after ${attempts} attempt(s); it may or may not have arrived.`);
  }
}

/** A durable engine could not store the delivery. The delivery failed without an attempt. */
export class EnqueueError extends DtospecError {
  override readonly name = 'EnqueueError';
  readonly code = 'ERR_ENQUEUE';
  constructor(cause: unknown) {
    super(`The delivery could not be stored: ${messageOf(cause)}`, {
      cause,
    });
  }
}

/** @param earlier event of the message that was stored under the same id, null if it has none */
export function reusedId(
  { messageId, event }: { readonly messageId: string; readonly event?: string },
  earlier: string | null,
): EnqueueError {
  const named = (name: string | null | undefined): string =>
    name == null ? 'no event' : `the event "${name}"`;
  return new EnqueueError(
    new ConfigError(
      `a message with the id "${messageId}" and ${named(earlier)} is stored already, and this one has ${named(event)}. ` +
        'An id is unique across event types: put the event into it, as in setId(`order-shipped-${order.id}`).',
    ),
  );
}

/**
 * Deliveries that did not arrive, and their errors in `errors`. Thrown with `throwOnFailure`, and with
 * `transaction` for deliveries that could not be stored.
 */
export class DeliveryFailedError extends DtospecErrors {
  override readonly name = 'DeliveryFailedError';
  readonly code = 'ERR_DELIVERY_FAILED';
  constructor(
    /** Deliveries that did not arrive. */
    readonly failed: readonly Delivery[],
    /** Number of all deliveries. */
    readonly total: number,
  ) {
    super(
      failed.map(({ error }) => error),
      `${failed.length} of ${total} deliveries did not arrive:\n` +
        failed.map((one) => `- ${describe(one)}: ${one.error?.message ?? one.outcome}`).join('\n'),
    );
  }
}

/** A message that `erase` was called for is not yet at its end. Nothing was erased. */
export class MessageWaitingError extends DtospecError {
  override readonly name = 'MessageWaitingError';
  readonly code = 'ERR_MESSAGE_WAITING';
  constructor(
    /** Id of the message. */
    readonly messageId: string,
    /** Ids of the deliveries that wait, are under way or cannot be read. */
    readonly deliveries: readonly string[],
  ) {
    super(
      `The message ${JSON.stringify(messageId)} cannot be erased, since these deliveries have not ended: ${deliveries.join(', ')}. ` +
        'Call await engine.cancel({ messageId }) first. If an attempt is under way, or a delivery is unreadable, wait for its end or redeliver it.',
    );
  }
}

function describe({ channel, endpoint, id }: Delivery): string {
  return [channel, endpoint, id].filter((part) => part !== undefined).join(' ');
}

recogniseAcrossCopies({
  NotificationError,
  DeliveryAbortedError,
  DeliveryFailedError,
  EnqueueError,
  MessageWaitingError,
});
