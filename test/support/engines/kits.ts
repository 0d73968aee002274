import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { BullMqEngine } from '../../../src/webhooks/engines/bullmq/index.js';
import { PostgresEngine } from '../../../src/webhooks/engines/postgres/index.js';
import { SqliteEngine } from '../../../src/webhooks/engines/sqlite/index.js';
import type { RatePerOrigin } from '../../../src/webhooks/engines/shared/engine-options.js';
import type { DurableEngine } from '../../../src/webhooks/messages/index.js';
import { startPostgres, startRedis, type Store } from './stores.js';

/** What every durable engine can be told, whatever its own names for it are. */
export interface CommonOptions {
  /** Milliseconds after which a job of a worker that died is another's. */
  readonly lease?: number;
  readonly afterDead?: 'continue' | 'hold';
  readonly retention?: number;
  readonly concurrencyPerOrigin?: number;
  readonly ratePerOrigin?: RatePerOrigin;
}

/** One store, of its own for each test, and the engines that share it. */
export interface EngineKit {
  readonly kind: Kind;
  /** By which another process finds the store. */
  readonly location: string;
  /** Everything that is stored, as bytes. */
  scan(): Promise<Buffer>;
  /** Where there is a server: it dies, and comes back over what it has written. */
  crash?(): Promise<void>;
  close(): Promise<void>;
}

/** pg-boss needs Node.js 22.12: on Node.js 20 `postgres-on-node-22.test.ts` has the registry's run these tests. */
const [MAJOR = 0] = process.versions.node.split('.').map(Number);
export const HAS_PG_BOSS = MAJOR >= 22;

/** How an engine is opened on a store, here or in another process. */
export const OPENERS = {
  sqlite: (location: string, options: CommonOptions = {}): DurableEngine =>
    new SqliteEngine({ file: join(location, 'queue.sqlite'), pollInterval: 20, ...options }),
  redis: (location: string, options: CommonOptions = {}): DurableEngine => {
    const { port, queueName } = queueAt(location);
    // ioredis keeps the process for that time (2 s by default) if it disconnects while the socket is closed already.
    const connection = { host: '127.0.0.1', port, disconnectTimeout: 50 };
    return new BullMqEngine({ connection, queueName, ...options });
  },
  postgres: (location: string, options: CommonOptions = {}): DurableEngine => {
    const { port, queueName } = queueAt(location);
    return new PostgresEngine({
      connection: { ...postgresAt(port), max: 5 },
      queueName,
      pollInterval: 50,
      ...options,
      ...(options.lease !== undefined && { lease: Math.max(options.lease, 10_000) }),
    });
  },
  pglite: (location: string, options: CommonOptions = {}): DurableEngine => {
    if (!pglite) throw new Error('KITS.pglite() opens the database.');
    return new PostgresEngine({ pglite, queueName: location, pollInterval: 50, ...options });
  },
};

/** Of a queue on a server: its port and the queue's name. */
function queueAt(location: string): { port: number; queueName: string } {
  const [port, queueName = ''] = location.split('/');
  return { port: Number(port), queueName };
}

export const postgresAt = (port: number) => ({
  host: '127.0.0.1',
  port,
  user: 'postgres',
  database: 'postgres',
});

/** One server of each kind for all tests of a file: a queue is what a test has for itself. */
const servers = new Map<string, Promise<Store>>();
let queues = 0;

async function queueOn(
  kind: 'redis' | 'postgres',
  start: () => Promise<Store>,
  scan: (store: Store) => Buffer,
): Promise<EngineKit> {
  const starting = servers.get(kind) ?? start();
  servers.set(kind, starting);
  const store = await starting;
  queues += 1;
  return {
    kind,
    location: `${store.port}/queue-${queues}`,
    scan: () => Promise.resolve(scan(store)),
    crash: () => store.crash(),
    close: () => Promise.resolve(),
  };
}

export async function closeServers(): Promise<void> {
  await Promise.all([...servers.values()].map(async (starting) => (await starting).stop()));
  await pglite?.close();
}

const MEGABYTES = 2 ** 20;

/** One database in this process for all tests of a file: it takes seconds to start. */
let pglite: PGlite | undefined;

const ALL: Record<'sqlite' | 'redis' | 'postgres' | 'pglite', () => Promise<EngineKit>> = {
  sqlite: () => {
    const location = mkdtempSync(join(tmpdir(), 'sqlite-engine-'));
    return Promise.resolve({
      kind: 'sqlite',
      location,
      // The file itself and its write-ahead log: also what was deleted, and what is not yet in its place.
      scan: () =>
        Promise.resolve(
          Buffer.concat(readdirSync(location).map((file) => readFileSync(join(location, file)))),
        ),
      close: () => {
        rmSync(location, { recursive: true });
        return Promise.resolve();
      },
    });
  },
  // Its append-only file has every command that it was ever sent.
  redis: () =>
    queueOn('redis', startRedis, ({ folder }) =>
      Buffer.concat(
        readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((file) => file.isFile())
          .map((file) => readFileSync(join(file.parentPath, file.name))),
      ),
    ),
  postgres: () =>
    queueOn('postgres', startPostgres, ({ port }) =>
      execFileSync('pg_dump', ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', 'postgres'], {
        maxBuffer: 500 * MEGABYTES,
      }),
    ),
  pglite: async () => {
    pglite ??= new PGlite();
    const database = pglite;
    await database.waitReady;
    queues += 1;
    const location = `queue-${queues}`;
    return {
      kind: 'pglite',
      location,
      scan: async () => Buffer.from(JSON.stringify(await database.query('SELECT * FROM dtospec.job'))),
      close: () => Promise.resolve(),
    };
  },
};

export type Kind = keyof typeof ALL;

/** The kinds of stores that this version of Node.js has engines for, with the servers that they need. */
export const KINDS = (Object.keys(ALL) as Kind[]).filter((kind) => HAS_PG_BOSS || !kind.startsWith('p'));
export const KITS = ALL;
