import { BOOLEAN, requireKnownOptions } from '../../../shared/checks.js';
import { ConfigError } from '../../../shared/errors.js';
import { isStorable } from '../../../shared/storable.js';
import { isRecord } from '../../../shared/values.js';
import {
  checkFilter,
  type CancelFilter,
  type CheckedFilter,
  type DeadFilter,
  type DeliveryFilter,
  type EndedState,
  type EraseFilter,
  type RedeliverFilter,
} from '../../notifier/delivery-filter.js';
import type {
  DurableEngine,
  EngineHost,
  EngineStatus,
  EnqueueOptions,
  Job,
  Queued,
  StatusOptions,
  StopOptions,
} from '../../notifier/engine.js';
import type { RateStore } from '../../notifier/attempts/rate.js';
import { GRACE } from '../../notifier/active-work.js';
import type { EndpointHealth } from '../../notifier/endpoint-health.js';
import { pauseEndpoint, resumeEndpoint } from '../../notifier/endpoint-pauses.js';
import type { EndpointPause, EndpointStore, ResumeEndpointOptions } from '../../notifier/endpoint-store.js';
import { Backlog } from '../../notifier/backlog.js';
import { MessageWaitingError } from '../../notifier/errors.js';
import { describeJob, type StoredDelivery } from '../../notifier/delivery.js';
import { DURABLE_RETRY } from '../../notifier/retry.js';
import { unpackJob } from '../../notifier/queue/pack-job.js';
import { wait } from '../../notifier/runtime.js';
import { FRESH } from './cancellations.js';
import type { Awaitable, SettingKind, Settings } from './settings.js';
import { withinTime } from './store-errors.js';
import { Unattended } from './unattended.js';

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
  /** @returns how many of them ended in this state, and are deleted */
  discard(ids: readonly string[], state: EndedState): Promise<number>;
  /**
   * Ends those that wait as `cancelled`, and marks those that a worker has (`settings`, kind `cancel`): they
   * end as `cancelled` in place of a further attempt.
   */
  cancel(ids: readonly string[]): Promise<Cancelling>;
  /** @returns how many of them had ended, and have no body and no answers any more */
  erase(ids: readonly string[]): Promise<number>;
  deliveries(filter: CheckedFilter): Awaitable<readonly StoredDelivery[]>;
  /** Returns the text of a job, as `packJob` wrote it; empty if it was erased. */
  job(id: string): Awaitable<string | undefined>;
  status(byEndpoint: boolean): Awaitable<StoreStatus>;
  /** Returns whether a worker that is alive has a delivery. */
  isAttended(): Awaitable<boolean>;
  isPaused(): Awaitable<boolean>;
  setPaused(isPaused: boolean): Promise<void>;
  /** Small values that all processes share. */
  readonly settings: Settings;
  readonly rates: Required<RateStore>;
  /** Looks for due deliveries at once, in this process or in another one. */
  wake?(): void;
  /** @param grace milliseconds that running attempts have to end */
  close(grace: number): Promise<void>;
}

/** Numbers of deliveries that `cancel` found waiting. */
export interface Cancelling {
  readonly ended: number;
  /** Those that a worker has. */
  readonly underWay: number;
}

export type StoreStatus = Omit<EngineStatus, 'pausedEndpoints'>;

interface StoreEngineSetup {
  /** Name of the class, for errors. */
  readonly name: string;
  readonly open: () => Promise<OpenStore>;
  /** Milliseconds that `enqueue` waits for the store. @default no limit */
  readonly enqueueTimeout?: number;
}

const BATCH_SIZE = 100;

