import { AssertionError } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { requireChannel } from './arguments.js';
import type { Delivery } from './delivery.js';
import { withNotifiable } from './delivery.js';
import type { SendResult } from './notifier.js';
import { listTargets, prepareTarget, type Target } from './targets.js';
import { ConfigurationError } from './errors.js';
import type { Channel, Notification } from './types.js';

/** What a fake notifier was asked to deliver. */
export interface RecordedDelivery {
  readonly notification: Notification<never>;
  readonly notifiable: unknown;
  readonly channel: string;
  /** What the channel prepared, if one was registered under that name: for a webhook, the bytes that would have been sent. */
  readonly payload?: unknown;
}

/** Which deliveries an assertion is about. */
export interface SentFilter {
  /** Compared by value. */
  readonly to?: unknown;
  readonly via?: string;
  readonly where?: (delivery: RecordedDelivery) => boolean;
}

const NEVER = new AbortController().signal;

type NotificationClass = abstract new (...args: never[]) => Notification<never>;

/**
 * Takes a `Notifier`'s place in an application's tests: sends nothing, remembers everything (design 8).
 * Channels may be registered, and then build and check their messages as they would for real; without one, any name
 * in `via` will do.
 */
export class FakeNotifier {
  readonly #channels = new Map<string, Channel>();
  readonly #recorded: RecordedDelivery[] = [];

  register(channel: Channel): this {
    requireChannel(channel);
    this.#channels.set(channel.name, channel);
    return this;
  }

  /** Listeners are never called. */
  on(): () => void {
    return () => undefined;
  }

  drain(): Promise<void> {
    return Promise.resolve();
  }

  async send<N>(to: NoInfer<N> | readonly NoInfer<N>[], notification: Notification<N>): Promise<SendResult> {
    const targets = listTargets<N>(
      to,
      notification,
      this.#channels.size > 0 ? [...this.#channels.keys()] : undefined,
    );
    return { deliveries: await Promise.all(targets.map((target) => this.#record(target, notification))) };
  }

  /** Everything that would have been sent, in order. */
  get sent(): readonly RecordedDelivery[] {
    return [...this.#recorded];
  }

  /** Forgets everything. */
  clear(): void {
    this.#recorded.length = 0;
  }

  /** @throws AssertionError unless such a notification was sent at least once */
  assertSent(type: NotificationClass, filter: SentFilter = {}): void {
    if (this.#count(type, filter) === 0) this.#fail(`${type.name} was not sent`, filter);
  }

  /** @throws AssertionError unless such a notification was sent exactly so many times */
  assertSentTimes(type: NotificationClass, times: number, filter: SentFilter = {}): void {
    const count = this.#count(type, filter);
    if (count !== times) this.#fail(`${type.name} was sent ${count} time(s) instead of ${times}`, filter);
  }

  /** @throws AssertionError if such a notification was sent */
  assertNotSent(type: NotificationClass, filter: SentFilter = {}): void {
    const count = this.#count(type, filter);
    if (count > 0) this.#fail(`${type.name} was sent ${count} time(s)`, filter);
  }

  /** @throws AssertionError if anything was sent */
  assertNothingSent(): void {
    if (this.#recorded.length > 0) this.#fail('something was sent', {});
  }

  async #record(target: Target, notification: Notification<never>): Promise<Delivery> {
    const { channel, notifiable, error } = target;
    const prepare = error !== undefined || this.#channels.has(channel);
    const prepared = prepare
      ? await prepareTarget(target, notification, (name) => this.#find(name), NEVER)
      : undefined;
    const about = { id: `fake_${randomUUID()}`, channel, attempts: 0, history: [] };
    if (prepared && 'error' in prepared) {
      return withNotifiable({ ...about, outcome: 'failed', error: prepared.error }, notifiable);
    }
    const payload = prepared && { payload: prepared.payload };
    this.#recorded.push({ notification, notifiable, channel, ...payload });
    return withNotifiable({ ...about, outcome: 'sent' }, notifiable);
  }

  #count(type: NotificationClass, { to, via, where = () => true }: SentFilter): number {
    return this.#recorded.filter(
      (one) =>
        one.notification instanceof type &&
        (to === undefined || isDeepStrictEqual(one.notifiable, to)) &&
        (via === undefined || one.channel === via) &&
        where(one),
    ).length;
  }

  #fail(what: string, { via }: SentFilter): never {
    const list = this.#recorded.map(
      ({ notification, channel }) => `${notification.constructor.name} via ${channel}`,
    );
    throw new AssertionError({
      message: `${what}${via === undefined ? '' : ` via ${via}`}. Sent: ${list.length === 0 ? 'nothing' : list.join(', ')}.`,
    });
  }

  #find(name: string): Channel {
    const channel = this.#channels.get(name);
    if (!channel) throw new ConfigurationError(`No channel "${name}" is registered.`);
    return channel;
  }
}
