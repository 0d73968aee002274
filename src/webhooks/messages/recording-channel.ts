import type {
  AttemptResult,
  Channel,
  Destination,
  Notification,
  Prepared,
  PrepareRequest,
} from '../notifier/channel.js';

/** A delivery that a fake notifier has recorded. */
export interface RecordedDelivery {
  /** The notification. */
  readonly notification: Notification<never>;
  /** The notified object. */
  readonly notifiable: unknown;
  /** The channel's name. */
  readonly channel: string;
  /** Id of the endpoint, if the channel has endpoints. */
  readonly endpoint?: string;
  /** The payload, if a channel was registered under that name. For a webhook it has the bytes that would be sent. */
  readonly payload?: unknown;
}

export interface Attempted {
  readonly delivery: RecordedDelivery;
  arrived: boolean;
}

export interface Recorder {
  begin(delivery: RecordedDelivery): Attempted;
  result(delivery: RecordedDelivery, origin: string): AttemptResult;
}

interface Boxed {
  readonly attempted: Attempted;
  readonly origin: string;
}

/**
 * Returns a channel that prepares messages like the real one and sends nothing. For a name without a channel it
 * prepares nothing.
 */
export function recordingChannel(real: Channel | string, recorder: Recorder): Channel<Boxed> {
  const channel = typeof real === 'string' ? stub(real) : real;
  const { name } = channel;
  const box = (request: PrepareRequest, prepared: Prepared<unknown>): Prepared<Boxed> => {
    const { payload, group, endpoint } = prepared;
    const delivery = {
      notification: request.notification as Notification<never>,
      notifiable: request.notifiable,
      channel: name,
      ...(endpoint !== undefined && { endpoint }),
      ...(payload !== undefined && { payload }),
    };
    return { ...prepared, payload: { attempted: recorder.begin(delivery), origin: group } };
  };
  return {
    name,
    prepare: async (request) => {
      const prepared = await channel.prepare(request);
      if ('payload' in prepared) return box(request, prepared);
      return prepared.map((one): Destination<Boxed> => ('error' in one ? one : box(request, one)));
    },
    attempt: ({ attempted, origin }) => {
      const result = recorder.result(attempted.delivery, origin);
      attempted.arrived = result.kind === 'sent';
      return Promise.resolve(result);
    },
    close: () => channel.close?.(),
  };
}

function stub(name: string): Channel {
  return {
    name,
    prepare: () => Promise.resolve({ payload: undefined, group: name }),
    attempt: () => Promise.resolve({ kind: 'sent' }),
  };
}
