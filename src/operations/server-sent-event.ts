/** Fields of a server-sent event in addition to its data (HTML Standard, 9.2). */
export interface ServerSentEventOptions {
  /** The event's id. A client that reconnects sends it as `Last-Event-ID`. @default none */
  readonly id?: string;
  /** Milliseconds after which a client reconnects. @default the client's own */
  readonly retry?: number;
}

const MARK = Symbol.for('dtospec:ServerSentEvent');

/**
 * An item of an event stream with an id or a reconnection time: `yield new ServerSentEvent(order, { id: '7'
 * })`. If an item needs neither, yield the item itself.
 */
export class ServerSentEvent<T> {
  // Recognised across copies of this package.
  readonly [MARK] = true;
  /** The event's id. A client that reconnects sends it as `Last-Event-ID`. */
  readonly id: string | undefined;
  /** Milliseconds after which a client reconnects. */
  readonly retry: number | undefined;

  constructor(
    /** The data, serialized as the documented class. */
    readonly data: T,
    { id, retry }: ServerSentEventOptions = {},
  ) {
    this.id = id;
    this.retry = retry;
  }
}

export function isServerSentEvent(value: unknown): value is ServerSentEvent<unknown> {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, MARK);
}
