// The same backlogs without dtospec.
import { join } from 'node:path';
import { countDown, each, jobsFor, openPost } from './plain-webhook.mjs';

/** Bare statements, 500 to a transaction. */
export async function plainSqlite({ location, queue, ports, atOnce }) {
  const { DatabaseSync } = await import('node:sqlite').catch(() => import('@photostructure/sqlite'));
  const database = new DatabaseSync(join(location, `${queue}.sqlite`));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  database.exec('CREATE TABLE IF NOT EXISTS jobs (seq INTEGER PRIMARY KEY, job TEXT, state TEXT)');
  const transact = (work) => {
    database.exec('BEGIN IMMEDIATE');
    const result = work();
    database.exec('COMMIT');
    return result;
  };
  return {
    fill(count) {
      const insert = database.prepare('INSERT INTO jobs (job) VALUES (?)');
      transact(() => jobsFor(ports, count).forEach((job) => insert.run(JSON.stringify(job))));
    },
    async drain() {
      const post = await openPost(atOnce);
      const take = database.prepare(
        "UPDATE jobs SET state = 'taken' WHERE seq IN (SELECT seq FROM jobs WHERE state IS NULL LIMIT 500) RETURNING seq, job",
      );
      const settle = database.prepare("UPDATE jobs SET state = 'sent' WHERE seq = ?");
      for (let jobs = transact(() => take.all()); jobs.length > 0; jobs = transact(() => take.all())) {
        await each(jobs, atOnce, ({ job }) => post(JSON.parse(job)));
        transact(() => jobs.forEach(({ seq }) => settle.run(seq)));
      }
    },
    close: () => database.close(),
  };
}

export async function plainBullMq({ location, queue: name, ports, atOnce }) {
  const { Queue, Worker } = await import('bullmq');
  const connection = { host: '127.0.0.1', port: location };
  const queue = new Queue(name, { connection });
  let worker;
  return {
    async fill(count) {
      const jobs = jobsFor(ports, count).map((data) => ({ name: 'webhook', data }));
      for (let from = 0; from < count; from += 500) await queue.addBulk(jobs.slice(from, from + 500));
    },
    async drain(count) {
      const post = await openPost(atOnce);
      const { done, down } = countDown(count);
      worker = new Worker(name, ({ data }) => post(data), { connection, concurrency: atOnce });
      worker.on('completed', down);
      await done;
    },
    async close() {
      await worker?.close();
      await queue.close();
    },
  };
}

/** Batches of 100, of which two are under way. */
export async function plainPgBoss({ location, queue, ports, atOnce }) {
  const { PgBoss } = await import('pg-boss');
  const boss = new PgBoss({ ...postgresAt(location), schedule: false, supervise: false });
  await boss.start();
  await boss.createQueue(queue);
  return {
    async fill(count) {
      const jobs = jobsFor(ports, count).map((data) => ({ data }));
      for (let from = 0; from < count; from += 500) await boss.insert(queue, jobs.slice(from, from + 500));
    },
    async drain() {
      const post = await openPost(atOnce);
      const loop = async () => {
        for (;;) {
          const jobs = await boss.fetch(queue, { batchSize: 100 });
          if (jobs.length === 0) return;
          await each(jobs, atOnce / 2, ({ data }) => post(data));
          await boss.complete(
            queue,
            jobs.map(({ id }) => id),
          );
        }
      };
      await Promise.all([loop(), loop()]);
    },
    close: () => boss.stop({ graceful: false }),
  };
}

export const postgresAt = (port) => ({
  host: '127.0.0.1',
  port,
  user: 'postgres',
  database: 'postgres',
  max: 10,
});
