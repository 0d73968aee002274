/** Something that happened, and the channels to use for it. Each channel calls a further method, e.g. `toWebhook`. */
export interface Notification<N = unknown> {
  /** Returns the names of the channels for this notifiable; an empty list sends nothing. */
  via(notifiable: N): readonly string[];
  /**
   * Called for each channel before its message is built. If it returns false, no message is built, and the result
   * lists it as skipped. @default true
   */
  shouldSend?(notifiable: N, channelName: string): boolean | Promise<boolean>;
  /**
   * Time of the first attempt: milliseconds after the call of `send`, or a Date; a past one means at once. The message
   * is built and frozen at the call of `send`. @default at once
   */
  readonly delay?: number | Date | ((notifiable: N) => number | Date | undefined) | undefined;
}

/** The response, as far as it was kept. */
export interface ChannelResponse {
  /** HTTP status code. */
  readonly status: number;
  /** Response headers, names in lower case; several values of one name are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The first bytes of the body. */
  readonly body: Uint8Array;
  /** True when the body was longer than the kept part, or broke off. */
  readonly truncated: boolean;
  /** True when the end of the body did not come in time. */
  readonly stalled?: boolean;
  /** Returns `body` decoded as UTF-8. */
  text(): string;
}

/** Result of one attempt. */
export type AttemptResult =
  | {
      readonly kind: 'sent';
      /** The response. */
      readonly response?: ChannelResponse;
    }
  | {
      readonly kind: 'gone';
      /** The response, if any was received. */
      readonly response?: ChannelResponse;
      /** The failure. */
      readonly error: Error;
    }
  | {
      readonly kind: 'failed';
      /** The response, if any was received. */
      readonly response?: ChannelResponse;
      /** The failure. */
      readonly error: Error;
      /** False when another attempt cannot succeed. */
      readonly retryable: boolean;
      /** The wait that the receiver asked for, in milliseconds. */
      readonly retryAfter?: number;
    };

/** Input of `prepare`. */
export interface PrepareRequest {
  /** The notifiable. */
  readonly notifiable: unknown;
  /** The notification. */
  readonly notification: object;
  /**
   * True if a durable engine stores the payload, and attempts use the stored copy. The payload must then consist of
   * plain objects, arrays, strings, numbers, booleans, null and Uint8Arrays, and contain no secret.
   */
  readonly isStored: boolean;
}

/** A frozen message: plain data, so that a durable engine can store it. */
export interface Prepared<Payload> {
  /** Input of each attempt. */
  readonly payload: Payload;
  /** Deliveries of one group share the per-target limit; a webhook's group is its origin. */
  readonly group: string;
  /** Approximate size of the payload in bytes; limits how much waits. @default 0 */
  readonly size?: number;
  /**
   * Id by which a receiver recognises repeats: the same in every attempt, at every endpoint. @default a new one for
   * each message
   */
  readonly messageId?: string;
  /** Id of the endpoint, for a channel with several. */
  readonly endpoint?: string;
  /** Name of the message's event. */
  readonly event?: string;
  /** A durable engine stores only one of the same key and channel. @default none: each is stored */
  readonly dedupeKey?: string;
}

/** A destination whose message could not be prepared: only its delivery fails. */
export interface Unprepared {
  /** The failure. */
  readonly error: Error;
  /** The message's id, if it has one. */
  readonly messageId?: string;
  /** Id of the endpoint. */
  readonly endpoint?: string;
}

/** A destination of a notification. */
export type Destination<Payload = unknown> = Prepared<Payload> | Unprepared;

/** Context of an attempt. */
export interface AttemptContext {
  /** The delivery's id, the same over all attempts. */
  readonly id: string;
  /** The message's id, the same over all attempts and endpoints. */
  readonly messageId: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Fires when the attempt must end. */
  readonly signal: AbortSignal;
}

/** A way to send messages, such as webhooks. */
export interface Channel<Payload = unknown> {
  /** Name in `via`. */
  readonly name: string;
  /**
   * Builds the channel's message from the notification and freezes it, before anything is sent. Several destinations
   * become separate deliveries; an empty list sends nothing. A `ConfigError` rejects the whole `send`; other errors
   * fail this delivery only.
   */
  prepare(request: PrepareRequest): Promise<Prepared<Payload> | readonly Destination<Payload>[]>;
  /** Prepares for attempts, e.g. loads an HTTP client. Called before each attempt; its time is not counted. */
  open?(): Promise<unknown> | undefined;
  /** Makes one attempt. Failures are results, not exceptions. */
  attempt(payload: Payload, context: AttemptContext): Promise<AttemptResult>;
  /** Closes idle connections. */
  close?(): void;
}
