import type {
  AttemptResult,
  Channel,
  Destination,
  Notification,
  Prepared,
  PrepareRequest,
} from '../notifier/channel.js';

/** What a fake notifier was asked to deliver. */
export interface RecordedDelivery {
  /** What was sent. */
  readonly notification: Notification<never>;
  /** Who was notified. */
  readonly notifiable: unknown;
  /** The channel's name. */
  readonly channel: string;
  /** Id of the endpoint, if the channel has endpoints. */
  readonly endpoint?: string;
  /** What the channel prepared, if one was registered under that name: for a webhook, the bytes that would have been sent. */
  readonly payload?: unknown;
}

/** A delivery that a fake notifier has begun. */
export interface Attempted {
  readonly delivery: RecordedDelivery;
  arrived: boolean;
}

/** What is done about deliveries instead of making them. */
export interface Recorder {
  begin(delivery: RecordedDelivery): Attempted;
  result(delivery: RecordedDelivery, origin: string): AttemptResult;
}

/** A payload as the fake notifier hands it on. */
interface Boxed {
  readonly attempted: Attempted;
  readonly origin: string;
}

/** A channel that prepares as another does, or not at all if only the name is known, and sends nothing. */
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
