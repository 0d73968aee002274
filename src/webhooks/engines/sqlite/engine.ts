import type {
  EngineHost,
  EngineStatus,
  Job,
  Queued,
  DeliveryFilter,
  EndedState,
} from '../../notifier/engine.js';
import { after } from '../../notifier/runtime.js';
import { HEED } from '../../notifier/active-work.js';
import type { StoredDelivery } from '../../notifier/delivery.js';
import { type OpenStore, StoreEngine } from '../shared/store-engine.js';
import { type Database, openDatabase, requireConnection } from './database.js';
import { listDeliveries, readStatus } from './list.js';
import { resolveSqliteOptions, type ResolvedSqliteOptions, type SqliteEngineOptions } from './options.js';
import { Store } from './store.js';
import { Worker } from './worker.js';
import { Writer } from './writer.js';

/**
 * Keeps deliveries in a SQLite file on one machine, without a server. Several processes may share the file. Processes
 * that call `notifier.start()` make attempts; the others only store. A `transaction` is a connection to the same file,
 * of the same library (`driver`).
 */
export class SqliteEngine extends StoreEngine {
  /** @throws ConfigError for options that cannot work. The engine opens the file at its first use. */
  constructor(options: SqliteEngineOptions) {
    const resolved = resolveSqliteOptions(options);
    super({ name: 'SqliteEngine', open: async () => new OpenFile(await openDatabase(resolved), resolved) });
  }
}

class OpenFile implements OpenStore {
  readonly #store: Store;
  readonly #writer: Writer;
  #worker: Worker | undefined;
  readonly settings = {
    get: (name: string) => this.#store.db.setting(name),
    set: (name: string, value: string | undefined) =>
      this.#writer.write(() => {
        this.#store.db.setSetting(name, value);
      }),
  };

  constructor(
    readonly database: Database,
    readonly options: ResolvedSqliteOptions,
  ) {
    this.#store = new Store(database, options.afterDead);
    this.#writer = new Writer(database);
  }

  start(host: EngineHost): void {
    this.#worker = new Worker({ host, store: this.#store, writer: this.#writer, options: this.options });
  }

  async enqueue(job: Job, transaction: unknown): Promise<Queued> {
    if (transaction === undefined) return this.#writer.write(() => this.#store.enqueue(job, Date.now()));
    const connection = requireConnection(transaction, this.database);
    return new Store(connection, this.options.afterDead).enqueue(job, Date.now());
  }

  redeliver(ids: readonly string[], state: EndedState): Promise<number> {
    const now = Date.now();
    return this.#writer.write(() => ids.filter((id) => this.#store.redeliver(id, state, now)).length);
  }

  deliveries(filter: DeliveryFilter): readonly StoredDelivery[] {
    return listDeliveries(this.database, filter);
  }

  status(): EngineStatus {
    return readStatus(this.database, Date.now(), this.#store.db.isPaused);
  }

  setPaused(isPaused: boolean): Promise<void> {
    return this.settings.set('paused', isPaused ? '1' : undefined);
  }

  wake(): void {
    this.#worker?.wake();
  }

  async close(grace: number): Promise<void> {
    const timer = after(grace + HEED, () => {
      this.#writer.hurry();
    });
    await this.#worker?.stop({ grace });
    await this.#writer.idle();
    clearTimeout(timer);
    this.database.close();
  }
}
