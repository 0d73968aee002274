// The same backlogs without dtospec. Each side keeps the attempts of a delivery, repeats those that fail by the same schedule, and
// finds the work of a process that was killed, as dtospec does.
import { join } from 'node:path';
import { countDown, delayAfter, each, jobsFor, openAttempts, outcomeOf } from './plain-webhook.mjs';

const LEASE = 30_000;
const RETENTION = 7 * 86_400_000;

/** Bare statements, 500 to a transaction. */
export async function plainSqlite({ location, queue, ports, atOnce }) {
  const { DatabaseSync } = await import('node:sqlite').catch(() => import('@photostructure/sqlite'));
  const database = new DatabaseSync(join(location, `${queue}.sqlite`));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  database.exec(`CREATE TABLE IF NOT EXISTS jobs (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, message_id TEXT NOT NULL,
    endpoint TEXT NOT NULL, body TEXT NOT NULL, state TEXT NOT NULL DEFAULT 'waiting', due INTEGER, attempts INTEGER NOT NULL
    DEFAULT 0, history TEXT NOT NULL DEFAULT '[]', created INTEGER NOT NULL, ended INTEGER);
    CREATE INDEX IF NOT EXISTS jobs_due ON jobs (due) WHERE state = 'waiting';
    CREATE INDEX IF NOT EXISTS jobs_state ON jobs (state, ended)`);
  const transact = (work) => {
    database.exec('BEGIN IMMEDIATE');
    const result = work();
    database.exec('COMMIT');
    return result;
  };
  return {
    fill(count) {
      const insert = database.prepare(
        'INSERT INTO jobs (id, message_id, endpoint, body, created, due) VALUES (?, ?, ?, ?, ?, ?)',
      );
      transact(() => {
        for (const { id, messageId, endpoint, body, createdAt } of jobsFor(ports, count))
          insert.run(id, messageId, endpoint, body, createdAt, createdAt);
      });
    },
    async drain() {
      const attempt = await openAttempts(ports, atOnce);
      const take = database.prepare(
        `UPDATE jobs SET due = ? WHERE seq IN (SELECT seq FROM jobs WHERE state = 'waiting' AND due <= ? ORDER BY due LIMIT 500)
          RETURNING seq, message_id AS messageId, endpoint, body, attempts, history`,
      );
      const settle = database.prepare(
        'UPDATE jobs SET state = ?, due = ?, attempts = ?, history = ?, ended = ? WHERE seq = ?',
      );
      const takeDue = () => transact(() => take.all(Date.now() + LEASE, Date.now()));
      const store = ({ seq, attempts, history }, { record, retryIn }) => {
        const now = Date.now();
        const all = JSON.stringify([...JSON.parse(history), record]);
        if (retryIn !== undefined) settle.run('waiting', now + retryIn, attempts + 1, all, null, seq);
        else settle.run(outcomeOf(record), null, attempts + 1, all, now, seq);
      };
      for (let jobs = takeDue(); jobs.length > 0; jobs = takeDue()) {
        const ends = [];
        await each(jobs, atOnce, async (job) => ends.push([job, await attempt(job, job.attempts + 1)]));
        transact(() => ends.forEach(([job, end]) => store(job, end)));
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
      const jobs = jobsFor(ports, count).map((data) => {
        const opts = { jobId: data.id, attempts: 10, backoff: { type: 'custom' } };
        return { name: 'webhook', data: { ...data, history: [] }, opts };
      });
      for (let from = 0; from < count; from += 500) await queue.addBulk(jobs.slice(from, from + 500));
    },
    async drain(count) {
      const attempt = await openAttempts(ports, atOnce);
      const { done, down } = countDown(count);
      const work = async (job) => {
        const { record } = await attempt(job.data, job.attemptsMade + 1);
        const history = [...job.data.history, record];
        if (!record.error) return { outcome: 'sent', history };
        await job.updateData({ ...job.data, history });
        throw new Error(record.error.message);
      };
      worker = new Worker(name, work, {
        connection,
        concurrency: atOnce,
        settings: { backoffStrategy: (attempts) => delayAfter(attempts) ?? -1 },
        removeOnComplete: { age: RETENTION / 1_000 },
      });
      worker.on('completed', down);
      await done;
    },
    async close() {
      await worker?.close();
      await queue.close();
    },
  };
}

/** Batches of 100, of which two are under way. pg-boss itself gives all rows of a batch the same output. */
export async function plainPgBoss({ location, queue, ports, atOnce }) {
  const { PgBoss } = await import('pg-boss');
  const boss = new PgBoss({ ...postgresAt(location), schedule: false, supervise: false });
  await boss.start();
  await boss.createQueue(queue);
  return {
    async fill(count) {
      const jobs = jobsFor(ports, count).map((data) => ({ data: { ...data, history: [] }, retryLimit: 9 }));
      for (let from = 0; from < count; from += 500) await boss.insert(queue, jobs.slice(from, from + 500));
    },
    async drain() {
      const attempt = await openAttempts(ports, atOnce);
      const endOf = ({ id, data }, { record, retryIn }) => {
        const history = [...data.history, record];
        if (retryIn !== undefined) return { id, state: 'retry', wait: retryIn / 1_000, data: { history } };
        const outcome = outcomeOf(record);
        return { id, state: record.error ? 'failed' : 'completed', output: { outcome, history } };
      };
      const loop = async () => {
        for (;;) {
          const jobs = await boss.fetch(queue, { batchSize: 100 });
          if (jobs.length === 0) return;
          const ends = [];
          await each(jobs, atOnce / 2, async (job) =>
            ends.push(endOf(job, await attempt(job.data, job.data.history.length + 1))),
          );
          await boss.getDb().executeSql(SETTLE, [queue, JSON.stringify(ends)]);
        }
      };
      await Promise.all([loop(), loop()]);
    },
    close: () => boss.stop({ graceful: false }),
  };
}

const SETTLE = `UPDATE pgboss.job AS job SET state = step.state, output = step.output, data = job.data || coalesce(step.data, '{}'),
    completed_on = CASE WHEN step.state >= 'completed' THEN now() END,
    start_after = CASE WHEN step.state = 'retry' THEN now() + step.wait * interval '1 s' ELSE start_after END
  FROM jsonb_to_recordset($2::jsonb) AS step (id uuid, state pgboss.job_state, wait float8, data jsonb, output jsonb)
  WHERE job.name = $1 AND job.id = step.id AND job.state = 'active'`;

export const postgresAt = (port) => ({
  host: '127.0.0.1',
  port,
  user: 'postgres',
  database: 'postgres',
  max: 10,
});