/** The parts of an engine that do not depend on its store. */
export abstract class StoreEngine implements DurableEngine {
  readonly isDurable = true;
  readonly keepsDead = true;
  readonly defaultRetry = DURABLE_RETRY;
  /** Health of endpoints, shared by all processes. It is also stored while the engine stops. */
  readonly health: EndpointStore<EndpointHealth> = this.#storeOf('health');
  /** Paused endpoints, shared by all processes. */
  readonly pauses: EndpointStore<EndpointPause> = this.#storeOf('pause');
  /** Turns at endpoints that have a rate, shared by all processes. */
  readonly rates: Required<RateStore> = {
    take: async (key, pace) => (await this.opened()).rates.take(key, pace),
    hasten: async (deliveries) => {
      if (this.#stopping) return 0; // they come back by themselves
      const store = await this.opened();
      const count = await store.rates.hasten(deliveries);
      store.wake?.();
      return count;
    },
  };
  #storing = 0;
  readonly #backlog = new Backlog(() => this.#storing);
  #opening: Promise<OpenStore> | undefined;
  #isStarted = false;
  #stopping: Promise<void> | undefined;
  readonly #setup: StoreEngineSetup;
  readonly #unattended: Unattended;

  /** @internal */
  protected constructor(setup: StoreEngineSetup) {
    this.#setup = setup;
    this.#unattended = new Unattended(setup.name, async (id) => {
      const store = await this.#open();
      const [delivery] = await list(store, { id, limit: 1 });
      return (await store.isPaused()) || (await store.isAttended()) ? undefined : delivery;
    });
  }

  async start(host: EngineHost): Promise<void> {
    this.requireRunning();
    if (!isRecord(host))
      throw new ConfigError(
        `${this.#setup.name}.start(host) is called by a notifier. ` +
          'Pass the engine to new Notifier({ engine }), and call notifier.start().',
      );
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
      this.#unattended.end();
    } catch (error) {
      requireRunning();
      this.#isStarted = false; // the next call retries
      throw error;
    }
  }

  /** Stores a job. Its class documents which connections `transaction` takes. */
  async enqueue(job: Job, { transaction }: Pick<EnqueueOptions, 'transaction'>): Promise<Queued> {
    requireStorable(job);
    const { size = 0 } = job;
    const { enqueueTimeout } = this.#setup;
    this.#storing += 1;
    this.#backlog.hold(size);
    try {
      const storing = this.#open().then(async (store) => {
        const queued = await store.enqueue(job, transaction);
        store.wake?.();
        this.#unattended.watch(queued.id, job);
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
    const checked = checkFilter(this.#setup.name, 'redeliverAll', filter);
    return this.#inBatches(checked, (ids, state) => this.#redeliver(ids, state));
  }

  async discardAll(filter: RedeliverFilter): Promise<number> {
    const checked = checkFilter(this.#setup.name, 'discardAll', filter);
    const store = await this.#open();
    return this.#inBatches(checked, (ids, state) => store.discard(ids, state));
  }

  async cancel(selected: string | CancelFilter): Promise<number> {
    const checked = checkFilter(this.#setup.name, 'cancel', selected);
    const store = await this.#open();
    // A store may list waiting deliveries in another order
    // than that of their times, so the limit comes after it.
    const listed = await list(store, { ...checked, limit: Infinity, state: 'waiting' });
    // The latest first: the end of an earlier one of a sequence would make the next one due.
    const ids = listed.slice(0, checked.limit).map(({ id }) => id);
    const total = { ended: 0, underWay: 0 };
    for (let from = 0; from < ids.length; from += BATCH_SIZE) {
      const { ended, underWay } = await store.cancel(ids.slice(from, from + BATCH_SIZE));
      total.ended += ended;
      total.underWay += underWay;
    }
    // Until each process has read the marks.
    if (total.underWay > 0) await wait(FRESH);
    if (total.ended > 0) store.wake?.();
    return total.ended + total.underWay;
  }

  async erase(filter: EraseFilter): Promise<number> {
    const { messageId = '' } = checkFilter(this.#setup.name, 'erase', filter);
    const store = await this.#open();
    const ended = await listEnded(store, messageId);
    const count = await store.erase(ended.map(({ id }) => id));
    await listEnded(store, messageId); // `redeliver` may have restarted one meanwhile
    return count;
  }

  async deliveries(filter: DeliveryFilter = {}): Promise<readonly StoredDelivery[]> {
    const checked = checkFilter(this.#setup.name, 'deliveries', filter);
    return list(await this.#open(), checked);
  }

  async dead(filter: DeadFilter = {}): Promise<readonly StoredDelivery[]> {
    const checked = checkFilter(this.#setup.name, 'dead', filter);
    return list(await this.#open(), { ...checked, state: 'dead' });
  }

  async job(id: string): Promise<Job | undefined> {
    const text = isStorable(id) ? await (await this.#open()).job(id) : undefined;
    return text === undefined || text === '' ? undefined : unpackJob(text);
  }

  async status(options: StatusOptions = {}): Promise<EngineStatus> {
    requireKnownOptions(`${this.#setup.name}.status(options)`, options, { byEndpoint: BOOLEAN });
    const status = await (await this.#open()).status(options.byEndpoint === true);
    return { ...status, pausedEndpoints: [...(await this.pauses.list()).keys()] };
  }

  async isPaused(): Promise<boolean> {
    return (await this.opened()).isPaused();
  }

  async pause(): Promise<void> {
    await (await this.#open()).setPaused(true);
  }

  async resume(): Promise<void> {
    const store = await this.#open();
    await store.setPaused(false);
    store.wake?.();
  }

  pauseEndpoint(id: string): Promise<void> {
    return pauseEndpoint(this, id);
  }

  resumeEndpoint(id: string, options?: ResumeEndpointOptions): Promise<number> {
    return resumeEndpoint(this, id, options);
  }

  /** Stops the engine. It cannot be used afterwards. */
  stop({ grace = GRACE }: StopOptions = {}): Promise<void> {
    this.#unattended.end();
    return (this.#stopping ??= this.#close(grace));
  }

  /** @internal */
  protected requireRunning(): void {
    if (this.#stopping) throw new ConfigError(`This ${this.#setup.name} was stopped. Create a new one.`);
  }

  async #redeliver(ids: readonly string[], state: EndedState): Promise<number> {
    const store = await this.#open();
    const count = await store.redeliver(ids.filter(isStorable), state);
    store.wake?.();
    return count;
  }

  /** Selects deliveries, and passes their ids to `change` in batches, the oldest first. */
  async #inBatches(
    filter: CheckedFilter,
    change: (ids: readonly string[], state: EndedState) => Promise<number>,
  ): Promise<number> {
    const { state = 'dead' } = filter as RedeliverFilter;
    const store = await this.#open();
    const listed = await list(store, { limit: Infinity, ...filter, state });
    const ids = listed.map(({ id }) => id).reverse();
    let count = 0;
    for (let from = 0; from < ids.length; from += BATCH_SIZE)
      count += await change(ids.slice(from, from + BATCH_SIZE), state);
    return count;
  }

  #storeOf<T>(kind: SettingKind): EndpointStore<T> {
    const settings = async (): Promise<Settings> => (await this.opened()).settings;
    return {
      get: async (key) => {
        const text = await (await settings()).get(kind, key);
        return text === undefined ? undefined : (JSON.parse(text) as T);
      },
      set: async (key, value) =>
        (await settings()).set(kind, key, value === undefined ? undefined : JSON.stringify(value)),
      list: async () => {
        const entries = await (await settings()).list(kind);
        return new Map(entries.map(([key, text]) => [key, JSON.parse(text) as T]));
      },
    };
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

/** Lists deliveries. None has a text that PostgreSQL refuses, also in a filter. */
async function list(store: OpenStore, filter: CheckedFilter): Promise<readonly StoredDelivery[]> {
  const texts = [filter.id, filter.messageId, filter.endpoint, filter.event];
  return texts.every((text) => text === undefined || isStorable(text)) ? store.deliveries(filter) : [];
}

/** @throws MessageWaitingError if a delivery of the message has not ended */
async function listEnded(store: OpenStore, messageId: string): Promise<readonly StoredDelivery[]> {
  const deliveries = await list(store, { messageId, limit: Infinity });
  const open = deliveries.filter(({ state }) => state === 'waiting' || state === 'unreadable');
  if (open.length === 0) return deliveries;
  throw new MessageWaitingError(
    messageId,
    open.map(({ id }) => id),
  );
}

/** Each engine rejects what one of them cannot store, before it stores anything. */
function requireStorable(job: Job): void {
  const wrong = Object.entries(describeJob(job)).find(([, text]) => !isStorable(text));
  if (wrong)
    throw new TypeError(
      `its ${wrong[0]} ${JSON.stringify(wrong[1])} contains U+0000 or an unpaired surrogate, which PostgreSQL cannot store. Take the character out.`,
    );
}
