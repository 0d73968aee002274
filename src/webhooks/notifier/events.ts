import { emitWarning, isProduction } from '../../shared/runtime.js';
import { DeliveryAbortedError } from './errors.js';
import { ConfigError, toError } from '../../shared/errors.js';
import { show } from '../../shared/values.js';
import { promiseOf } from './awaitable.js';
import type { DeliveryIdentity } from './delivery.js';
import type { HealthEvent } from './endpoint-health.js';
import type { EngineWarning } from './engine.js';
import type { ChannelResponse } from './channel.js';

/** Properties of all delivery events. */
export interface DeliveryEvent extends DeliveryIdentity {
  /** The notifiable; not enumerable. Absent if a durable engine runs in another process. */
  readonly notifiable: unknown;
  /** Number of the attempt, from 1; 0 if none was made. */
  readonly attempt: number;
}

/** Emitted when an attempt starts. */
export type SendingEvent = DeliveryEvent;

/** Emitted when the delivery arrived. */
export interface SentEvent extends DeliveryEvent {
  /** The response, if any was received. */
  readonly response?: ChannelResponse;
  /** Duration of the last attempt, in milliseconds; 0 if none was made. */
  readonly duration: number;
}

/** Emitted when the delivery ended without arriving. */
export interface FailedEvent extends SentEvent {
  /** The error of the last attempt. */
  readonly error: Error;
}

/** Emitted when an attempt failed and another one is planned. */
export interface RetryingEvent extends FailedEvent {
  /** Milliseconds until the next attempt. */
  readonly delay: number;
}

/**
 * The events of a notifier. A delivery emits `sending` for each attempt, `retrying` when another is planned,
 * then exactly one of `sent`, `gone`, `failed`, `dead` and `paused`. With a durable engine, the process that
 * makes the attempts emits them.
 */
export interface NotifierEvents {
  /** An attempt starts. */
  sending: SendingEvent;
  /** An attempt failed and another one is planned. */
  retrying: RetryingEvent;
  /** The delivery arrived. */
  sent: SentEvent;
  /** The receiver responded with status 410. */
  gone: FailedEvent;
  /** The last attempt failed. */
  failed: FailedEvent;
  /** The delivery failed and is kept for `redeliver`. */
  dead: FailedEvent;
  /** The endpoint is paused or disabled. A durable engine keeps the delivery for `redeliver`. */
  paused: DeliveryEvent;
  /** An endpoint has failed for `failingAfter`: inform its owner. */
  failing: HealthEvent;
  /** An endpoint has failed for `disabledAfter`: the application should disable it. */
  disabled: HealthEvent;
  /** A warning of the engine. Without a listener it becomes a process warning. */
  warning: EngineWarning;
}

/** Names of all events: about deliveries, endpoint health and warnings. */
export type EventName = keyof NotifierEvents;

export type DeliveryEventName = Exclude<EventName, 'failing' | 'disabled' | 'warning'>;

const EVENTS: readonly unknown[] = [
  'sending',
  'retrying',
  'sent',
  'gone',
  'failed',
  'dead',
  'paused',
  'failing',
  'disabled',
  'warning',
] satisfies EventName[];

/**
 * Listener for `notifier.on(name, listener)`. Its result is
 * not awaited, and its errors do not affect deliveries.
 */
export type Listener<K extends EventName> = (event: NotifierEvents[K]) => unknown;

export class EventHub {
  readonly #listeners: { [K in EventName]?: Set<Listener<K>> } = {};
  #hasWarned = false;

  on<K extends EventName>(name: K, listener: Listener<K>): () => void {
    requireEvent(name, listener);
    const listeners: Set<Listener<K>> = (this.#listeners[name] ??= new Set() as never);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }

  hasListeners(name: EventName): boolean {
    return (this.#listeners[name]?.size ?? 0) > 0;
  }

  /**
   * Emits a process warning, outside production, for the first delivery that is lost while nothing listens.
   */
  warnOfLost(
    name: 'failed' | 'dead',
    { channel, endpoint }: { readonly channel: string; readonly endpoint?: string },
    error: Error,
  ): void {
    if (this.#hasWarned || this.hasListeners(name) || isProduction()) return;
    // The application has ended it.
    if (error instanceof DeliveryAbortedError) return;
    this.#hasWarned = true;
    const where = endpoint === undefined ? '' : ` at endpoint ${endpoint}`;
    const reason = error.message.replace(/[.!?]$/, '');
    emitWarning(
      `A delivery through channel "${channel}"${where} ended as ${name}, and nothing listens: ${reason}. Add notifier.on('${name}', ({ error }) => console.error(error)).`,
      { type: 'WebhookWarning', code: 'DTOSPEC_LOST_DELIVERY' },
    );
  }

  emit<K extends EventName>(name: K, event: NotifierEvents[K]): void {
    for (const listener of [...(this.#listeners[name] ?? [])] as Listener<K>[]) {
      try {
        promiseOf(listener(event))?.catch((error: unknown) => {
          warn(name, error);
        });
      } catch (error) {
        warn(name, error);
      }
    }
  }
}

export function warnOf(warning: EngineWarning, events: EventHub): void {
  if (events.hasListeners('warning')) events.emit('warning', warning);
  else warnProcess(warning);
}

/** Emits the warning of an engine as a process warning. */
export function warnProcess({ code, message }: EngineWarning): void {
  emitWarning(message, { code: `DTOSPEC_${code.toUpperCase().replaceAll('-', '_')}` });
}

function requireEvent(name: unknown, listener: unknown): void {
  if (EVENTS.includes(name) && typeof listener === 'function') return;
  throw new ConfigError(
    `notifier.on(name, listener) needs an event (${EVENTS.join(', ')}) and a function, not ${show(name)} and ${show(listener)}.`,
  );
}

function warn(name: EventName, error: unknown): void {
  const { name: kind, message } = toError(error);
  emitWarning(`A listener of the event "${name}" failed: ${kind}: ${message}`, {
    code: 'DTOSPEC_LISTENER',
  });
}
