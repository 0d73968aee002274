import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { countDown } from './deliveries.mjs';

await build({
  entryPoints: ['test/support/engines/stores.ts'],
  outfile: 'build/bench/stores.mjs',
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
});
const { startPostgres, startRedis } = await import('../../build/bench/stores.mjs');
const [major] = process.versions.node.split('.').map(Number);

/** Bare statements, 500 to a transaction, around POSTs so many at once. */
async function bareSqlite({ folder }, name) {
  const { DatabaseSync } = await import('node:sqlite').catch(() => import('@photostructure/sqlite'));
  const database = new DatabaseSync(join(folder, `${name}.sqlite`));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  database.exec('CREATE TABLE jobs (seq INTEGER PRIMARY KEY, job TEXT, state TEXT)');
  const insert = database.prepare('INSERT INTO jobs (job) VALUES (?)');
  const take = database.prepare("UPDATE jobs SET state = 'taken' WHERE seq = ? RETURNING job");
  const settle = database.prepare("UPDATE jobs SET state = 'sent' WHERE seq = ?");
  return {
    add(texts) {
      database.exec('BEGIN');
      for (const text of texts) insert.run(text);
      database.exec('COMMIT');
    },
    async drain(count, post, concurrency) {
      for (let first = 1; first <= count; first += 500) {
        const last = Math.min(first + 499, count);
        database.exec('BEGIN');
        const taken = Array.from({ length: last - first + 1 }, (_, at) => take.get(first + at).job);
        database.exec('COMMIT');
        const work = async () => {
          for (let next = taken.pop(); next !== undefined; next = taken.pop()) await post(next);
        };
        await Promise.all(Array.from({ length: concurrency }, work));
        database.exec('BEGIN');
        for (let seq = first; seq <= last; seq += 1) settle.run(seq);
        database.exec('COMMIT');
      }
    },
    close: () => database.close(),
  };
}

async function bareBullMq({ port }, name) {
  const { Queue, Worker } = await import('bullmq');
  const connection = { host: '127.0.0.1', port };
  const queue = new Queue(name, { connection });
  let worker;
  return {
    add: (texts) => queue.addBulk(texts.map((job) => ({ name: 'delivery', data: { job } }))),
    async drain(count, post, concurrency) {
      const { done, down } = countDown(count);
      worker = new Worker(name, ({ data }) => post(data.job), { connection, concurrency });
      worker.on('completed', down);
      await done;
    },
    async close() {
      await worker.close();
      await queue.close();
    },
  };
}

async function barePgBoss({ port }, name) {
  const { PgBoss } = await import('pg-boss');
  const boss = new PgBoss({ ...postgresAt(port), schedule: false });
  await boss.start();
  await boss.createQueue(name);
  const work = async (post) => {
    for (;;) {
      const [job] = await boss.fetch(name);
      if (!job) return;
      await post(job.data.job);
      await boss.complete(name, job.id);
    }
  };
  return {
    add: (texts) =>
      boss.insert(
        name,
        texts.map((job) => ({ data: { job } })),
      ),
    drain: (count, post, concurrency) => Promise.all(Array.from({ length: concurrency }, () => work(post))),
    close: () => boss.stop({ graceful: false }),
  };
}

const postgresAt = (port) => ({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres', max: 10 });

/** Each engine beside what it is made of. */
export const STORES = {
  'dtospec/sqlite': {
    beside: 'bare SQLite',
    isInstalled: () => true,
    start: () => {
      const folder = mkdtempSync(join(tmpdir(), 'queueing-'));
      return { folder, stop: () => rmSync(folder, { recursive: true }) };
    },
    bare: bareSqlite,
    open: async ({ folder }, name) => {
      const { SqliteEngine } = await import('../../dist/sqlite.node.js');
      return new SqliteEngine({ file: join(folder, `${name}.sqlite`) });
    },
    orders: true,
  },
  'dtospec/bullmq': {
    beside: 'BullMQ',
    isInstalled: () => spawnSync('redis-server', ['--version']).error === undefined,
    start: () => startRedis(),
    bare: bareBullMq,
    open: async ({ port }, queueName) => {
      const { BullMqEngine } = await import('../../dist/bullmq.node.js');
      return new BullMqEngine({ connection: { host: '127.0.0.1', port }, queueName });
    },
    orders: false,
  },
  'dtospec/postgres': {
    beside: 'pg-boss',
    isInstalled: () => major >= 22 && existsSync('/usr/lib/postgresql'),
    start: () => startPostgres(),
    bare: barePgBoss,
    open: async ({ port }, queueName) => {
      const { PostgresEngine } = await import('../../dist/postgres.node.js');
      return new PostgresEngine({ connection: postgresAt(port), queueName });
    },
    orders: true,
  },
};
