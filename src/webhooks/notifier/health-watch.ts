import { ConfigError, messageOf } from '../../shared/errors.js';
import { OneByOne } from '../../shared/promises.js';
import type { DeliveryEngine, Job } from './engine.js';
import { NotificationError } from './errors.js';
import { type EventHub, warnOf } from './events.js';
import type { Runtime } from './runtime.js';
import type { AttemptResult } from './channel.js';
import {
  afterFailure,
  beforeAttempt,
  MemoryHealth,
  type EndpointHealth,
  type HealthStore,
  type ResolvedHealth,
} from './endpoint-health.js';

interface HealthContext {
  readonly options: ResolvedHealth;
  readonly engine: DeliveryEngine;
  readonly events: EventHub;
  readonly runtime: Runtime;
}

export class HealthWatch {
  readonly #store: HealthStore;
  /** By endpoint, so that concurrent updates do not overwrite each other. */
  readonly #turns = new OneByOne<string>();

  constructor(readonly context: HealthContext) {
    this.#store = context.engine.health ?? new MemoryHealth();
  }

  async waitUntil(job: Job): Promise<number | undefined> {
    const { engine, options, runtime } = this.context;
    if (!engine.isDurable) return undefined;
    return this.#safely(async (key) => {
      const before = beforeAttempt(await this.#store.get(key), runtime.now(), options);
      if (before && 'probe' in before) await this.#store.set(key, before.probe);
      return before && 'waitUntil' in before ? before.waitUntil : undefined;
    }, job);
  }

  async note(job: Job, result: AttemptResult, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    await this.#safely(async (key) => {
      const health = await this.#store.get(key);
      if (result.kind === 'sent') {
        if (health) await this.#store.set(key, undefined);
      } else if (isFault(result)) await this.#noteFailure(key, job, result.error);
      // The endpoint was not asked, so the circuit must not wait for a test of it.
      else if (health?.openUntil !== undefined) await this.#store.set(key, withoutCircuit(health));
    }, job);
  }

  async #noteFailure(key: string, { channel, endpoint }: Job, error: Error): Promise<void> {
    const { events, options, runtime } = this.context;
    const { health, tell } = afterFailure(await this.#store.get(key), runtime.now(), options);
    await this.#store.set(key, health);
    const { failingSince, failures } = health;
    for (const name of tell)
      events.emit(name, { channel, endpoint: endpoint ?? '', failingSince, failures, error });
  }

  /** An error of the store does not affect deliveries. */
  async #safely<T>(ask: (key: string) => Promise<T>, { channel, endpoint }: Job): Promise<T | undefined> {
    if (endpoint === undefined) return undefined;
    try {
      const key = `${channel} ${endpoint}`;
      return await this.#turns.run(key, () => ask(key));
    } catch (cause) {
      const reason = messageOf(cause);
      const message = `How the endpoint "${endpoint}" fares could not be stored: ${reason}.`;
      warnOf({ code: 'endpoint-health', message, cause }, this.context.events);
      return undefined;
    }
  }
}

/** Returns whether the endpoint failed, and not the application or this process. */
function isFault(result: Exclude<AttemptResult, { kind: 'sent' }>): boolean {
  if (result.kind === 'gone') return true;
  return (
    result.retryable && !(result.error instanceof NotificationError || result.error instanceof ConfigError)
  );
}

function withoutCircuit({ openUntil, probes, ...health }: EndpointHealth): EndpointHealth {
  return health;
}
