import { createHash } from 'node:crypto';
import type { IQueueBackend, PostgresQueueBackend, RedisQueueBackend } from 'bullmq';
import { once } from '../../base/once.js';

/**
 * Which delivery was the last of its sequence: BullMQ keeps no order among jobs, so each is told which one it comes
 * behind.
 */
export interface Order {
  /** Makes `id` the last of the sequence, and gives the one that was it before. Atomic. */
  append(sequence: string, id: string): Promise<string | undefined>;
  /** Has a delivery looked at now that waits for its time; of others it changes nothing. Atomic. */
  wake(id: string): Promise<void>;
}

/** After that a sequence is forgotten of which nothing was heard, in milliseconds: longer than any schedule of attempts. */
const REMEMBERED = 30 * 86_400_000;

export function createOrder(backend: IQueueBackend, queueName: string): Order {
  return isPostgres(backend)
    ? new PostgresOrder(backend.connection.pool, queueName)
    : new RedisOrder(backend as unknown as RedisBackend);
}

/** Whether the store is PostgreSQL, BullMQ's own backend of it. */
export function isPostgres(backend: IQueueBackend): backend is IQueueBackend & PostgresQueueBackend {
  const { connection } = backend as Partial<PostgresQueueBackend>;
  return typeof connection?.pool === 'object';
}

/** The name of a sequence or an origin may hold anything, and be of any length. */
export function keyOf(name: string): string {
  return createHash('sha256').update(name).digest('base64url');
}

const APPEND = 'dtospecAppend';

/** What is used of BullMQ's backend for Redis. */
export type RedisBackend = Pick<RedisQueueBackend, 'client' | 'toKey' | 'promote'>;

class RedisOrder implements Order {
  readonly #define = once(async () => {
    const client = await this.backend.client;
    const lua =
      "local before = redis.call('GET', KEYS[1]) redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2]) return before";
    client.defineCommand(APPEND, { numberOfKeys: 1, lua });
  });

  constructor(readonly backend: RedisBackend) {}

  async append(sequence: string, id: string): Promise<string | undefined> {
    await this.#define();
    const client = await this.backend.client;
    const key = this.backend.toKey(`order:${keyOf(sequence)}`);
    const before = (await client.runCommand(APPEND, [key, id, REMEMBERED])) as string | null;
    return before ?? undefined;
  }

  async wake(id: string): Promise<void> {
    await this.backend.promote(id);
  }
}

/** What is used of a pool or a client of `pg`. */
export interface PgLike {
  query(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

/** In BullMQ's own schema, which its connections look in first. */
const CREATE = `CREATE TABLE IF NOT EXISTS dtospec_order (
  queue text, sequence text, last text NOT NULL, before text, at timestamptz NOT NULL,
  PRIMARY KEY (queue, sequence))`;

const MOVE = `INSERT INTO dtospec_order AS known (queue, sequence, last, at) VALUES ($1, $2, $3, now())
  ON CONFLICT (queue, sequence) DO UPDATE SET before = known.last, last = excluded.last, at = now()
  RETURNING before`;

/**
 * BullMQ's own `promote` looks at the state and then sets it without a lock: a job that another worker takes in between
 * would be attempted twice.
 */
const WAKE = `WITH woken AS (
    UPDATE job SET process_at_ms = 0 WHERE queue = $1 AND id = $2 AND state = 'delayed' RETURNING queue)
  SELECT pg_notify('bullmq_jobs', queue) FROM woken`;

class PostgresOrder implements Order {
  readonly #create = once(async () => {
    // Two that begin at once: the second one's statement fails, and finds the table the next time.
    await this.pool.query(CREATE).catch(() => this.pool.query(CREATE));
    await this.pool.query("DELETE FROM dtospec_order WHERE at < now() - $1 * interval '1 millisecond'", [
      REMEMBERED,
    ]);
  });

  constructor(
    readonly pool: PgLike,
    readonly queueName: string,
  ) {}

  async append(sequence: string, id: string): Promise<string | undefined> {
    await this.#create();
    const { rows } = await this.pool.query(MOVE, [this.queueName, keyOf(sequence), id]);
    return (rows[0]?.before as string | null | undefined) ?? undefined;
  }

  async wake(id: string): Promise<void> {
    await this.pool.query(WAKE, [this.queueName, id]);
  }
}
