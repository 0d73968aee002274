/** What a server-sent event has beside its data (HTML Standard, 9.2). */
export interface ServerSentEventOptions {
  /** What a client that connects again sends as Last-Event-ID. @default none */
  readonly id?: string;
  /** How long a client waits before it connects again, in milliseconds. @default its own */
  readonly retry?: number;
}

const MARK = Symbol.for('dtospec:ServerSentEvent');

/**
 * An item of an event stream with an id: `yield new ServerSentEvent(order, { id: '7' })`.
 * Without one, an item is yielded as it is.
 */
export class ServerSentEvent<T> {
  // Copies of this package know each other's.
  readonly [MARK] = true;
  /** What a client that connects again sends as `Last-Event-ID`. */
  readonly id: string | undefined;
  /** Milliseconds after which a client connects again. */
  readonly retry: number | undefined;

  constructor(
    /** Written as the documented class says. */
    readonly data: T,
    { id, retry }: ServerSentEventOptions = {},
  ) {
    this.id = id;
    this.retry = retry;
  }
}

export function isServerSentEvent(value: unknown): value is ServerSentEvent<unknown> {
  return typeof value === 'object' && value !== null && MARK in value;
}
