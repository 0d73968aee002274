import type { CheckedFilter, EndedState } from '../../notifier/delivery-filter.js';
import type { EngineHost, Job, Queued } from '../../notifier/engine.js';
import { after } from '../../notifier/runtime.js';
import { ABORT_GRACE } from '../../notifier/active-work.js';
import type { StoredDelivery } from '../../notifier/delivery.js';
import { Cancellations } from '../shared/cancellations.js';
import { type Cancelling, type OpenStore, StoreEngine, type StoreStatus } from '../shared/store-engine.js';
import type { Settings } from '../shared/settings.js';
import type { RateStore } from '../../notifier/attempts/rate.js';
import { type Database, openDatabase } from './database.js';
import { listDeliveries, readStatus } from './list.js';
import {
  resolveSqliteOptions,
  type ResolvedSqliteOptions,
  type SqliteEngineOptions,
} from './sqlite-options.js';
import { Store } from './store.js';
import { openTransaction } from './transactions.js';
import { Worker } from './worker.js';
import { Writer } from './writer.js';

/**
 * Keeps deliveries in a SQLite file on one machine, without a server. Several processes may share the file.
 * Processes that call `notifier.start()` make attempts; the others only store. A `transaction` is a
 * connection to the same file, of the same library (`driver`), or the transaction of TypeORM, Knex or
 * MikroORM on such a connection.
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
  readonly settings: Settings = {
    get: (kind, name) => this.#store.db.setting(`${kind} ${name}`),
    set: (kind, name, value) => this.#set(`${kind} ${name}`, value),
    list: (kind) => this.#store.db.settings(`${kind} `),
  };

  readonly rates: Required<RateStore> = {
    take: (key, pace) => this.#writer.write(() => this.#store.groups.takeTurn(key, pace, Date.now())),
    hasten: (deliveries) =>
      this.#writer.write(() => deliveries.filter((one) => this.#store.hasten(one, Date.now())).length),
  };

  constructor(
    readonly database: Database,
    readonly options: ResolvedSqliteOptions,
  ) {
    this.#store = new Store(database, options.afterDead);
    this.#writer = new Writer(database);
  }

  start(host: EngineHost): void {
    const cancellations = new Cancellations(this.settings);
    const { options } = this;
    this.#worker = new Worker({ host, cancellations, store: this.#store, writer: this.#writer, options });
  }

  async enqueue(job: Job, transaction: unknown): Promise<Queued> {
    if (transaction === undefined) return this.#writer.write(() => this.#store.enqueue(job, Date.now()));
    const connection = await openTransaction(transaction, this.database);
    return new Store(connection, this.options.afterDead).enqueue(job, Date.now());
  }

  redeliver(ids: readonly string[], state: EndedState): Promise<number> {
    const now = Date.now();
    return this.#writer.write(() => ids.filter((id) => this.#store.redeliver(id, state, now)).length);
  }

  discard(ids: readonly string[], state: EndedState): Promise<number> {
    const now = Date.now();
    return this.#writer.write(() => ids.filter((id) => this.#store.discard(id, state, now)).length);
  }

  cancel(ids: readonly string[]): Promise<Cancelling> {
    const now = Date.now();
    return this.#writer.write(() => {
      const count = { ended: 0, underWay: 0 };
      for (const id of ids) {
        const how = this.#store.cancel(id, now);
        if (how) count[how] += 1;
      }
      return count;
    });
  }

  async erase(ids: readonly string[]): Promise<number> {
    const now = Date.now();
    const count = await this.#writer.write(() => ids.filter((id) => this.#store.erase(id, now)).length);
    // SQLite keeps erased bytes in its log, in free pages and between the rows of a page.
    if (count > 0) await this.#writer.compact();
    return count;
  }

  deliveries(filter: CheckedFilter): readonly StoredDelivery[] {
    return listDeliveries(this.database, filter);
  }

  job(id: string): string | undefined {
    return this.#store.db.value('SELECT job FROM dtospec_jobs WHERE id = ?', id) as string | undefined;
  }

  status(byEndpoint: boolean): StoreStatus {
    return readStatus(this.database, this.isPaused(), byEndpoint);
  }

  isAttended(): boolean {
    const sql =
      'SELECT 1 FROM dtospec_jobs INDEXED BY dtospec_jobs_taken WHERE worker IS NOT NULL AND due > ? LIMIT 1';
    return this.#store.db.value(sql, Date.now()) !== undefined;
  }

  isPaused(): boolean {
    return this.#store.db.isPaused;
  }

  setPaused(isPaused: boolean): Promise<void> {
    return this.#set('paused', isPaused ? '1' : undefined);
  }

  #set(name: string, value: string | undefined): Promise<void> {
    return this.#writer.write(() => {
      this.#store.db.setSetting(name, value);
    });
  }

  wake(): void {
    this.#worker?.wake();
  }

  async close(grace: number): Promise<void> {
    const timer = after(grace + ABORT_GRACE, () => {
      this.#writer.hurry();
    });
    await this.#worker?.stop({ grace });
    await this.#writer.idle();
    clearTimeout(timer);
    this.database.close();
  }
}
