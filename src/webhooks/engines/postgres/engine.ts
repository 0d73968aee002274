import type { Db } from 'pg-boss';
import { setTimeout as wait } from 'node:timers/promises';
import { ConfigError } from '../../../shared/errors.js';
import { OneByOne } from '../../../shared/promises.js';
import type {
  DeliveryFilter,
  DurableEngine,
  EndedState,
  EngineHost,
  EngineStatus,
  EnqueueOptions,
  Job,
  Queued,
  StopOptions,
} from '../../notifier/engine.js';
import type { HealthStore } from '../../notifier/endpoint-health.js';
import { LONGEST_TIMER } from '../../notifier/runtime.js';
import type { StoredDelivery } from '../../notifier/queue/stored-delivery.js';
import { GRACE, HEED } from '../../notifier/attempts/active-work.js';
import { idOf } from '../shared/job-data.js';
import { Warner, withinTime } from '../shared/store-errors.js';
import { openBoss, requireNode, type OpenBoss } from './boss.js';
import { Jobs } from './jobs.js';
import { listDeliveries, readStatus } from './list.js';
import {
  resolvePostgresOptions,
  type PostgresEngineOptions,
  type ResolvedPostgresOptions,
} from './options.js';
import { StoreEngine } from '../shared/store-engine.js';
import { Settings } from './settings.js';
import { Worker } from './worker.js';

interface Opened {
  readonly open: OpenBoss;
  readonly jobs: Jobs;
  readonly settings: Settings;
}

/**
 * Keeps deliveries in PostgreSQL, in the tables of pg-boss. Any number of processes and machines may share them.
 * Processes that call `notifier.start()` make attempts; the others only store.
 * @example
 * const engine = new PostgresEngine({ connection: process.env.DATABASE_URL });
 */
export class PostgresEngine extends StoreEngine implements DurableEngine {
  /** @internal */
  protected override readonly engineName = 'PostgresEngine';
  readonly health: HealthStore = {
    // Also works while the engine stops: attempts under way may still end.
    get: async (key) => (await (this.#opening ?? this.#open())).settings.get(key),
    set: async (key, health) => (await (this.#opening ?? this.#open())).settings.set(key, health),
  };
  readonly #options: ResolvedPostgresOptions;
  /** Runs stores of one sequence in order, since the connections of a pool would mix them. */
  readonly #sequences = new OneByOne<string>();
  /** Runs stores of one connection in order, since it runs one statement at a time. */
  readonly #transactions = new OneByOne<unknown>();
  #host: EngineHost | undefined;
  #warner: Warner | undefined;
  #opening: Promise<Opened> | undefined;
  #worker: Worker | undefined;
  #notifying: Promise<void> | undefined;

  /** @throws ConfigError for options that cannot work, and on Node.js before 22.12 */
  constructor(options: PostgresEngineOptions) {
    super();
    requireNode();
    this.#options = resolvePostgresOptions(options);
  }

  async start(host: EngineHost): Promise<void> {
    this.requireFree(this.#host);
    this.#host = host;
    this.#warner = new Warner(host);
    try {
      const opened = await this.#open();
      this.requireRunning();
      this.#worker = new Worker({ host, ...opened, options: this.#options });
    } catch (error) {
      this.#host = undefined; // the next call tries again
      throw error;
    }
  }

  /** Stores a job. `transaction` is a client of `pg` inside a transaction in the same database. */
  async enqueue(job: Job, { transaction }: Pick<EnqueueOptions, 'transaction'>): Promise<Queued> {
    const storing = transaction === undefined ? this.#store(job) : this.#storeWithin(transaction, job);
    const isNew = await withinTime(storing, this.#options.enqueueTimeout);
    if (this.#worker) this.#worker.wake();
    else this.#notify();
    const id = idOf(job);
    const isDead = !isNew && (await (await this.#open()).jobs.isDead(id));
    return { kind: 'queued', id, isDead };
  }

  async #store(job: Job): Promise<boolean> {
    const { jobs, open } = await this.#open();
    const { sequence } = job;
    if (sequence === undefined) return jobs.add(job, undefined);
    return this.#sequences.run(sequence, () => open.transact((db) => jobs.add(job, db)));
  }

  async #storeWithin(transaction: unknown, job: Job): Promise<boolean> {
    const { jobs } = await this.#open();
    const db = databaseOf(transaction);
    return this.#transactions.run(transaction, () => jobs.add(job, db));
  }

  #notify(): void {
    this.#notifying ??= this.#open()
      .then(({ settings }) => settings.notify())
      .catch(() => undefined)
      .finally(() => (this.#notifying = undefined));
  }

  async redeliver(id: string, state: EndedState = 'dead'): Promise<boolean> {
    const { jobs } = await this.#open();
    const isKnown = await jobs.redeliver(id, state);
    if (this.#worker) this.#worker.wake();
    else this.#notify();
    return isKnown;
  }

  async deliveries(filter: DeliveryFilter = {}): Promise<readonly StoredDelivery[]> {
    const { open } = await this.#open();
    return listDeliveries(open, this.#options, filter);
  }

  async status(): Promise<EngineStatus> {
    const { open, settings } = await this.#open();
    return readStatus(open, this.#options, await settings.isPaused());
  }

  async pause(): Promise<void> {
    await (await this.#open()).settings.pause();
  }

  async resume(): Promise<void> {
    const { settings } = await this.#open();
    await settings.resume();
    await settings.notify();
    this.#worker?.wake();
  }

  /** @internal */
  protected override async close({ grace = GRACE }: StopOptions): Promise<void> {
    const opening = this.#opening?.catch(() => undefined);
    const closing = (async () => {
      await this.#worker?.stop({ grace });
      await this.#notifying;
      await (await opening)?.open.boss.stop({ graceful: false });
      return true;
    })();
    const timer = new AbortController();
    const late = wait(Math.min(grace + 2 * HEED, LONGEST_TIMER), false, { signal: timer.signal });
    const hasEnded = await Promise.race([closing, late]);
    timer.abort();
    if (hasEnded) return;
    const message =
      'The database did not respond while the engine stopped. Unfinished attempts are repeated later.';
    this.#host?.warn({ code: 'postgres-stop', message });
    (await opening)?.open.breakOff();
    await closing.catch(() => undefined);
  }

  async #open(): Promise<Opened> {
    this.requireRunning();
    this.#opening ??= this.#openOnce();
    return this.#opening;
  }

  async #openOnce(): Promise<Opened> {
    try {
      const open = await openBoss(this.#options, (error) => {
        this.#warner?.warn('postgres', 'pg-boss reports an error', error);
      });
      return { open, jobs: new Jobs(open, this.#options), settings: new Settings(open, this.#options) };
    } catch (error) {
      this.#opening = undefined; // the next call tries again
      throw error;
    }
  }
}

function databaseOf(transaction: unknown): Db {
  const client = transaction as {
    query?: (text: string, values?: unknown[]) => ReturnType<Db['executeSql']>;
  } | null;
  if (typeof client?.query !== 'function')
    throw new ConfigError(
      'The transaction of a PostgresEngine must be a pg client with query(), inside a transaction of your application.',
    );
  const { query } = client;
  return { executeSql: (text, values) => query.call(client, text, values) };
}
