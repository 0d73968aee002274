import { types } from 'node:util';
import { ConfigError, toError } from '../../shared/errors.js';
import { show } from '../../shared/values.js';
import type { EngineWarning } from './engine.js';
import type { ChannelResponse } from './channel.js';

/** What every event tells. */
export interface DeliveryEvent {
  /** The delivery's id, the same over all attempts. */
  readonly id: string;
  /** The message's id, the same over all attempts and endpoints. */
  readonly messageId: string;
  /** The channel's name. */
  readonly channel: string;
  /** Id of the endpoint, if the channel has endpoints. */
  readonly endpoint?: string;
  /** Where it goes: of a webhook scheme, host and port. Absent if the message could not be prepared. */
  readonly origin?: string;
  /** Who is notified; not enumerable. Absent where a durable engine works in another process. */
  readonly notifiable: unknown;
  /** Which attempt this is about, 1 for the first; 0 if none was made. */
  readonly attempt: number;
}

/** An attempt begins. */
export type SendingEvent = DeliveryEvent;

/** An attempt failed and another is planned. */
export interface RetryingEvent extends DeliveryEvent {
  /** Why the attempt failed. */
  readonly error: Error;
  /** What the receiver answered, if it did. */
  readonly response?: ChannelResponse;
  /** How long the failed attempt took, in milliseconds. */
  readonly duration: number;
  /** Milliseconds until the next attempt. */
  readonly delay: number;
}

/** The delivery arrived. */
export interface SentEvent extends DeliveryEvent {
  /** What the receiver answered. */
  readonly response?: ChannelResponse;
  /** How long the last attempt took, in milliseconds. */
  readonly duration: number;
}

/** The delivery ended without arriving. */
export interface FailedEvent extends DeliveryEvent {
  /** Why the last attempt failed. */
  readonly error: Error;
  /** What the receiver answered, if it did. */
  readonly response?: ChannelResponse;
  /** How long the last attempt took, in milliseconds; 0 if none was made. */
  readonly duration: number;
}

/** An endpoint has done nothing but fail for the time that `health` says. */
export interface HealthEvent {
  /** The channel's name. */
  readonly channel: string;
  /** The endpoint's id. */
  readonly endpoint: string;
  /** The first failure since the last success, in milliseconds since the epoch. */
  readonly failingSince: number;
  /** In a row. */
  readonly failures: number;
  /** The last one. */
  readonly error: Error;
}

/**
 * `sending` for each attempt, `retrying` when another is planned, then exactly one of `sent`, `gone`, `failed` and `dead`.
 * Of a durable engine they are emitted where the attempts are made.
 */
export interface NotifierEvents {
  /** An attempt begins. */
  sending: SendingEvent;
  /** An attempt failed and another is planned. */
  retrying: RetryingEvent;
  /** The delivery arrived. */
  sent: SentEvent;
  /** The receiver wants no more of it: it answered 410. */
  gone: FailedEvent;
  /** The last attempt failed. */
  failed: FailedEvent;
  /** Given up for good, and kept for `redeliver`. */
  dead: FailedEvent;
  /** An endpoint has failed for some time: whoever it belongs to should know. */
  failing: HealthEvent;
  /** For so long that the application should disable it. */
  disabled: HealthEvent;
  /** The engine has something to say to those who run it. Where nobody listens, it is a warning of the process. */
  warning: EngineWarning;
}

/** The events of a notifier: those about deliveries, about endpoints that fail, and warnings. */
export type EventName = keyof NotifierEvents;

/** The events about one delivery. */
export type DeliveryEventName = Exclude<EventName, 'failing' | 'disabled' | 'warning'>;

const EVENTS: readonly unknown[] = [
  'sending',
  'retrying',
  'sent',
  'gone',
  'failed',
  'dead',
  'failing',
  'disabled',
  'warning',
] satisfies EventName[];

/** What `notifier.on(name, listener)` calls; its answer is not awaited, its errors disturb no delivery. */
export type Listener<K extends EventName> = (event: NotifierEvents[K]) => unknown;

/** Calls listeners in order. One that throws or rejects becomes a process warning and disturbs nobody. */
export class EventHub {
  readonly #listeners: { [K in EventName]?: Set<Listener<K>> } = {};

  /** Returns a function that takes the listener off again. */
  on<K extends EventName>(name: K, listener: Listener<K>): () => void {
    requireEvent(name, listener);
    const listeners: Set<Listener<K>> = (this.#listeners[name] ??= new Set() as never);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  /** Whether anybody listens to an event: if not, it need not be made. */
  hasListeners(name: EventName): boolean {
    return (this.#listeners[name]?.size ?? 0) > 0;
  }

  emit<K extends EventName>(name: K, event: NotifierEvents[K]): void {
    for (const listener of [...(this.#listeners[name] ?? [])] as Listener<K>[]) {
      try {
        const result = listener(event);
        if (types.isPromise(result))
          result.catch((error: unknown) => {
            warn(name, error);
          });
      } catch (error) {
        warn(name, error);
      }
    }
  }
}

/** What an engine has to say, to those who listen or else to whoever reads the process's warnings. */
export function warnOf(warning: EngineWarning, events: EventHub): void {
  if (events.hasListeners('warning')) events.emit('warning', warning);
  else
    process.emitWarning(warning.message, {
      code: `DTOSPEC_${warning.code.toUpperCase().replaceAll('-', '_')}`,
    });
}

function requireEvent(name: unknown, listener: unknown): void {
  if (EVENTS.includes(name) && typeof listener === 'function') return;
  throw new ConfigError(
    `notifier.on(name, listener) needs an event (${EVENTS.join(', ')}) and a function, not ${show(name)} and ${show(listener)}.`,
  );
}

function warn(name: EventName, error: unknown): void {
  const { name: kind, message } = toError(error);
  process.emitWarning(`A listener of the event "${name}" failed: ${kind}: ${message}`, {
    code: 'DTOSPEC_LISTENER',
  });
}
