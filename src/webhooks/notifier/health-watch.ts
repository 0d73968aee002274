import { ConfigError, messageOf } from '../../shared/errors.js';
import { OneByOne } from '../../shared/promises.js';
import type { DeliveryEngine, Job } from './engine.js';
import { NotificationError } from './errors.js';
import { type EventHub, warnOf } from './events.js';
import { MemoryEndpointStore, type EndpointStore } from './endpoint-store.js';
import type { Runtime } from './runtime.js';
import type { AttemptResult } from './channel.js';
import {
  afterFailure,
  beforeAttempt,
  type DisableEndpoint,
  type EndpointHealth,
  type HealthEvent,
  type ResolvedHealth,
} from './endpoint-health.js';

interface HealthContext {
  readonly options: ResolvedHealth;
  readonly engine: DeliveryEngine;
  readonly events: EventHub;
  readonly runtime: Runtime;
}

export class HealthWatch {
  readonly #store: EndpointStore<EndpointHealth>;
  /** Runs updates of one endpoint in order, so that they do not overwrite each other. */
  readonly #turns = new OneByOne<string>();
  readonly #disabling = new Set<string>();

  constructor(readonly context: HealthContext) {
    this.#store = context.engine.health ?? new MemoryEndpointStore();
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
    if (signal.aborted || result.kind === 'paused') return;
    await this.#safely(async (key) => {
      const health = await this.#store.get(key);
      if (result.kind === 'sent') {
        if (health) await this.#store.set(key, undefined);
      } else if (isFault(result)) await this.#noteFailure(key, job, result.error);
      // No request was sent to the endpoint, so the circuit must not wait for the result of a test attempt.
      else if (health?.openUntil !== undefined) await this.#store.set(key, withoutCircuit(health));
    }, job);
  }

  async #noteFailure(key: string, { channel, endpoint }: Job, error: Error): Promise<void> {
    const { events, options, runtime } = this.context;
    const before = await this.#store.get(key);
    const { health, tell } = afterFailure(before, runtime.now(), options);
    const { failingSince, failures } = health;
    const about = { channel, endpoint: endpoint ?? '', failingSince, failures, error };
    const { disable } = options;
    const isDisabling = disable !== undefined && tell.includes('disabled');
    // Until the application has disabled the endpoint, the next failure must call it again.
    await this.#store.set(key, isDisabling ? { ...health, announced: 'failing' } : health);
    for (const name of tell)
      if (name === 'disabled' && disable) void this.#disable(key, about, disable);
      else events.emit(name, about);
  }

  async #disable(key: string, about: HealthEvent, disable: DisableEndpoint | 'pause'): Promise<void> {
    if (this.#disabling.has(key)) return;
    this.#disabling.add(key);
    try {
      if (disable === 'pause') await this.#pause(about.endpoint);
      else await disable(about);
      await this.#turns.run(key, () => this.#store.set(key, undefined));
      this.context.events.emit('disabled', about);
    } catch (cause) {
      this.#warn(`The endpoint "${about.endpoint}" could not be disabled`, cause);
    } finally {
      this.#disabling.delete(key);
    }
  }

  async #pause(endpoint: string): Promise<void> {
    const { engine, runtime } = this.context;
    await engine.pauses?.set(endpoint, { since: runtime.now() });
  }

  async #safely<T>(ask: (key: string) => Promise<T>, { channel, endpoint }: Job): Promise<T | undefined> {
    if (endpoint === undefined) return undefined;
    try {
      const key = `${channel} ${endpoint}`;
      return await this.#turns.run(key, () => ask(key));
    } catch (cause) {
      this.#warn(`The health of the endpoint "${endpoint}" could not be stored`, cause);
      return undefined;
    }
  }

  #warn(what: string, cause: unknown): void {
    const message = `${what}: ${messageOf(cause)}.`;
    warnOf({ code: 'endpoint-health', message, cause }, this.context.events);
  }
}

/** Returns whether the endpoint caused the failure, instead of the application or this process. */
function isFault(result: Exclude<AttemptResult, { kind: 'sent' | 'paused' }>): boolean {
  if (result.kind === 'gone') return true;
  return (
    result.retryable && !(result.error instanceof NotificationError || result.error instanceof ConfigError)
  );
}

function withoutCircuit({ openUntil, probes, ...health }: EndpointHealth): EndpointHealth {
  return health;
}
