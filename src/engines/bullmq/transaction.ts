import { Queue, type IQueueBackend, type PostgresQueueBackend } from 'bullmq';
import { ConfigError } from '../../base/errors.js';
import type { ResolvedOptions } from './options.js';
import { createOrder, isPostgres, type Order, type PgLike } from './order.js';
import type { JobData, JobResult } from './stored-job.js';

/** A queue and its order over one connection of the application's, amid its transaction. */
export interface TransactionQueue {
  readonly queue: Queue<JobData, JobResult>;
  readonly order: Order;
}

/**
 * Stores over a connection of `pg` of the application's: what is stored is there if its transaction is committed.
 * @throws ConfigError where the store is not PostgreSQL, or the connection is none
 */
export async function withinTransaction<T>(
  transaction: unknown,
  own: IQueueBackend,
  options: ResolvedOptions,
  store: (within: TransactionQueue) => Promise<T>,
): Promise<T> {
  if (!isPostgres(own))
    throw new ConfigError(
      'A BullMqEngine takes a transaction of PostgreSQL only, with { backend: createPostgresBackend }, or with { outbox } beside a queue on Redis, which has no part in the transactions of a database.',
    );
  const client = requireClient(transaction);
  const { schema } = own.connection;
  const before = await searchPathOf(client);
  // BullMQ's statements name its tables without their schema.
  await setSearchPath(client, `"${schema.replaceAll('"', '""')}", ${before}`);
  const queue = openQueue(client, schema, options);
  try {
    return await store({
      queue,
      order: createOrder(queue.getBackend(), options.queueName),
    });
  } finally {
    // If the transaction has failed its settings end with it.
    await setSearchPath(client, before).catch(() => undefined);
  }
}

export function requireClient(value: unknown): PgLike {
  if (typeof (value as Partial<PgLike> | null)?.query === 'function') return value as PgLike;
  throw new ConfigError(
    "The transaction of a BullMqEngine is a client of pg, with query(), amid a transaction of the application's.",
  );
}

async function searchPathOf(client: PgLike): Promise<string> {
  const { rows } = await client.query("SELECT current_setting('search_path') AS path");
  return String(rows[0]?.path);
}

async function setSearchPath(client: PgLike, path: string): Promise<void> {
  await client.query("SELECT set_config('search_path', $1, true)", [path]);
}

/** BullMQ takes a pool; this one has a single connection, which stays the application's. */
function openQueue(
  client: PgLike,
  schema: string,
  { backend, queueName }: ResolvedOptions,
): Queue<JobData, JobResult> {
  const query = (text: string, values?: unknown[]) => client.query(text, values);
  const none = (): void => undefined;
  const pool = {
    query,
    connect: () => Promise.resolve({ query, release: none, on: none, removeListener: none }),
    end: () => Promise.resolve(),
    on: none,
    removeListener: none,
  };
  const factory: ResolvedOptions['backend'] = (...args) => {
    const made = backend?.(...args) as unknown as PostgresQueueBackend;
    Object.assign(made.connection, { schema });
    return made;
  };
  const queue = new Queue<JobData, JobResult>(
    queueName,
    { connection: pool, skipMetasUpdate: true },
    factory as unknown as undefined,
  );
  // What fails rejects as well.
  queue.on('error', none);
  return queue;
}
