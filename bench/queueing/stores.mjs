import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { countDown } from './deliveries.mjs';

await build({
  entryPoints: ['test/support/stores.ts'],
  outfile: 'build/bench/stores.mjs',
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
});
const { startPostgres, startRedis } = await import('../../build/bench/stores.mjs');
const [major] = process.versions.node.split('.').map(Number);

/** Bare statements, 500 to a transaction, around POSTs so many at once. */
async function bareSqlite({ folder }, texts, post, concurrency) {
  const { DatabaseSync } = await import('node:sqlite').catch(() => import('@photostructure/sqlite'));
  const database = new DatabaseSync(join(folder, `bare-${texts.length}.sqlite`));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; DROP TABLE IF EXISTS jobs');
  database.exec('CREATE TABLE jobs (seq INTEGER PRIMARY KEY, job TEXT, state TEXT)');
  const insert = database.prepare('INSERT INTO jobs (job) VALUES (?)');
  const take = database.prepare("UPDATE jobs SET state = 'taken' WHERE seq = ? RETURNING job");
  const settle = database.prepare("UPDATE jobs SET state = 'sent' WHERE seq = ?");
  database.exec('BEGIN');
  for (const text of texts) insert.run(text);
  database.exec('COMMIT');
  const began = performance.now();
  for (let first = 1; first <= texts.length; first += 500) {
    const last = Math.min(first + 499, texts.length);
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
  const seconds = (performance.now() - began) / 1_000;
  database.close();
  return seconds;
}

async function bareBullMq({ port }, texts, post, concurrency, name) {
  const { Queue, Worker } = await import('bullmq');
  const connection = { host: '127.0.0.1', port };
  const queue = new Queue(name, { connection });
  await queue.addBulk(texts.map((job) => ({ name: 'delivery', data: { job } })));
  const { done, down } = countDown(texts.length);
  const began = performance.now();
  const worker = new Worker(name, ({ data }) => post(data.job), { connection, concurrency });
  worker.on('completed', down);
  await done;
  const seconds = (performance.now() - began) / 1_000;
  await worker.close();
  await queue.close();
  return seconds;
}

async function barePgBoss({ port }, texts, post, concurrency, name) {
  const { PgBoss } = await import('pg-boss');
  const boss = new PgBoss({ ...postgresAt(port), schedule: false });
  await boss.start();
  await boss.createQueue(name);
  await boss.insert(
    name,
    texts.map((job) => ({ data: { job } })),
  );
  const { done, down } = countDown(texts.length);
  const began = performance.now();
  const work = async () => {
    for (;;) {
      const [job] = await boss.fetch(name);
      if (!job) return;
      await post(job.data.job);
      await boss.complete(name, job.id);
      down();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
  await done;
  const seconds = (performance.now() - began) / 1_000;
  await boss.stop({ graceful: false });
  return seconds;
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
