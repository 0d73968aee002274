import { requireNodeModule } from '../../shared/node-modules.js';
import {
  type Checks,
  FUNCTION,
  named,
  NON_EMPTY,
  NOT_NEGATIVE,
  type OptionChecks,
  requireFields,
  requireOptionNames,
} from '../../shared/checks.js';
import { ConfigError } from '../../shared/errors.js';
import { isConstructor, show } from '../../shared/values.js';
import {
  type AttemptResult,
  type Channel,
  type InlineNotification,
  type Notification,
  type Prepared,
  type PrepareRequest,
  requireChannel,
} from '../notifier/channel.js';
import { Notifier, type SendOptions } from '../notifier/notifier.js';
import type { NotifierOptions } from '../notifier/notifier-options.js';
import type { NotifiablesCheck, SendResult } from '../notifier/send.js';
import { StatusError } from './errors.js';
import { WebhookResponse } from './http/response.js';

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
  /**
   * The payload, if a channel was registered under that
   * name. For a webhook it has the bytes that would be sent.
   */
  readonly payload?: unknown;
}

export interface SentFilter {
  /** Recipient. It is compared by value. */
  readonly to?: unknown;
  /** Name of the channel. */
  readonly via?: string;
  /** Id of an endpoint. */
  readonly endpoint?: string;
  /** Returns whether to count a delivery. */
  readonly where?: (delivery: RecordedDelivery) => boolean;
}

type NotificationClass = abstract new (...args: never[]) => Notification<never>;

/** The payload of a fake channel. */
interface Recorded {
  readonly delivery: RecordedDelivery;
  readonly origin: string;
  /** True if the last attempt succeeded. */
  arrived: boolean;
}

interface PlayedFailure {
  readonly failure: number | Error;
  readonly filter: SentFilter;
  /** Number of attempts that will fail. */
  left: number;
}

/**
 * Replaces a `Notifier` in an application's tests: it sends nothing and records everything. Events, retries
 * (without waits) and results work as in a notifier. Registered channels build and check their messages;
 * without a registered channel, `via` may use any name.
 */
export class FakeNotifier extends Notifier {
  readonly #recorded: Recorded[] = [];
  readonly #failures: PlayedFailure[] = [];
  /** The deliveries that failed, for messages of assertions. */
  readonly #failed: string[] = [];
  #sends = 0;
  #isRegistered = false;

  /**
   * @param options options of a notifier; `engine` is ignored, and waits are skipped unless `runtime.sleep`
   *   is given
   */
  constructor({ engine, ...options }: NotifierOptions = {}) {
    const retry = options.retry ?? engine?.defaultRetry;
    super({
      ...options,
      ...(retry && { retry }),
      runtime: { sleep: () => Promise.resolve(), ...options.runtime },
    });
    this.on('failed', ({ channel, endpoint, error }) => {
      this.#failed.push(`${describe(channel, endpoint).trimStart()}: ${error.message}`);
    });
  }

  /**
   * Sends as a notifier does. A `transaction` is ignored:
   * the message counts as sent, also if it is rolled back.
   */
  override send<T, N = T>(
    to: NotifiablesCheck<T, N>,
    notification: Notification<N> | InlineNotification<N>,
    { transaction, ...options }: SendOptions = {},
  ): Promise<SendResult> {
    const end = (): void => {
      this.#sends -= 1;
    };
    const sending = super.send(to, notification, options);
    this.#sends += 1;
    sending.then(end, end);
    return sending;
  }

