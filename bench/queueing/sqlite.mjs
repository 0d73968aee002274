import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteEngine } from '../../dist/sqlite.node.js';
import { packJob } from '../../dist/webhook.node.js';
import { runEngine } from './engine.mjs';
import { makeJobs } from './jobs.mjs';

const TOGETHER = 500;
const { DatabaseSync } = await import('node:sqlite').catch(() => import('@photostructure/sqlite'));

/** Seconds of both halves: to store all, and to take and settle all. */
function runBare(folder, count) {
  const database = new DatabaseSync(join(folder, 'bare.sqlite'));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  database.exec('CREATE TABLE jobs (seq INTEGER PRIMARY KEY, id TEXT UNIQUE, job TEXT, state TEXT)');
  const insert = database.prepare("INSERT INTO jobs (id, job, state) VALUES (?, ?, 'waiting')");
  const update = database.prepare('UPDATE jobs SET state = ? WHERE id = ?');
  const jobs = makeJobs(count);
  const inTransactions = (work) => {
    for (let first = 0; first < count; first += TOGETHER) {
      database.exec('BEGIN IMMEDIATE');
      for (const job of jobs.slice(first, first + TOGETHER)) work(job);
      database.exec('COMMIT');
    }
  };
  const times = [
    timed(() => inTransactions((job) => insert.run(job.id, packJob(job)))),
    timed(() => {
      inTransactions((job) => update.run('taken', job.id));
      inTransactions((job) => update.run('sent', job.id));
    }),
  ];
  database.close();
  return times;
}

function timed(work) {
  const began = performance.now();
  work();
  return (performance.now() - began) / 1_000;
}

export async function runSqlite(count) {
  const folder = mkdtempSync(join(tmpdir(), 'queueing-'));
  const open = () => new SqliteEngine({ file: join(folder, 'engine.sqlite') });
  const times = { bare: runBare(folder, count), engine: await runEngine(open, count) };
  rmSync(folder, { recursive: true });
  return times;
}
