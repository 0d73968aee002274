import { recogniseAcrossCopies } from './across-copies.js';
import type { Delivery } from './delivery.js';

/** How channels and notifications are put together is wrong: `send` rejects before anything is sent. */
export class ConfigurationError extends Error {
  override readonly name: string = 'ConfigurationError';
}

/** `via` named a channel that nobody registered. */
export class UnknownChannelError extends ConfigurationError {
  override readonly name = 'UnknownChannelError';
  constructor(
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
export class NotificationError extends Error {
  override readonly name = 'NotificationError';
  constructor(method: string, cause: unknown) {
    super(`${method} threw: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

/** The delivery was given up because its AbortSignal fired or the notifier was drained with a time limit. */
export class DeliveryAbortedError extends Error {
  override readonly name = 'DeliveryAbortedError';
  readonly code = 'ERR_DELIVERY_ABORTED';
  constructor(readonly attempts: number) {
    super(`The delivery was aborted after ${attempts} attempt(s); it may or may not have arrived.`);
  }
}

/** With `throwOnFailure`: the deliveries that did not arrive, all of them. `errors` holds their errors. */
export class DeliveryFailedError extends AggregateError {
  override readonly name = 'DeliveryFailedError';
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
  ConfigurationError,
  UnknownChannelError,
  NotificationError,
  DeliveryAbortedError,
  DeliveryFailedError,
});