  override register(channel: Channel): this {
    requireChannel(channel);
    super.register(this.#record(channel));
    this.#isRegistered = true;
    return this;
  }

  /**
   * Makes attempts fail: with a receiver's status (410 means gone), or with an error, which is retried unless
   * its `retryable` is false.
   * @param filter selects the attempts and how many of them fail; @default all until `clear()`
   */
  fail(failure: number | Error, selection: SentFilter & { times?: number } = {}): this {
    checkSentFilter('fail', selection, { ...SENT_CHECKS, times: NOT_NEGATIVE });
    const { times = Infinity, ...filter } = selection;
    this.#failures.push({ failure, filter, left: times });
    return this;
  }

  /** Deliveries that would have arrived, in the order of sending. */
  get sent(): readonly RecordedDelivery[] {
    return this.#recorded.filter(({ arrived }) => arrived).map(({ delivery }) => delivery);
  }

  /** Removes all records and failures. */
  clear(): void {
    this.#recorded.length = 0;
    this.#failures.length = 0;
    this.#failed.length = 0;
  }

  /**
   * Asserts that a notification of the class was sent.
   * @throws AssertionError
   * @throws ConfigError for a field of the filter that is unknown or undefined
   */
  assertSent(type: NotificationClass, filter: SentFilter = {}): void {
    requireClass('assertSent', type);
    checkSentFilter('assertSent', filter);
    if (this.#count(type, filter) === 0) this.#complain(`${type.name} was not sent`, filter);
  }

  /**
   * Asserts that exactly `times` notifications of the class were sent.
   * @throws AssertionError
   */
  assertSentTimes(type: NotificationClass, times: number, filter: SentFilter = {}): void {
    requireClass('assertSentTimes', type);
    checkSentFilter('assertSentTimes', filter);
    const count = this.#count(type, filter);
    if (count !== times) this.#complain(`${type.name} was sent ${count} time(s) instead of ${times}`, filter);
  }

  /**
   * Asserts that no notification of the class was sent.
   * @throws AssertionError
   */
  assertNotSent(type: NotificationClass, filter: SentFilter = {}): void {
    requireClass('assertNotSent', type);
    checkSentFilter('assertNotSent', filter);
    const count = this.#count(type, filter);
    if (count > 0) this.#complain(`${type.name} was sent ${count} time(s)`, filter);
  }

  /**
   * Asserts that nothing was sent.
   * @throws AssertionError
   */
  assertNothingSent(): void {
    if (this.sent.length > 0) this.#complain('something was sent', {});
  }

  /** @internal */
  protected override get channelNames(): readonly string[] | undefined {
    return this.#isRegistered ? super.channelNames : undefined;
  }

  /** @internal */
  protected override channel(name: string): Channel {
    return this.#isRegistered ? super.channel(name) : this.#record(unregistered(name));
  }

  /** Returns a channel that prepares messages like the real one and sends nothing. */
  #record(channel: Channel): Channel<Recorded> {
    const { name } = channel;
    const record = (
      { notification, notifiable }: PrepareRequest,
      { payload, group, ...prepared }: Prepared<unknown>,
    ): Prepared<Recorded> => {
      const delivery = {
        notification: notification as Notification<never>,
        notifiable,
        channel: name,
        ...(prepared.endpoint !== undefined && { endpoint: prepared.endpoint }),
        ...(payload !== undefined && { payload }),
      };
      const recorded = { delivery, origin: group, arrived: false };
      this.#recorded.push(recorded);
      return { ...prepared, group, payload: recorded };
    };
    return {
      name,
      prepare: async (request) => {
        const prepared = await channel.prepare(request);
        if ('payload' in prepared) return record(request, prepared);
        return prepared.map((one) => ('error' in one ? one : record(request, one)));
      },
      attempt: (recorded) => {
        const result = this.#play(recorded);
        recorded.arrived = result.kind === 'sent';
        return Promise.resolve(result);
      },
      ping: async (endpoint) => {
        const prepared = await channel.ping?.(endpoint);
        if (!prepared) throw new ConfigError(`The channel "${name}" cannot ping, as a WebhookChannel does.`);
        const request = { notification: { via: () => [name] }, notifiable: endpoint, isStored: false };
        return 'error' in prepared ? prepared : record(request, prepared);
      },
      close: () => channel.close?.(),
    };
  }

  #play({ delivery, origin }: Recorded): AttemptResult {
    const played = this.#failures.find(({ filter, left }) => left > 0 && matches(delivery, filter));
    if (!played) return { kind: 'sent' };
    played.left -= 1;
    return playedResult(played.failure, origin);
  }

