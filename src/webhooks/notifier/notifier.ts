import { ConfigError, toError } from '../../shared/errors.js';
import { once } from '../../shared/promises.js';
import { requireChannel, type Channel, type InlineNotification, type Notification } from './channel.js';
import type { DeliveryEngine, EngineHost, StopOptions } from './engine.js';
import type { Writable } from '../../shared/types.js';
import type { HowToSend } from './deliver.js';
import type { Delivery, Outcome } from './delivery.js';
import { DeliveryFailedError } from './errors.js';
import { type EventName, type Listener, EventHub, warnOf } from './events.js';
import { HealthWatch } from './health-watch.js';
import { PauseWatch } from './endpoint-pauses.js';
import { type PingOptions, sendPing } from './ping.js';
import { linkSignals } from './abort-signals.js';
import { ActiveWork, GRACE } from './active-work.js';
import { type Notifiables, type NotifiablesCheck, sendToAll, type SendResult } from './send.js';
import { type NotifierContext, type NotifierOptions, resolveNotifierOptions } from './notifier-options.js';
import { makeAttempt } from './attempts/attempt.js';
import { RateLanes } from './attempts/rate-lanes.js';
import { UnknownChannels } from './queue/unknown-channels.js';

/** Options of `send`. */
export interface SendOptions {
  /** Aborts unfinished deliveries: they end as `failed` with a `DeliveryAbortedError`. */
  readonly signal?: AbortSignal;
  /**
   * True to reject `send` with a `DeliveryFailedError` if a delivery did not arrive. False resolves in any
   * case, also with `transaction`. @default the notifier's option
   */
  readonly throwOnFailure?: boolean;
  /**
   * Your database connection with an open transaction. Deliveries are queued only if it is committed. If a
   * delivery could not be stored, `send` rejects with a `DeliveryFailedError`, so that your transaction rolls
   * back. Each engine documents the connections that it supports; the engine in process supports none.
   */
  readonly transaction?: unknown;
  /**
   * True to restart a dead message with the same id: the stored message, with all attempts again. The result
   * is then `queued` instead of `dead`. Not available with `transaction`. @default false
   */
  readonly restartDead?: boolean;
}

/** Options of `drain`. */
export interface DrainOptions {
  /** Milliseconds after which running deliveries are aborted. @default no limit */
  readonly timeout?: number;
}

/** Sends notifications through registered channels, with retries. */
export class Notifier {
  readonly #context: NotifierContext;
  readonly #channels = new Map<string, Channel>();
  readonly #sends = new ActiveWork();
  readonly #host: EngineHost;
  readonly #start = once(async () => this.engine.start(this.#host));

  /** The engine that schedules attempts. It also lists and restarts dead deliveries. */
  readonly engine: DeliveryEngine;

  /**
   * Creates a notifier without channels.
   *
   * @throws ConfigError for options that cannot work
   */
  constructor(options: NotifierOptions = {}) {
    const resolved = resolveNotifierOptions(options);
    const { engine, limits, runtime, health } = resolved;
    const events = new EventHub();
    const context = {
      options: resolved,
      events,
      health: health && new HealthWatch({ options: health, engine, events, runtime }),
      pauses: new PauseWatch(engine, runtime),
      rates: new RateLanes({ engine, events, runtime }),
      unknownChannels: new UnknownChannels(events, runtime),
      channelNames: () => this.channelNames,
      channel: (name: string) => this.channel(name),
    };
    this.#context = context;
    this.#host = {
      handle: (job, attempt, signal) => makeAttempt(context, job, attempt, signal),
      limits,
      runtime,
      warn: (warning) => {
        warnOf(warning, events);
      },
    };
    this.engine = engine;
    if (!engine.isDurable) void engine.start(this.#host);
  }

  /**
   * Registers a channel under its name.
   * @throws ConfigError for a value that is not a channel, or a name that is already registered
   */
  register(channel: Channel): this {
    requireChannel(channel);
    if (this.#channels.has(channel.name)) {
      throw new ConfigError(
        `A channel named "${channel.name}" is already registered. Give each channel a name of its own.`,
      );
    }
    this.#channels.set(channel.name, channel);
    return this;
  }

  /**
   * Adds a listener; returns a function that removes it.
   * @throws ConfigError for an unknown event
   */
  on<K extends EventName>(name: K, listener: Listener<K>): () => void {
    return this.#context.events.on(name, listener);
  }

  /**
   * Sends a notification to one notifiable or to many: an array, a `Set`, any iterable or async iterable. It
   * builds up to a thousand messages (or 64 MiB) before it sends the first one, and further messages when
   * there is room. The first sixteen are built before other code runs. It reads an iterable immediately, and
   * an async iterable when there is room. A failed or slow notification does not stop other deliveries.
   * @throws ConfigError for a value that is not a notification, an unknown channel, or a message without a
   *   URL, before anything is sent. If the message is built asynchronously, is not among the first thousand,
   *   or comes from an async iterable, it throws after the other deliveries. Errors of an async iterable are
   *   thrown at that time, too.
   * @throws DeliveryFailedError only with `throwOnFailure` or `transaction`
   */
  send<T, N = T>(
    to: NotifiablesCheck<T, N>,
    notification: Notification<N> | InlineNotification<N>,
    options: SendOptions = {},
  ): Promise<SendResult> {
    const { signal: own, transaction, restartDead = false } = options;
    const stopping = this.#sends.signal;
    const { signal, unlink } = own ? linkSignals(stopping, own) : { signal: stopping, unlink: undefined };
    const how: Writable<HowToSend> = { signal, restartDead };
    if (transaction !== undefined) how.transaction = transaction;
    this.#sends.begin();
    const sending = this.#sendSafely(to as Notifiables<N>, notification, how);
    return this.#whenSent(sending, this.#rejectedBy(options), unlink);
  }

