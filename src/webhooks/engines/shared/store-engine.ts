import { ConfigError } from '../../../shared/errors.js';
import type {
  DeadFilter,
  DeliveryFilter,
  DurableEngine,
  EndedState,
  EngineHost,
  EngineStatus,
  EnqueueOptions,
  Job,
  Queued,
  RedeliverFilter,
  StopOptions,
} from '../../notifier/engine.js';
import { GRACE } from '../../notifier/active-work.js';
import type { EndpointHealth, HealthStore } from '../../notifier/endpoint-health.js';
import { Backlog } from '../../notifier/backlog.js';
import type { StoredDelivery } from '../../notifier/delivery.js';
import { DURABLE_RETRY } from '../../notifier/retry.js';
import { withinTime } from './store-errors.js';

type Awaitable<T> = T | Promise<T>;

/** An open store of deliveries, and the worker that makes attempts after `start`. */
export interface OpenStore {
  /** @param requireRunning throws if the engine was stopped meanwhile */
  start(host: EngineHost, requireRunning: () => void): Awaitable<void>;
  enqueue(job: Job, transaction: unknown): Promise<Queued>;
  /**
   * Restarts them at once, the oldest first, so that none overtakes an earlier one of its sequence.
   * @returns how many of them ended in this state
   */
  redeliver(ids: readonly string[], state: EndedState): Promise<number>;
  deliveries(filter: DeliveryFilter): Awaitable<readonly StoredDelivery[]>;
  status(): Awaitable<EngineStatus>;
  setPaused(isPaused: boolean): Promise<void>;
  readonly settings: Settings;
  wake?(): void;
  close(grace: number): Promise<void>;
}

export interface Settings {
  get(name: string): Awaitable<string | undefined>;
  set(name: string, value: string | undefined): Promise<void>;
}

interface StoreEngineSetup {
  /** Name of the class, for errors. */
  readonly name: string;
  readonly open: () => Promise<OpenStore>;
  /** Milliseconds that `enqueue` waits for the store. @default no limit */
  readonly enqueueTimeout?: number;
}

const TOGETHER = 100;

/** The parts of an engine that do not depend on its store. */
export abstract class StoreEngine implements DurableEngine {
  readonly isDurable = true;
  readonly keepsDead = true;
  readonly defaultRetry = DURABLE_RETRY;
  /** Health of endpoints, shared by all processes. It is also stored while the engine stops. */
  readonly health: HealthStore = {
    get: async (key) => {
      const text = await (await this.opened()).settings.get(`health ${key}`);
      return text === undefined ? undefined : (JSON.parse(text) as EndpointHealth);
    },
    set: async (key, health) =>
      (await this.opened()).settings.set(`health ${key}`, health && JSON.stringify(health)),
  };
  #storing = 0;
  readonly #backlog = new Backlog(() => this.#storing);
  #opening: Promise<OpenStore> | undefined;
  #isStarted = false;
  #stopping: Promise<void> | undefined;
  readonly #setup: StoreEngineSetup;

  /** @internal */
  protected constructor(setup: StoreEngineSetup) {
    this.#setup = setup;
  }

  async start(host: EngineHost): Promise<void> {
    this.requireRunning();
    if (this.#isStarted)
      throw new ConfigError(
        `This ${this.#setup.name} already belongs to a notifier. Give each notifier its own engine.`,
      );
    this.#isStarted = true;
    const requireRunning = this.requireRunning.bind(this);
    try {
      const store = await this.#open();
      requireRunning();
      await store.start(host, requireRunning);
    } catch (error) {
      requireRunning();
      this.#isStarted = false; // the next call retries
      throw error;
    }
  }

  /** Stores a job. Its class documents which connections `transaction` takes. */
  async enqueue(job: Job, { transaction }: Pick<EnqueueOptions, 'transaction'>): Promise<Queued> {
    const { size = 0 } = job;
    const { enqueueTimeout } = this.#setup;
    this.#storing += 1;
    this.#backlog.hold(size);
    try {
      const storing = this.#open().then(async (store) => {
        const queued = await store.enqueue(job, transaction);
        store.wake?.();
        return queued;
      });
      return await (enqueueTimeout === undefined ? storing : withinTime(storing, enqueueTimeout));
    } finally {
      this.#storing -= 1;
      this.#backlog.hold(-size);
    }
  }

  room(signal: AbortSignal): Promise<void> | undefined {
    return this.#backlog.room(signal);
  }

  async redeliver(id: string, state: EndedState = 'dead'): Promise<boolean> {
    return (await this.#redeliver([id], state)) > 0;
  }

  async redeliverAll(filter: RedeliverFilter = {}): Promise<number> {
    const { state = 'dead' } = filter;
    const listed = await this.deliveries({ limit: Infinity, ...filter, state });
    const ids = listed.map(({ id }) => id).reverse();
    let count = 0;
    for (let from = 0; from < ids.length; from += TOGETHER)
      count += await this.#redeliver(ids.slice(from, from + TOGETHER), state);
    return count;
  }

  async deliveries(filter: DeliveryFilter = {}): Promise<readonly StoredDelivery[]> {
    return (await this.#open()).deliveries(filter);
  }

  dead(filter: DeadFilter = {}): Promise<readonly StoredDelivery[]> {
    return this.deliveries({ ...filter, state: 'dead' });
  }

  async status(): Promise<EngineStatus> {
    return (await this.#open()).status();
  }

  async pause(): Promise<void> {
    await (await this.#open()).setPaused(true);
  }

  async resume(): Promise<void> {
    const store = await this.#open();
    await store.setPaused(false);
    store.wake?.();
  }

  /** Stops the engine. It cannot be used afterwards. */
  stop({ grace = GRACE }: StopOptions = {}): Promise<void> {
    return (this.#stopping ??= this.#close(grace));
  }

  /** @internal */
  protected requireRunning(): void {
    if (this.#stopping) throw new ConfigError(`This ${this.#setup.name} was stopped. Create a new one.`);
  }

  async #redeliver(ids: readonly string[], state: EndedState): Promise<number> {
    const store = await this.#open();
    const count = await store.redeliver(ids, state);
    store.wake?.();
    return count;
  }

  async #close(grace: number): Promise<void> {
    // A failure to open was already reported to the caller.
    const store = await this.#opening?.catch(() => undefined);
    await store?.close(grace);
  }

  async #open(): Promise<OpenStore> {
    this.requireRunning();
    return this.opened();
  }

  /** @internal */
  protected opened(): Promise<OpenStore> {
    return (this.#opening ??= this.#setup.open().catch((error: unknown) => {
      this.#opening = undefined; // the next call retries
      throw error;
    }));
  }
}
