/**
 * Something that happened, and through which channels a notifiable hears of it.
 * Each channel reads its own further method, e.g. `toWebhook`.
 */
export interface Notification<N = unknown> {
  /** Names of the channels to use for this notifiable; an empty list sends nothing. */
  via(notifiable: N): readonly string[];
  /**
   * Asked for each channel before its message is built: with `false` none is, and the result lists it as skipped.
   * @default true
   */
  shouldSend?(notifiable: N, channelName: string): boolean | Promise<boolean>;
  /**
   * When the first attempt is made: milliseconds after the call of `send`, or a moment; one that is past means at once.
   * The message is built and frozen when it is sent, not when the wait is over. @default at once
   */
  readonly delay?: number | Date | ((notifiable: N) => number | Date | undefined) | undefined;
}

/** What the other side answered, as far as it was kept. */
export interface ChannelResponse {
  /** HTTP status code. */
  readonly status: number;
  /** Response headers, names in lower case; several values of one name are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  /** The first bytes of the body, as they came. */
  readonly body: Uint8Array;
  /** True when the body was longer than what was kept, or broke off. */
  readonly truncated: boolean;
  /** True when the rest of the body kept the attempt waiting and was given up. */
  readonly stalled?: boolean;
  /** `body` read as UTF-8. */
  text(): string;
}

/** How one attempt ended. */
export type AttemptResult =
  | {
      readonly kind: 'sent';
      /** What the receiver answered. */
      readonly response?: ChannelResponse;
    }
  | {
      readonly kind: 'gone';
      /** What the receiver answered, if it did. */
      readonly response?: ChannelResponse;
      /** Why it has not arrived. */
      readonly error: Error;
    }
  | {
      readonly kind: 'failed';
      /** What the receiver answered, if it did. */
      readonly response?: ChannelResponse;
      /** Why it has not arrived. */
      readonly error: Error;
      /** False when another attempt cannot succeed. */
      readonly retryable: boolean;
      /** The wait that the receiver asked for, in milliseconds. */
      readonly retryAfter?: number;
    };

/** What a channel is asked to prepare. */
export interface PrepareRequest {
  /** Who is notified. */
  readonly notifiable: unknown;
  /** What happened. */
  readonly notification: object;
  /**
   * The payload is stored by a durable engine, and attempts are made with what comes back from there: it must be plain
   * objects, arrays, strings, numbers, booleans, null and Uint8Arrays, and hold no secret.
   */
  readonly isStored: boolean;
}

/** A message that no longer changes: data only, so that a durable engine can store it. */
export interface Prepared<Payload> {
  /** What the channel sends in each attempt. */
  readonly payload: Payload;
  /** Deliveries of one group share the per-target limit; a webhook's group is its origin. */
  readonly group: string;
  /** About how many bytes the payload holds: bounds how much waits. @default 0 */
  readonly size?: number;
  /** By which a receiver tells repeats: the same in every attempt, at every endpoint. @default a new one for each message */
  readonly messageId?: string;
  /** Id of the endpoint that it goes to, for a channel that has several. */
  readonly endpoint?: string;
  /** Name of the event that the message tells of. */
  readonly event?: string;
  /** A durable engine stores only one of the same key and channel. @default none: each is stored */
  readonly dedupeKey?: string;
}

/** A destination whose message could not be prepared: its delivery fails, and no other. */
export interface Unprepared {
  /** Why it could not be prepared. */
  readonly error: Error;
  /** The message's id, if it has one. */
  readonly messageId?: string;
  /** Id of the endpoint that it was for. */
  readonly endpoint?: string;
}

/** One of the places that a channel has for a notification. */
export type Destination<Payload = unknown> = Prepared<Payload> | Unprepared;

/** What a channel is told about the attempt it makes. */
export interface AttemptContext {
  /** The delivery's id, the same over all attempts. */
  readonly id: string;
  /** The message's id, the same over all attempts and endpoints. */
  readonly messageId: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** Fires when the attempt is to be broken off. */
  readonly signal: AbortSignal;
}

/** A way out of the process. The notifier knows nothing else of it. */
export interface Channel<Payload = unknown> {
  /** What `via` calls it. */
  readonly name: string;
  /**
   * Takes this channel's message from the notification and freezes it, before anything is sent.
   * Several destinations are deliveries of their own; none means that nothing is sent.
   * A `ConfigError` rejects the whole `send`; any other error fails this delivery only.
   */
  prepare(request: PrepareRequest): Promise<Prepared<Payload> | readonly Destination<Payload>[]>;
  /** Gets ready, e.g. loads an HTTP client. Called before each attempt, and not counted in its duration. */
  open?(): Promise<unknown> | undefined;
  /** Makes one attempt. A failure is a result, not an exception. */
  attempt(payload: Payload, context: AttemptContext): Promise<AttemptResult>;
  /** Lets go of idle connections. */
  close?(): void;
}
