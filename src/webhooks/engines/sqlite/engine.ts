import { ConfigError } from '../../../shared/errors.js';
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
import type { EndpointHealth, HealthStore } from '../../notifier/endpoint-health.js';
import { LONGEST_TIMER } from '../../notifier/runtime.js';
import type { StoredDelivery } from '../../notifier/queue/stored-delivery.js';
import { GRACE, HEED } from '../../notifier/attempts/active-work.js';
import { openDatabase, type Database, type SqliteConnection } from './database.js';
import { listDeliveries, readStatus } from './list.js';
import { resolveSqliteOptions, type ResolvedSqliteOptions, type SqliteEngineOptions } from './options.js';
import { StoreEngine } from '../shared/store-engine.js';
import { Store } from './store.js';
import { Worker } from './worker.js';
import { Writer } from './writer.js';

interface Opened {
  readonly database: Database;
  readonly store: Store;
  readonly writer: Writer;
}

/**
 * Keeps deliveries in a SQLite file on one machine, without a server. Several processes may share the file. Processes
 * that call `notifier.start()` make attempts; the others only store.
 */
export class SqliteEngine extends StoreEngine implements DurableEngine {
  /** @internal */
  protected override readonly engineName = 'SqliteEngine';
  /** Health of endpoints, stored in the file. */
  readonly health: HealthStore = {
    get: async (key) => {
      const { store } = await this.#open();
      const text = store.db.setting(`health ${key}`);
      return text === undefined ? undefined : (JSON.parse(text) as EndpointHealth);
    },
    set: async (key, health) => {
      const { store, writer } = await this.#open();
      await writer.write(() => {
        store.db.setSetting(`health ${key}`, health && JSON.stringify(health));
      });
    },
  };
  readonly #options: ResolvedSqliteOptions;
  #opening: Promise<Opened> | undefined;
  #worker: Worker | undefined;

  /** @throws ConfigError for options that cannot work. The engine opens the file at its first use. */
  constructor(options: SqliteEngineOptions) {
    super();
    this.#options = resolveSqliteOptions(options);
  }

  async start(host: EngineHost): Promise<void> {
    const { store, writer } = await this.#open();
    this.requireFree(this.#worker);
    this.#worker = new Worker({ host, store, writer, options: this.#options });
  }

  /** Stores a job. `transaction` is a connection to the same file, of node:sqlite, better-sqlite3 or libsql. */
  async enqueue(job: Job, { transaction }: EnqueueOptions): Promise<Queued> {
    const { store, writer } = await this.#open();
    if (transaction !== undefined) {
      const own = new Store(requireConnection(transaction), this.#options.afterDead);
      return own.enqueue(job, Date.now());
    }
    const queued = await writer.write(() => store.enqueue(job, Date.now()));
    this.#worker?.wake();
    return queued;
  }

  room(): Promise<void> | undefined {
    return this.#writer?.room();
  }

  async redeliver(id: string, state: EndedState = 'dead'): Promise<boolean> {
    const { store, writer } = await this.#open();
    const isKnown = await writer.write(() => store.redeliver(id, state, Date.now()));
    this.#worker?.wake();
    return isKnown;
  }

  async deliveries(filter: DeliveryFilter = {}): Promise<readonly StoredDelivery[]> {
    const { database } = await this.#open();
    return listDeliveries(database, filter);
  }

  async status(): Promise<EngineStatus> {
    const { database, store } = await this.#open();
    return readStatus(database, Date.now(), store.db.isPaused);
  }

  async pause(): Promise<void> {
    const { store, writer } = await this.#open();
    await writer.write(() => {
      store.db.setSetting('paused', '1');
    });
  }

  async resume(): Promise<void> {
    const { store, writer } = await this.#open();
    await writer.write(() => {
      store.db.setSetting('paused', undefined);
    });
    this.#worker?.wake();
  }

  /** @internal */
  protected override async close(options: StopOptions): Promise<void> {
    // A failure to open was already reported to the caller.
    const opened = await this.#opening?.catch(() => undefined);
    const { grace = GRACE } = options;
    const timer = setTimeout(() => opened?.writer.hurry(), Math.min(grace + HEED, LONGEST_TIMER));
    await this.#worker?.stop(options);
    await opened?.writer.idle();
    clearTimeout(timer);
    opened?.database.close();
  }

  #writer: Writer | undefined;

  async #open(): Promise<Opened> {
    this.requireRunning();
    this.#opening ??= this.#openOnce();
    return this.#opening;
  }

  async #openOnce(): Promise<Opened> {
    try {
      const database = await openDatabase(this.#options);
      const writer = (this.#writer = new Writer(database));
      return { database, writer, store: new Store(database, this.#options.afterDead) };
    } catch (error) {
      this.#opening = undefined; // the next call tries again
      throw error;
    }
  }
}

function requireConnection(value: unknown): SqliteConnection {
  if (typeof (value as Partial<SqliteConnection> | null)?.prepare === 'function')
    return value as SqliteConnection;
  throw new ConfigError(
    'The transaction of a SqliteEngine is a connection to its file that has prepare(), of node:sqlite, better-sqlite3 or libsql.',
  );
}