  /** No async function, whose frame would take as much memory as the message while that waits. */
  #whenSent(
    sending: Promise<SendResult>,
    rejected: readonly Outcome[],
    unlink: (() => void) | undefined,
  ): Promise<SendResult> {
    return sending.then(
      (result) => {
        this.#endSend(unlink);
        requireNone(result, rejected);
        return result;
      },
      (error: unknown) => {
        this.#endSend(unlink);
        throw error;
      },
    );
  }

  /** Rejects instead of throwing. */
  #sendSafely<N>(to: Notifiables<N>, notification: Notification<N>, how: HowToSend): Promise<SendResult> {
    try {
      this.#requirePossible(how);
      return sendToAll(this.#context, to, notification, how);
    } catch (error) {
      return Promise.reject(toError(error));
    }
  }

  #endSend(unlink: (() => void) | undefined): void {
    unlink?.();
    this.#sends.end();
  }

  /** Returns the outcomes that reject a send. */
  #rejectedBy(options: SendOptions): readonly Outcome[] {
    const { throwOnFailure = this.#context.options.throwOnFailure } = options;
    if (throwOnFailure) return NOT_ARRIVED;
    // A commit would keep what else the transaction has.
    return options.transaction !== undefined && options.throwOnFailure === undefined ? NOT_STORED : NONE;
  }

  /**
   * Sends a signed test event, `WebhookPing`, to one endpoint: one attempt, immediately, in this process. It
   * is not stored, also with a durable engine. It does not matter which events the endpoint wants, or whether
   * it is disabled or paused.
   * @param endpoint an endpoint of the channel; it need not be stored yet
   * @returns the delivery, with the response or the error
   * @throws ConfigError for an unknown channel
   */
  async ping(endpoint: object, { channel = 'webhook', signal: own }: PingOptions = {}): Promise<Delivery> {
    const { signal, unlink } = linkSignals(this.#sends.signal, own);
    this.#sends.begin();
    try {
      return await sendPing(this.#context, endpoint, { channel, signal });
    } finally {
      unlink();
      this.#sends.end();
    }
  }

  /**
   * Waits until all deliveries have ended, including their retries, and closes idle connections. For a clean
   * shutdown: stop sending, then `await notifier.drain({ timeout: 10_000 })`.
   */
  async drain(options: DrainOptions = {}): Promise<void> {
    await (options.timeout === undefined ? this.#sends.idle() : this.#sends.stop({ grace: options.timeout }));
    this.#closeChannels();
  }

  /**
   * Starts to make the attempts of a durable engine in this process. Without it, a process only stores
   * deliveries. Register the channels first. It has no effect without a durable engine.
   */
  async start(): Promise<void> {
    if (!this.engine.isDurable) return;
    // Before the first job is taken: it would wait while an HTTP client loads. Its attempt reports a failure.
    await Promise.allSettled([...this.#channels.values()].map(async (channel) => channel.open?.()));
    await this.#start();
  }

  /**
   * Shuts down. It starts no more attempts, aborts running ones after `grace`
   * milliseconds (10 seconds by default), and closes the engine. A durable
   * engine makes aborted deliveries again later; without one, they have failed.
   */
  async stop({ grace = GRACE }: StopOptions = {}): Promise<void> {
    await this.#sends.stop({ grace });
    // The remaining attempts ignore the signal, and their time is over.
    await this.engine.stop({ grace: this.#sends.isIdle ? grace : 0 });
    this.#closeChannels();
  }

  #requirePossible({ transaction, restartDead = false }: SendOptions): void {
    if (transaction !== undefined && !this.engine.isDurable)
      throw new ConfigError('send(…, { transaction }) needs a durable engine, which stores what is sent.');
    if (transaction !== undefined && restartDead)
      throw new ConfigError(
        'send(…) takes either transaction or restartDead: a dead delivery is restarted outside of the transaction.',
      );
  }

  #closeChannels(): void {
    for (const channel of this.#channels.values()) channel.close?.();
  }

  /**
   * Names that `via` may return; undefined if it may return any name.
   * @internal
   */
  protected get channelNames(): readonly string[] | undefined {
    return [...this.#channels.keys()];
  }

  /**
   * Returns a registered channel.
   * @internal
   * @throws ConfigError for an unknown name
   */
  protected channel(name: string): Channel {
    const channel = this.#channels.get(name);
    if (!channel) throw new ConfigError(`No channel "${name}" is registered.`);
    return channel;
  }
}

const NONE: readonly Outcome[] = [];
const NOT_STORED: readonly Outcome[] = ['failed'];
const NOT_ARRIVED: readonly Outcome[] = ['failed', 'gone', 'dead'];

/** @throws DeliveryFailedError if a delivery has one of the outcomes */
function requireNone({ deliveries }: SendResult, outcomes: readonly Outcome[]): void {
  if (outcomes.length === 0) return;
  const lost = deliveries.filter(({ outcome }) => outcomes.includes(outcome));
  if (lost.length > 0) throw new DeliveryFailedError(lost, deliveries.length);
}
