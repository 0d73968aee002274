import { ConfigError } from '../../shared/errors.js';
import { makeAttempt } from './attempts/attempt.js';
import { deliverToEach } from './deliver.js';
import type { Delivery } from './delivery.js';
import { PauseWatch } from './endpoint-pauses.js';
import type { NotifierContext } from './notifier-options.js';
import { InProcessEngine } from './queue/in-process-engine.js';
import { NO_RETRY } from './retry.js';

/** Options of `ping`. */
export interface PingOptions {
  /** Name of the channel. @default 'webhook' */
  readonly channel?: string;
  /** Aborts the attempt. */
  readonly signal?: AbortSignal;
}

const LIMITS = { concurrency: 1, concurrencyPerTarget: 1, concurrencyUnanswered: 1 };

/**
 * Makes one attempt in this process, without the queue, the health, the pause and the rate of the endpoint.
 */
export async function sendPing(
  context: NotifierContext,
  endpoint: object,
  { channel, signal }: { readonly channel: string; readonly signal: AbortSignal },
): Promise<Delivery> {
  const destination = await context.channel(channel).ping?.(endpoint);
  if (!destination)
    throw new ConfigError(
      `The channel "${channel}" cannot ping, as a WebhookChannel does. Name another one: ping(endpoint, { channel }).`,
    );
  const { runtime } = context.options;
  const engine = new InProcessEngine({ ...LIMITS, keepDead: 0, runtime });
  const alone: NotifierContext = {
    ...context,
    health: undefined,
    rates: undefined,
    pauses: new PauseWatch({}, runtime),
    options: { ...context.options, engine, retry: NO_RETRY },
  };
  engine.start({ handle: (job, attempt, aborted) => makeAttempt(alone, job, attempt, aborted) });
  const target = { notifiable: endpoint, channel };
  const plan = { destinations: [destination] };
  return deliverToEach(alone, target, plan, { signal, restartDead: false }, ([delivery]) => {
    if (!delivery) throw new Error('The ping has no delivery.');
    return delivery;
  });
}