  #count(type: NotificationClass, filter: SentFilter): number {
    return this.sent.filter((one) => one.notification instanceof type && matches(one, filter)).length;
  }

  #complain(what: string, { via, endpoint }: SentFilter): never {
    const where = describe(via, endpoint);
    const list = this.sent.map(
      (one) => one.notification.constructor.name + describe(one.channel, one.endpoint),
    );
    const failed = this.#failed.length === 0 ? '' : ` Failed ${this.#failed.join(' Failed ')}`;
    const isEarly = this.#sends === 0 ? '' : ' A send has not ended: await notifier.send(…) first.';
    throw new (requireNodeModule('assert', 'A FakeNotifier').AssertionError)({
      message: `${what}${where}. Sent: ${list.length === 0 ? 'nothing' : list.join(', ')}.${failed}${isEarly}`,
    });
  }
}

const SENT_CHECKS: OptionChecks<SentFilter> = {
  to: { what: 'a recipient', holds: (value) => value !== undefined },
  via: named(NON_EMPTY, 'the name of a channel'),
  endpoint: named(NON_EMPTY, 'the id of an endpoint'),
  where: FUNCTION,
};

/** @throws ConfigError for anything other than a class */
function requireClass(method: string, type: unknown): void {
  if (isConstructor(type)) return;
  throw new ConfigError(
    `FakeNotifier.${method}(type) needs the class of a notification, as in ${method}(ParcelLeft), not ${show(type)}.`,
  );
}

/** @throws ConfigError for a field that is unknown or undefined: the filter would select all deliveries */
function checkSentFilter(method: string, filter: object, checks: Checks = SENT_CHECKS): void {
  const subject = `FakeNotifier.${method}(…, filter)`;
  requireOptionNames(subject, filter, Object.keys(checks));
  requireFields(subject, filter, checks);
}

/** Returns whether a delivery has what the filter names. */
function matches(delivery: RecordedDelivery, { to, via, endpoint, where = () => true }: SentFilter): boolean {
  if (via !== undefined && delivery.channel !== via) return false;
  if (endpoint !== undefined && delivery.endpoint !== endpoint) return false;
  if (to !== undefined && !isEqual(delivery.notifiable, to)) return false;
  return where(delivery);
}

function isEqual(left: unknown, right: unknown): boolean {
  return requireNodeModule('util', 'A FakeNotifier').isDeepStrictEqual(left, right);
}

function describe(via: string | undefined, endpoint: string | undefined): string {
  return (via === undefined ? '' : ` via ${via}`) + (endpoint === undefined ? '' : ` to ${endpoint}`);
}

function playedResult(failure: number | Error, origin: string): AttemptResult {
  if (typeof failure !== 'number') return { kind: 'failed', error: failure, retryable: isRetryable(failure) };
  const error = new StatusError(failure, origin);
  const kept = { body: new Uint8Array(0), truncated: false, stalled: false };
  const response = new WebhookResponse(failure, {}, kept);
  if (failure === 410) return { kind: 'gone', error, response };
  return { kind: 'failed', error, response, retryable: error.retryable };
}

function isRetryable(error: Error & { readonly retryable?: unknown }): boolean {
  return error.retryable !== false;
}

/** Returns a channel for a name without one. It prepares nothing. */
function unregistered(name: string): Channel {
  return {
    name,
    prepare: () => Promise.resolve({ payload: undefined, group: name }),
    ping: (endpoint) => {
      const { id } = endpoint as { readonly id?: string };
      return Promise.resolve({ payload: undefined, group: name, ...(id !== undefined && { endpoint: id }) });
    },
    attempt: () => Promise.resolve({ kind: 'sent' }),
  };
}
