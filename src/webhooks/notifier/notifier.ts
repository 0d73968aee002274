import { ConfigError } from '../../shared/errors.js';
import { once } from '../../shared/promises.js';
import { requireChannel, requireOptions } from './arguments.js';
import type { DeliveryContext } from './deliver.js';
import type { DeliveryEngine, EngineHost, StopOptions } from './engine.js';
import { DeliveryFailedError } from './errors.js';
import type { EventName, Listener } from './events.js';
import { EventHub, warnOf } from './events.js';
import { HealthWatch } from './endpoint-health.js';
import { linkSignals } from './abort-signals.js';
import { LONGEST_TIMER } from './runtime.js';
import type { Notifiables } from './notifiables.js';
import type { NotifierOptions } from './options.js';
import { resolveOptions } from './options.js';
import { sendToAll, type SendContext, type SendResult } from './send.js';
import { makeStep } from './attempts/attempt.js';
import type { Channel, Notification } from './channel.js';
import { GRACE } from './attempts/active-work.js';

/** How one call of `send` differs from the others. */
export interface SendOptions {
  /** Gives up what has not arrived yet: those deliveries end as `failed` with a `DeliveryAbortedError`. */
  readonly signal?: AbortSignal;
  /** Whether `send` rejects with a `DeliveryFailedError` where a delivery has not arrived. @default the notifier's option */
  readonly throwOnFailure?: boolean;
  /**
   * The application's own database connection, amid a transaction: what is sent is queued if that is committed, and only
   * then. The engine says which connections it takes; one in process takes none.
   */
  readonly transaction?: unknown;
}

/** How long `drain` waits. */
export interface DrainOptions {
  /** Milliseconds after which what is still under way is aborted. @default no limit */
  readonly timeout?: number;
}

/** Sends notifications through registered channels, with retries. */
export class Notifier {
  readonly #context: DeliveryContext;
  readonly #channels = new Map<string, Channel>();
  readonly #lookUp: SendContext['channels'] = {
    names: () => this.channelNames,
    find: (name) => this.channel(name),
  };
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #host: EngineHost;
  readonly #start = once(async () => this.engine.start(this.#host));
  #shutdown = new AbortController();

  /** Where deliveries wait for their attempts: lists and repeats those that are dead. */
  readonly engine: DeliveryEngine;

  constructor(options: NotifierOptions = {}) {
    requireOptions('new Notifier(options)', '{ concurrency: 16 }', options);
    const context = {
      options: resolveOptions(options),
      events: new EventHub(),
      notifiables: new Map<string, unknown>(),
    };
    const { engine, limits, runtime, health } = context.options;
    const steps = {
      health: health && new HealthWatch({ options: health, engine, events: context.events, runtime }),
      ...context,
      channel: (name: string) => this.channel(name),
      notifiable: (id: string) => context.notifiables.get(id),
    };
    this.#host = {
      handle: (job, attempt, signal) => makeStep(steps, job, attempt, signal),
      limits,
      runtime,
      warn: (warning) => {
        warnOf(warning, context.events);
      },
    };
    this.engine = engine;
    if (!engine.isDurable) void engine.start(this.#host);
    this.#context = context;
  }

  /**
   * Makes a channel known under its name.
   * @throws ConfigError if it is no channel, or another has that name
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
   * Listens to deliveries; returns a function that stops it.
   * @throws TypeError for an event that there is none of
   */
  on<K extends EventName>(name: K, listener: Listener<K>): () => void {
    return this.#context.events.on(name, listener);
  }

  /**
   * Sends a notification to one notifiable or to many: an array, a `Set`, any iterable or async iterable. The first
   * sixteen messages are built and frozen before anything else runs, the first thousand (or 64 MiB) before any is sent; of
   * a larger send the others as places become free.
   * An iterable is read at once, an async one as places become free, and its messages are sent as they are built. One
   * failure never stops another delivery, nor does a notification that takes its time to build one.
   * @throws ConfigError before anything is sent: no notification, an unknown channel, a message without any URL;
   * after the other deliveries, if the message without a URL was built asynchronously or is not among the first thousand,
   * or the notifiables became known later; so does what an async iterable itself throws
   * @throws DeliveryFailedError only with `throwOnFailure`
   */
  async send<N>(
    to: Notifiables<NoInfer<N>>,
    notification: Notification<N>,
    options: SendOptions = {},
  ): Promise<SendResult> {
    // drain() waits for a promise of its own: waiting for this one would handle its rejection, and nobody would see it.
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    this.#underWay.add(ended);
    try {
      return await this.#send<N>(to, notification, options);
    } finally {
      this.#underWay.delete(ended);
      end();
    }
  }

  /**
   * Waits until nothing is under way, waits between retries included, and closes idle connections.
   * For a clean shutdown: stop sending, then `await notifier.drain({ timeout: 10_000 })`.
   */
  async drain(options: DrainOptions = {}): Promise<void> {
    await this.#settle(options);
    this.#closeChannels();
  }

  /**
   * Begins to make the attempts of what a durable engine has stored, in this process; a process that never calls it only
   * stores. Register the channels before. In process there is nothing to begin.
   */
  async start(): Promise<void> {
    if (!this.engine.isDurable) return;
    await this.#start();
  }

  /**
   * For a process that ends: begins nothing more, gives attempts under way ten seconds (`grace`, in milliseconds), breaks
   * off the rest and closes what the engine has open. In process what is broken off has failed; a durable engine has it again.
   */
  async stop({ grace = GRACE }: StopOptions = {}): Promise<void> {
    await this.#settle({ timeout: grace });
    await this.engine.stop({ grace });
    this.#closeChannels();
  }

  async #settle({ timeout }: DrainOptions): Promise<void> {
    const timer =
      timeout === undefined
        ? undefined
        : setTimeout(
            () => {
              this.#abortAll();
            },
            Math.min(timeout, LONGEST_TIMER),
          );
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
    clearTimeout(timer);
  }

  async #send<N>(
    to: Notifiables<N>,
    notification: Notification<N>,
    options: SendOptions,
  ): Promise<SendResult> {
    const { signal, unlink } = linkSignals(this.#shutdown.signal, options.signal);
    const { transaction } = options;
    if (transaction !== undefined && !this.engine.isDurable)
      throw new ConfigError('send(…, { transaction }) needs a durable engine, which stores what is sent.');
    // Written out, for of a spread V8 copies one field after the other.
    const context = {
      channels: this.#lookUp,
      signal,
      transaction,
      options: this.#context.options,
      events: this.#context.events,
      notifiables: this.#context.notifiables,
    };
    let result: SendResult;
    try {
      result = await sendToAll(context, to, notification);
    } finally {
      unlink();
    }
    const { deliveries } = result;
    const lost = deliveries.filter(({ outcome }) => outcome !== 'sent' && outcome !== 'queued');
    if (lost.length > 0 && (options.throwOnFailure ?? this.#context.options.throwOnFailure)) {
      throw new DeliveryFailedError(lost, deliveries.length);
    }
    return result;
  }

  #closeChannels(): void {
    for (const channel of this.#channels.values()) channel.close?.();
  }

  #abortAll(): void {
    this.#shutdown.abort();
    this.#shutdown = new AbortController();
  }

  /** The names that `via` may use; without them, any. */
  protected get channelNames(): readonly string[] | undefined {
    return [...this.#channels.keys()];
  }

  /** @throws ConfigError if none of this name is registered */
  protected channel(name: string): Channel {
    const channel = this.#channels.get(name);
    if (!channel) throw new ConfigError(`No channel "${name}" is registered.`);
    return channel;
  }
}
