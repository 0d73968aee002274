import { createHash } from 'node:crypto';
import type { IQueueBackend, PostgresQueueBackend, RedisQueueBackend } from 'bullmq';
import { once } from '../../base/once.js';

/**
 * Which delivery was the last of its sequence: BullMQ keeps no order among jobs, so each is told which one it comes
 * behind.
 */
export interface Order {
  /**
   * Makes `id` the last of the sequence, and gives the last one before it that is stored, with those that took their place
   * behind that and are not, yet or for ever: their process may have died. Ids, with blanks between. Atomic.
   */
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

/** How many places are remembered whose deliveries are not stored. */
const UNSTORED = 10;

const APPEND = 'dtospecAppend';

/** KEYS: the sequence. ARGV: the new id, how long it is remembered, what begins a job's key, the most that are kept. */
const APPEND_LUA = `
  local ids = {}
  for id in (redis.call('GET', KEYS[1]) or ''):gmatch('%S+') do
    if id ~= ARGV[1] then table.insert(ids, id) end
  end
  local first = math.max(#ids, 1)
  while first > 1 and #ids - first < tonumber(ARGV[4]) and redis.call('EXISTS', ARGV[3] .. ids[first]) == 0 do
    first = first - 1
  end
  local before = table.concat(ids, ' ', first)
  redis.call('SET', KEYS[1], before == '' and ARGV[1] or before .. ' ' .. ARGV[1], 'PX', ARGV[2])
  return before
`;

/** What is used of BullMQ's backend for Redis. */
export type RedisBackend = Pick<RedisQueueBackend, 'client' | 'toKey' | 'promote'>;

class RedisOrder implements Order {
  readonly #define = once(async () => {
    const client = await this.backend.client;
    client.defineCommand(APPEND, { numberOfKeys: 1, lua: APPEND_LUA });
  });

  constructor(readonly backend: RedisBackend) {}

  async append(sequence: string, id: string): Promise<string | undefined> {
    await this.#define();
    const client = await this.backend.client;
    const key = this.backend.toKey(`order:${keyOf(sequence)}`);
    const given = [key, id, REMEMBERED, this.backend.toKey(''), UNSTORED];
    return ((await client.runCommand(APPEND, given)) as string) || undefined;
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

/** $1 queue, $2 sequence, $3 the new id, $4 the most that are kept. Of what is stored at this moment none may be seen yet. */
const MOVE = `INSERT INTO dtospec_order AS known (queue, sequence, last, at) VALUES ($1, $2, $3, now())
  ON CONFLICT (queue, sequence) DO UPDATE SET (before, last, at) = (
    SELECT string_agg(id, ' ' ORDER BY place), concat_ws(' ', string_agg(id, ' ' ORDER BY place), $3::text), now()
    FROM (
      SELECT id, place, max(place) FILTER (WHERE is_stored) OVER () AS stored, max(place) OVER () AS latest
      FROM (
        SELECT id, place, EXISTS (SELECT FROM job WHERE job.queue = $1 AND job.id = given.id) AS is_stored
        FROM unnest(string_to_array(known.last, ' ')) WITH ORDINALITY AS given (id, place) WHERE id <> $3
      ) AS each
    ) AS every
    WHERE place >= coalesce(stored, 0) AND place >= latest - $4::int)
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
    const { rows } = await this.pool.query(MOVE, [this.queueName, keyOf(sequence), id, UNSTORED]);
    return (rows[0]?.before as string | null | undefined) ?? undefined;
  }

  async wake(id: string): Promise<void> {
    await this.pool.query(WAKE, [this.queueName, id]);
  }
}
