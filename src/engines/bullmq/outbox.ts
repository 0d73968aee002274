import { setTimeout as wait } from 'node:timers/promises';
import { ConfigError } from '../../base/errors.js';
import { once } from '../../base/once.js';
import { messageOf } from '../../base/thrown.js';
import { show } from '../../base/values.js';
import type { EngineWarning, Job } from '../../notifier/engine.js';
import { packJob, unpackJob } from '../../notifier/pack-job.js';
import type { PgLike } from './order.js';

/** A client of a pool of `pg`. */
export interface PgClient extends PgLike {
  /** Listens to what ends the connection. */
  on(event: 'error', listener: () => void): unknown;
  /** Listens no more. */
  removeListener(event: 'error', listener: () => void): unknown;
  /** `true` closes it. */
  release(isBroken?: boolean): void;
}

/** What is used of a `Pool` of `pg`. */
export interface PgPool extends PgLike {
  /** Lends a connection, until its `release`. */
  connect(): Promise<PgClient>;
}

/** A table in the application's own PostgreSQL database, from which deliveries go on to the queue. */
export interface OutboxOptions {
  /** A `Pool` of `pg`, which stays the application's. */
  readonly pool: PgPool;
  /** Milliseconds after which at the latest it is seen that something was committed. @default 250 */
  readonly pollInterval?: number;
}

export type ResolvedOutbox = Required<OutboxOptions>;

/** @throws ConfigError */
export function resolveOutbox(options: OutboxOptions | undefined): ResolvedOutbox | undefined {
  if (options === undefined) return undefined;
  const { pool, pollInterval = 250 } = options;
  if (typeof (pool as Partial<PgPool> | undefined)?.connect !== 'function')
    throw new ConfigError(
      "outbox of a BullMqEngine needs { pool }, a Pool of pg to the application's database.",
    );
  if (typeof (pollInterval as unknown) !== 'number' || !(pollInterval > 0))
    throw new ConfigError(
      `outbox.pollInterval of a BullMqEngine needs milliseconds, a number above 0, not ${show(pollInterval)}.`,
    );
  return { pool, pollInterval };
}

const CREATE = `CREATE TABLE IF NOT EXISTS dtospec_outbox (
  queue text, seq bigint GENERATED ALWAYS AS IDENTITY, job text NOT NULL, PRIMARY KEY (queue, seq))`;

/** One relay at a time, or the order of a sequence would be lost; the lock ends with the transaction or the process. */
const LOCK = "SELECT pg_try_advisory_xact_lock(hashtextextended('dtospec_outbox ' || $1, 0)) AS mine";

/** A relay that stands still loses its transaction, and another has its turn. */
const PATIENCE = "SET LOCAL idle_in_transaction_session_timeout = '60s'";

const TAKE = 'SELECT seq, job FROM dtospec_outbox WHERE queue = $1 ORDER BY seq LIMIT 100';

const LONGEST_PAUSE = 10_000;

/** Moves what was committed to the queue, at least once: the queue knows a delivery by its id. */
export class Outbox {
  readonly #stopping = new AbortController();
  /** Makes the table. Of two that begin at once the second one's statement fails, and finds the table the next time. */
  readonly #create = once(() => {
    const { pool } = this.options;
    return pool.query(CREATE).catch(() => pool.query(CREATE));
  });
  #relaying: Promise<void> | undefined;

  constructor(
    readonly options: ResolvedOutbox,
    readonly queueName: string,
  ) {}

  /** Part of the transaction of a connection of the application's. */
  async add(client: PgLike, job: Job): Promise<void> {
    await client.query('INSERT INTO dtospec_outbox (queue, job) VALUES ($1, $2)', [
      this.queueName,
      packJob(job),
    ]);
  }

  async count(): Promise<number> {
    await this.create();
    const sql = 'SELECT count(*)::int AS count FROM dtospec_outbox WHERE queue = $1';
    const { rows } = await this.options.pool.query(sql, [this.queueName]);
    return Number(rows[0]?.count);
  }

  async create(): Promise<void> {
    await this.#create();
  }

  start(store: (job: Job) => Promise<void>, warn: (warning: EngineWarning) => void): void {
    this.#relaying = this.#relay(store, warn);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#relaying;
  }

  async #relay(store: (job: Job) => Promise<void>, warn: (warning: EngineWarning) => void): Promise<void> {
    const { signal } = this.#stopping;
    let pause = 0;
    while (!signal.aborted) {
      try {
        pause = (await this.#move(store)) ? 0 : this.options.pollInterval;
      } catch (cause) {
        pause = Math.min(Math.max(2 * pause, this.options.pollInterval), LONGEST_PAUSE);
        const reason = messageOf(cause);
        const message = `What is in the outbox could not be queued; it is tried again: ${reason}.`;
        warn({ code: 'bullmq-outbox', message, cause });
      }
      await wait(pause, undefined, { signal }).catch(() => undefined);
    }
  }

  /** @returns whether there may be more */
  async #move(store: (job: Job) => Promise<void>): Promise<boolean> {
    await this.create();
    const client = await this.options.pool.connect();
    let isBroken = true;
    // Its next statement fails.
    const heed = (): void => undefined;
    client.on('error', heed);
    try {
      await client.query('BEGIN');
      await client.query(PATIENCE);
      const { rows: locks } = await client.query(LOCK, [this.queueName]);
      const moved = locks[0]?.mine === true ? await this.#moveRows(client, store) : 0;
      await client.query('COMMIT');
      isBroken = false;
      return moved > 0;
    } finally {
      client.removeListener('error', heed);
      client.release(isBroken);
    }
  }

  async #moveRows(client: PgLike, store: (job: Job) => Promise<void>): Promise<number> {
    const { rows } = (await client.query(TAKE, [this.queueName])) as { rows: { seq: string; job: string }[] };
    const jobs = rows.map(({ job }) => unpackJob(job));
    await Promise.all(jobs.filter(({ sequence }) => sequence === undefined).map(store));
    for (const job of jobs) if (job.sequence !== undefined) await store(job);
    await client.query('DELETE FROM dtospec_outbox WHERE queue = $1 AND seq = ANY($2::bigint[])', [
      this.queueName,
      rows.map(({ seq }) => seq),
    ]);
    return rows.length;
  }
}
