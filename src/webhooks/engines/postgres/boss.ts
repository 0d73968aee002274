import type { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import type * as PgBossModule from 'pg-boss';
import type { Db, PgBoss } from 'pg-boss';
import { ConfigError } from '../../../shared/errors.js';
import { missingPackage } from '../../../shared/missing-package.js';
import type { PGliteLike, ResolvedPostgresOptions } from './postgres-options.js';

export interface Queues {
  /** Queue of deliveries in any order. */
  readonly plain: string;
  /** Queue of deliveries in the order of their keys. */
  readonly ordered: string;
  /** Queue of ids only: it ignores repeated messages that have a key. */
  readonly known: string;
}

export function queueNames({ plain, ordered }: Queues): readonly string[] {
  return [plain, ordered];
}

export interface OpenBoss {
  readonly boss: PgBoss;
  readonly db: Db;
  readonly queues: Queues;
  /** Runs statements in a transaction. */
  transact<T>(run: (db: Db) => Promise<T>): Promise<T>;
  /** Destroys all connections. */
  breakOff(): void;
}

const STATEMENT_TIMEOUT = 60_000;

/** @throws ConfigError for a Node.js that cannot `require` ES modules, which pg-boss needs */
export function requireNode(version = process.versions.node): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 12)) return;
  throw new ConfigError(
    `dtospec/postgres needs Node.js 22.12 or later, as pg-boss 12 does, not ${version}. On Node.js 20 use dtospec/sqlite or dtospec/bullmq.`,
  );
}

export async function openBoss(
  { connection, pglite, schema, queueName, retention, lease }: ResolvedPostgresOptions,
  onError: (error: unknown) => void,
): Promise<OpenBoss> {
  const { PgBoss: Boss, fromPglite } = await loadPgBoss();
  const sockets = new Sockets();
  const poolOptions = typeof connection === 'string' ? { connectionString: connection } : connection;
  const boss = new Boss({
    ...(pglite
      ? { db: fromPglite(pglite as unknown as Parameters<typeof fromPglite>[0]), backend: 'pglite' as const }
      : { query_timeout: STATEMENT_TIMEOUT, ...poolOptions, stream: () => sockets.open() }),
    schema,
    // Only workers supervise.
    supervise: false,
    schedule: false,
    registerInstance: false,
    monitorVacuum: false,
    monitorIntervalSeconds: secondsOf(lease / 3),
    maintenanceIntervalSeconds: Math.min(60, secondsOf(retention)),
  });
  boss.on('error', onError);
  const queues = {
    plain: queueName,
    ordered: `${queueName}.ordered`,
    known: `${queueName}.known`,
  };
  try {
    await boss.start();
    await boss.createQueue(queues.plain);
    await boss.createQueue(queues.ordered, { policy: 'key_strict_fifo' });
    await boss.createQueue(queues.known);
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined);
    sockets.breakOff();
    throw error;
  }
  const db = boss.getDb();
  heedErrors(db);
  const transact = pglite ? transactionsOf(pglite) : transactionsOfPool(db, lease);
  return {
    boss,
    db,
    queues,
    transact,
    breakOff: () => {
      sockets.breakOff();
    },
  };
}

interface Pool {
  on(event: 'acquire', listener: (client: EventEmitter) => void): unknown;
}

/**
 * Handles all errors of each connection. A server that ends may report two, but `pg` removes its listener
 * after the first.
 */
function heedErrors(db: Db & { readonly pool?: Pool }): void {
  const known = new WeakSet<EventEmitter>();
  db.pool?.on('acquire', (client) => {
    if (known.has(client)) return;
    known.add(client);
    client.on('error', () => undefined);
  });
}

class Sockets {
  readonly #open = new Set<Socket>();
  #isBroken = false;

  open(): Socket {
    const socket = new Socket();
    this.#open.add(socket.once('close', () => this.#open.delete(socket)));
    if (this.#isBroken) setImmediate(() => socket.destroy());
    return socket;
  }

  breakOff(): void {
    this.#isBroken = true;
    for (const socket of this.#open) socket.destroy();
  }
}

/** Converts milliseconds to whole seconds, the unit of pg-boss, rounded up. */
export function secondsOf(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1_000));
}

async function loadPgBoss(): Promise<typeof PgBossModule> {
  try {
    return await import('pg-boss');
  } catch (cause) {
    const missing = missingPackage('pg-boss', cause);
    const message =
      missing === 'pg-boss'
        ? 'dtospec/postgres needs the package pg-boss: npm install pg-boss@12'
        : `dtospec/postgres needs pg-boss, which needs the package ${missing}: npm install ${missing}`;
    throw new ConfigError(message, { cause });
  }
}

/**
 * @param longestPause milliseconds between two statements, after which PostgreSQL ends a transaction. A
 *   process that hangs, or whose machine is gone, would hold its locks until TCP notices that, which takes
 *   two hours by default
 */
function transactionsOfPool(db: Db, longestPause: number): OpenBoss['transact'] {
  return async (run) => {
    const transaction = await db.beginTransaction?.();
    if (!transaction) throw new Error('pg-boss has no transactions on this connection.');
    try {
      const limit = `SET LOCAL idle_in_transaction_session_timeout = ${Math.ceil(longestPause)}`;
      await transaction.db.executeSql(limit);
      const result = await run(transaction.db);
      await transaction.commit();
      return result;
    } catch (error) {
      await transaction.rollback();
      throw error;
    }
  };
}

function transactionsOf(pglite: PGliteLike): OpenBoss['transact'] {
  return async <T>(run: (db: Db) => Promise<T>) => {
    const within = (transaction: Pick<PGliteLike, 'query'>): Promise<T> =>
      run({ executeSql: (text, values) => transaction.query(text, values) as ReturnType<Db['executeSql']> });
    return (await pglite.transaction(within)) as T;
  };
}
