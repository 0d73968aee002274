// The same backlogs without dtospec, as a careful team writes them for what dtospec does by default: each side keeps the attempts of a
// delivery, repeats those that fail by the same schedule, sends 16 at once to an endpoint and the endpoints by turns (`Lanes`), ends a
// request that takes too long, finds the work of a process that was killed, and emits an event for each delivery.
import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { Lanes } from './plain-lanes.mjs';
import { countDown, delayAfter, jobsFor, openAttempts, outcomeOf } from './plain-webhook.mjs';

const LEASE = 30_000;
const RETENTION = 7 * 86_400_000;

/** Events of deliveries, of which the first so many resolve `done`. */
function listen(count) {
  const events = new EventEmitter();
  const { done, down } = countDown(count);
  events.on('sent', down);
  const emit = ({ id, messageId, endpoint }, { record }) =>
    events.emit(outcomeOf(record), { id, messageId, endpoint, ...record });
  return { emit, done };
}

/** Bare statements, up to 500 to a transaction, which stores results and takes the next jobs. */
export async function plainSqlite({ location, queue, ports, atOnce }) {
  const { DatabaseSync } = await import('node:sqlite').catch(() => import('@photostructure/sqlite'));
  const database = new DatabaseSync(join(location, `${queue}.sqlite`));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  database.exec(`CREATE TABLE IF NOT EXISTS jobs (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, message_id TEXT NOT NULL,
    endpoint TEXT NOT NULL, body TEXT NOT NULL, state TEXT NOT NULL DEFAULT 'waiting', due INTEGER, worker TEXT, attempts INTEGER
    NOT NULL DEFAULT 0, history TEXT NOT NULL DEFAULT '[]', created INTEGER NOT NULL, ended INTEGER);
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
    async drain(count) {
      const attempt = await openAttempts(ports, atOnce);
      const { emit, done } = listen(count);
      const worker = randomUUID();
      const take = database.prepare(
        `UPDATE jobs SET due = ?, worker = ? WHERE seq IN
          (SELECT seq FROM jobs WHERE state = 'waiting' AND due <= ? ORDER BY due LIMIT 500)
          RETURNING seq, id, message_id AS messageId, endpoint, body, attempts, history`,
      );
      const settle = database.prepare(
        `UPDATE jobs SET state = ?, due = ?, worker = NULL, attempts = ?, history = ?, ended = ?
          WHERE seq = ? AND state = 'waiting' AND worker = ?`,
      );
      const extend = database.prepare("UPDATE jobs SET due = ? WHERE worker = ? AND state = 'waiting'");
      const leases = setInterval(() => extend.run(Date.now() + LEASE, worker), LEASE / 3);
      const store = ({ seq, attempts, history }, { record, retryIn }) => {
        const now = Date.now();
        const all = JSON.stringify([...JSON.parse(history), record]);
        if (retryIn !== undefined) settle.run('waiting', now + retryIn, attempts + 1, all, null, seq, worker);
        else settle.run(outcomeOf(record), null, attempts + 1, all, now, seq, worker);
      };
      const ends = [];
      let timer;
      const turn = () => {
        clearTimeout(timer);
        timer = undefined;
        const now = Date.now();
        const taken = transact(() => {
          for (const [job, end] of ends.splice(0)) store(job, end);
          return lanes.waiting <= 250 ? take.all(now + LEASE, worker, now) : [];
        });
        for (const job of taken) lanes.add(job);
      };
      const lanes = new Lanes(atOnce, async (job) => {
        const end = await attempt(job, job.attempts + 1);
        emit(job, end);
        ends.push([job, end]);
        if (ends.length >= 250) turn();
        else timer ??= setTimeout(turn, 25);
      });
      turn();
      await done;
      turn();
      clearInterval(leases);
    },
    close: () => database.close(),
  };
}

/** The endpoints take turns by priority, and a worker holds a few jobs more than it sends at once. */
export async function plainBullMq({ location, queue: name, ports, atOnce }) {
  const { Queue, Worker } = await import('bullmq');
  const connection = { host: '127.0.0.1', port: location };
  const queue = new Queue(name, { connection });
  let worker;
  return {
    async fill(count) {
      const jobs = jobsFor(ports, count).map((data, index) => {
        const priority = 1 + Math.floor(index / ports.length);
        const opts = { jobId: data.id, attempts: 10, backoff: { type: 'custom' }, priority };
        return { name: 'webhook', data: { ...data, history: [] }, opts };
      });
      for (let from = 0; from < count; from += 500) await queue.addBulk(jobs.slice(from, from + 500));
    },
    async drain(count) {
      const attempt = await openAttempts(ports, atOnce);
      const { emit, done } = listen(count);
      const lanes = new Lanes(atOnce, async ({ job, resolve }) =>
        resolve(await attempt(job.data, job.attemptsMade + 1)),
      );
      const work = async (job) => {
        const end = await new Promise((resolve) => lanes.add({ endpoint: job.data.endpoint, job, resolve }));
        emit(job.data, end);
        const history = [...job.data.history, end.record];
        if (!end.record.error) return { outcome: 'sent', history };
        await job.updateData({ ...job.data, history });
        throw new Error(end.record.error.message);
      };
      worker = new Worker(name, work, {
        connection,
        concurrency: atOnce + 32,
        settings: { backoffStrategy: (attempts) => delayAfter(attempts) ?? -1 },
        removeOnComplete: { age: RETENTION / 1_000 },
      });
      await done;
    },
    async close() {
      await worker?.close();
      await queue.close();
    },
  };
}

/** Batches of 100. pg-boss itself gives all rows of a batch the same output. */
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
    async drain(count) {
      const attempt = await openAttempts(ports, atOnce);
      const { emit, done } = listen(count);
      const endOf = ({ id, retryCount, data }, { record, retryIn }) => {
        const row = { id, retry_count: retryCount };
        const history = [...data.history, record];
        if (retryIn !== undefined)
          return { ...row, state: 'retry', wait: retryIn / 1_000, data: { history } };
        const outcome = outcomeOf(record);
        return { ...row, state: record.error ? 'failed' : 'completed', output: { outcome, history } };
      };
      const ends = [];
      let storing, fetching;
      const storeAll = async () => {
        for (let batch = ends.splice(0, 100); batch.length > 0; batch = ends.splice(0, 100))
          await boss.getDb().executeSql(SETTLE, [queue, JSON.stringify(batch)]);
        storing = undefined;
      };
      const fetchMore = async () => {
        const jobs = await boss.fetch(queue, { batchSize: 100 });
        fetching = undefined;
        for (const job of jobs) lanes.add({ endpoint: job.data.endpoint, job });
        if (jobs.length > 0) more();
      };
      const more = () => {
        if (lanes.waiting <= 100) fetching ??= fetchMore();
      };
      const lanes = new Lanes(atOnce, async ({ job }) => {
        const end = await attempt(job.data, job.data.history.length + 1);
        emit(job.data, end);
        ends.push(endOf(job, end));
        storing ??= new Promise(setImmediate).then(storeAll);
        more();
      });
      more();
      await done;
      await storing;
    },
    close: () => boss.stop({ graceful: false }),
  };
}

const SETTLE = `UPDATE pgboss.job AS job SET state = step.state, output = step.output, data = job.data || coalesce(step.data, '{}'),
    completed_on = CASE WHEN step.state >= 'completed' THEN now() END,
    start_after = CASE WHEN step.state = 'retry' THEN now() + step.wait * interval '1 s' ELSE start_after END
  FROM jsonb_to_recordset($2::jsonb) AS step (id uuid, retry_count int, state pgboss.job_state, wait float8, data jsonb, output jsonb)
  WHERE job.name = $1 AND job.id = step.id AND job.retry_count = step.retry_count AND job.state = 'active'`;

export const postgresAt = (port) => ({
  host: '127.0.0.1',
  port,
  user: 'postgres',
  database: 'postgres',
  max: 10,
});
