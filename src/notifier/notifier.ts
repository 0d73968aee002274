import { requireChannel, requireOptions } from './arguments.js';
import type { Delivery } from './delivery.js';
import { withNotifiable } from './delivery.js';
import { ConfigurationError, DeliveryFailedError } from './errors.js';
import type { EventName, Listener } from './events.js';
import { EventHub } from './events.js';
import { deliverInTurn } from './in-turn.js';
import { linkSignals } from './link-signals.js';
import type { NotifierOptions, ResolvedOptions } from './options.js';
import { resolveOptions } from './options.js';
import { makeStep } from './step.js';
import type { Target } from './targets.js';
import { listTargets, prepareTarget } from './targets.js';
import type { Channel, Notification, Prepared } from './types.js';

export interface SendOptions {
  /** Gives up what has not arrived yet: those deliveries end as `failed` with a `DeliveryAbortedError`. */
  readonly signal?: AbortSignal;
  /** @default the notifier's option */
  readonly throwOnFailure?: boolean;
}

export interface SendResult {
  /** In the order of the notifiables, and for each in the order of its `via`. */
  readonly deliveries: readonly Delivery[];
}

export interface DrainOptions {
  /** Milliseconds after which what is still under way is aborted. @default no limit */
  readonly timeout?: number;
}

/** Sends notifications through registered channels, with retries (seed 1, 7; design 8). */
export class Notifier {
  readonly #options: ResolvedOptions;
  readonly #channels = new Map<string, Channel>();
  readonly #events = new EventHub();
  readonly #notifiables = new Map<string, unknown>();
  readonly #underWay = new Set<Promise<unknown>>();
  #shutdown = new AbortController();

  constructor(options: NotifierOptions = {}) {
    requireOptions('new Notifier(options)', '{ concurrency: 16 }', options);
    this.#options = resolveOptions(options);
    const context = {
      options: this.#options,
      events: this.#events,
      channel: (name: string) => this.#channel(name),
      notifiable: (id: string) => this.#notifiables.get(id),
    };
    this.#options.engine.start((job, attempt, signal) => makeStep(context, job, attempt, signal));
  }

  /**
   * Makes a channel known under its name.
   * @throws ConfigurationError if it is no channel, or another has that name
   */
  register(channel: Channel): this {
    requireChannel(channel);
    if (this.#channels.has(channel.name)) {
      throw new ConfigurationError(
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
    return this.#events.on(name, listener);
  }

  /**
   * Sends a notification to one notifiable or to many. Messages are built and frozen at once, the first thousand (or
   * 64 MiB) of them; of a larger send the others as places become free. One failure never stops another delivery, nor
   * does a notification that takes its time to build one.
   * @throws ConfigurationError before anything is sent: no notification, an unknown channel, a message without any URL;
   * after the other deliveries, if the message without a URL was built asynchronously or is not among the first thousand
   * @throws DeliveryFailedError only with `throwOnFailure`
   */
  async send<N>(
    to: NoInfer<N> | readonly NoInfer<N>[],
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
  async drain({ timeout }: DrainOptions = {}): Promise<void> {
    const timer =
      timeout === undefined
        ? undefined
        : setTimeout(() => {
            this.#abortAll();
          }, timeout);
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
    clearTimeout(timer);
    for (const channel of this.#channels.values()) channel.close?.();
  }

  async #send<N>(
    to: N | readonly N[],
    notification: Notification<N>,
    options: SendOptions,
  ): Promise<SendResult> {
    const targets = listTargets(to, notification, [...this.#channels.keys()]);
    const { signal, unlink } = linkSignals(this.#shutdown.signal, options.signal);
    const deliveries = await this.#sendAll(targets, notification, signal).finally(unlink);
    const lost = deliveries.filter(({ outcome }) => outcome !== 'sent');
    if (lost.length > 0 && (options.throwOnFailure ?? this.#options.throwOnFailure)) {
      throw new DeliveryFailedError(lost, deliveries.length);
    }
    return { deliveries };
  }

  async #sendAll(targets: readonly Target[], notification: object, signal: AbortSignal): Promise<Delivery[]> {
    const find = (name: string): Channel => this.#channel(name);
    const ends = await deliverInTurn(targets, {
      build: (target) => prepareTarget(target, notification, find, signal),
      sizeOf: (built) => ('error' in built ? 0 : (built.size ?? 0)),
      check: checkSetUp,
      deliver: async (target, built) =>
        'error' in built ? this.#refuse(target, built.error) : this.#deliver(target, built, signal),
      room: () => this.#options.engine.room?.(signal),
    });
    return ends.map((end) => {
      if (end.status === 'rejected') throw end.reason;
      return end.value;
    });
  }

  async #deliver(
    { channel, notifiable }: Target,
    prepared: Prepared<unknown>,
    signal: AbortSignal,
  ): Promise<Delivery> {
    const id = this.#options.runtime.newId();
    this.#notifiables.set(id, notifiable);
    const job = { id, channel, ...prepared };
    const { end, history } = await this.#options.engine.submit(job, signal);
    this.#notifiables.delete(id);
    const { outcome, response, error } = end;
    const seen = { ...(response && { response }), ...(error && { error }) };
    return withNotifiable({ id, channel, outcome, attempts: history.length, history, ...seen }, notifiable);
  }

  #refuse({ channel, notifiable }: Target, error: Error): Delivery {
    const id = this.#options.runtime.newId();
    const event = withNotifiable({ id, channel, attempt: 0, error, duration: 0 }, notifiable);
    this.#events.emit('failed', event);
    return withNotifiable({ id, channel, outcome: 'failed', attempts: 0, history: [], error }, notifiable);
  }

  #abortAll(): void {
    this.#shutdown.abort();
    this.#shutdown = new AbortController();
  }

  #channel(name: string): Channel {
    const channel = this.#channels.get(name);
    if (!channel) throw new ConfigurationError(`No channel "${name}" is registered.`);
    return channel;
  }
}

/**
 * Waits for the messages that are built without waiting, so that a mistake in the set-up rejects before anything is
 * sent; not for the others, which may take as long as they like.
 */
async function checkSetUp(preparing: readonly Promise<unknown>[]): Promise<void> {
  await Promise.race([Promise.all(preparing), new Promise((resolve) => setImmediate(resolve))]);
}
