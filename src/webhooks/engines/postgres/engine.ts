import { OneByOne } from '../../../shared/promises.js';
import type { CheckedFilter, EndedState } from '../../notifier/delivery-filter.js';
import type { EngineHost, Job, Queued } from '../../notifier/engine.js';
import { endsWithin } from '../../notifier/runtime.js';
import { ABORT_GRACE } from '../../notifier/active-work.js';
import type { StoredDelivery } from '../../notifier/delivery.js';
import { idOf } from '../shared/job-data.js';
import { Cancellations } from '../shared/cancellations.js';
import type { RateStore } from '../../notifier/attempts/rate.js';
import { Warner } from '../shared/store-errors.js';
import { type Cancelling, type OpenStore, StoreEngine, type StoreStatus } from '../shared/store-engine.js';
import { openBoss, requireNode, type OpenBoss } from './boss.js';
import { type Earlier, Jobs } from './jobs.js';
import { explainPrivileges, requirePrivileges } from './privileges.js';
import { listDeliveries, readStatus, SettingsTable } from './tables.js';
import {
  resolvePostgresOptions,
  type PostgresEngineOptions,
  type ResolvedPostgresOptions,
} from './postgres-options.js';
import { openTransaction } from './transactions.js';
import { Worker } from './worker.js';

/**
 * Keeps deliveries in PostgreSQL, in the tables of pg-boss. Any number of processes and machines may share
 * them. Processes that call `notifier.start()` make attempts; the others only store. A `transaction` executes
 * SQL inside a transaction in the same database: a client of `pg`, an EntityManager of TypeORM or MikroORM, a
 * transaction of Knex, Kysely, Drizzle or Prisma, an adapter of pg-boss, or your own `{ execute(sql,
 * parameters) }` that resolves to the rows.
 * @example
 * const engine = new PostgresEngine({ connection: process.env.DATABASE_URL });
 */
export class PostgresEngine extends StoreEngine {
  /** @throws ConfigError for options that cannot work, and on Node.js before 22.12 */
  constructor(options: PostgresEngineOptions) {
    requireNode();
    const resolved = resolvePostgresOptions(options);
    const { enqueueTimeout } = resolved;
    super({ name: 'PostgresEngine', open: () => openTables(resolved), enqueueTimeout });
  }
}

async function openTables(options: ResolvedPostgresOptions): Promise<OpenTables> {
  let store: OpenTables | undefined;
  const open = await openBoss(options, (error) => {
    store?.warner?.warn('postgres', 'pg-boss reports an error', error);
  }).catch((cause: unknown) => {
    throw explainPrivileges(cause, options);
  });
  return (store = new OpenTables(open, options));
}

class OpenTables implements OpenStore {
  readonly settings: SettingsTable;
  readonly rates: Required<RateStore> = {
    take: (key, pace) => this.settings.takeTurn(key, pace),
    hasten: (deliveries) => this.#jobs.hasten(deliveries),
  };
  warner: Warner | undefined;
  readonly #jobs: Jobs;
  /** Runs stores of one sequence in order, since the connections of a pool would mix them. */
  readonly #sequences = new OneByOne<string>();
  /** Runs stores of one connection in order, since it runs one statement at a time. */
  readonly #transactions = new OneByOne<unknown>();
  #worker: Worker | undefined;
  #notifying: Promise<void> | undefined;

  constructor(
    readonly open: OpenBoss,
    readonly options: ResolvedPostgresOptions,
  ) {
    this.settings = new SettingsTable(open, options);
    this.#jobs = new Jobs(open, options, this.settings);
  }

  async start(host: EngineHost, requireRunning: () => void): Promise<void> {
    const { open, options, settings } = this;
    await settings.create();
    await requirePrivileges(open, options);
    requireRunning();
    const warner = (this.warner = new Warner(host));
    const cancellations = new Cancellations(settings);
    this.#worker = new Worker({ host, warner, open, jobs: this.#jobs, settings, cancellations, options });
  }

  async enqueue(job: Job, transaction: unknown): Promise<Queued> {
    return { kind: 'queued', id: idOf(job), ...(await this.#add(job, transaction)) };
  }

  /** Resolves to what is known of an earlier job with the same key. */
  #add(job: Job, transaction: unknown): Promise<Earlier | undefined> {
    const { sequence } = job;
    if (transaction !== undefined) {
      return this.#transactions.run(transaction, async () =>
        this.#jobs.add(job, await openTransaction(transaction)),
      );
    }
    if (sequence === undefined) return this.#jobs.add(job, undefined);
    return this.#sequences.run(sequence, () => this.open.transact((db) => this.#jobs.add(job, db)));
  }

  redeliver(ids: readonly string[], state: EndedState): Promise<number> {
    return this.#jobs.redeliver(ids, state);
  }

  discard(ids: readonly string[], state: EndedState): Promise<number> {
    return this.#jobs.discard(ids, state);
  }

  cancel(ids: readonly string[]): Promise<Cancelling> {
    return this.#jobs.cancel(ids);
  }

  erase(ids: readonly string[]): Promise<number> {
    return this.#jobs.erase(ids);
  }

  deliveries(filter: CheckedFilter): Promise<readonly StoredDelivery[]> {
    return listDeliveries(this.open, this.options, filter);
  }

  job(id: string): Promise<string | undefined> {
    return this.#jobs.textOf(id);
  }

  async status(byEndpoint: boolean): Promise<StoreStatus> {
    return readStatus(this.open, this.options, await this.isPaused(), byEndpoint);
  }

  isAttended(): Promise<boolean> {
    return this.#jobs.isAnyHeld();
  }

  isPaused(): Promise<boolean> {
    return this.settings.isPaused();
  }

  async setPaused(isPaused: boolean): Promise<void> {
    await this.settings.setPaused(isPaused);
    if (!isPaused) await this.settings.notify();
  }

  wake(): void {
    if (this.#worker) this.#worker.wake();
    else
      this.#notifying ??= this.settings
        .notify()
        .catch(() => undefined)
        .finally(() => (this.#notifying = undefined));
  }

  async close(grace: number): Promise<void> {
    const closing = (async () => {
      await this.#worker?.stop({ grace });
      await this.#notifying;
      try {
        await this.open.boss.stop({ graceful: false });
      } finally {
        await this.#worker?.stopListening();
      }
    })();
    if (await endsWithin(closing, grace + 2 * ABORT_GRACE)) return;
    const message =
      'The database did not respond while the engine stopped. Unfinished attempts are repeated later.';
    this.warner?.host.warn({ code: 'postgres-stop', message });
    this.open.breakOff();
    await closing.catch(() => undefined);
  }
}
