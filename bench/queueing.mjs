// What a durable engine costs beyond its store: deliveries that are stored, and stored, attempted by an empty handler and
// settled, beside bare statements of SQLite with the same text, 500 to a transaction, on the same settings.
// npm run build && node bench/queueing.mjs [deliveries] [rounds]
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteEngine } from '../dist/sqlite.js';
import { packJob } from '../dist/webhook.js';
import { median, printTable, spread } from './lib/report.mjs';

const count = Number(process.argv[2] ?? 5_000);
const rounds = Number(process.argv[3] ?? 7);
const TOGETHER = 500;
const { DatabaseSync } = await import('node:sqlite').catch(() => import('@photostructure/sqlite'));
const body = new TextEncoder().encode(JSON.stringify({ type: 'order.shipped', text: 'x'.repeat(200) }));

const jobOf = (index) => ({
  id: `dlv_${randomUUID()}`,
  messageId: `msg_${randomUUID()}`,
  channel: 'webhook',
  endpoint: `e-${index % 100}`,
  group: `https://host-${index % 100}.example`,
  payload: {
    method: 'POST',
    headers: [],
    contentType: 'application/json',
    body,
    endpoint: `e-${index % 100}`,
  },
});

/** Seconds of both halves: to store all, and to take and settle all. */
async function runBare(folder) {
  const database = new DatabaseSync(join(folder, 'bare.sqlite'));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  database.exec('CREATE TABLE jobs (seq INTEGER PRIMARY KEY, id TEXT UNIQUE, job TEXT, state TEXT)');
  const insert = database.prepare("INSERT INTO jobs (id, job, state) VALUES (?, ?, 'waiting')");
  const update = database.prepare('UPDATE jobs SET state = ? WHERE id = ?');
  const jobs = Array.from({ length: count }, (_, index) => jobOf(index));
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

async function runEngine(folder) {
  const engine = new SqliteEngine({ file: join(folder, 'engine.sqlite') });
  await engine.status(); // opens the file
  const { signal } = new AbortController();
  const began = performance.now();
  await Promise.all(Array.from({ length: count }, (_, index) => engine.enqueue(jobOf(index), { signal })));
  const stored = performance.now();
  let left = count;
  let end;
  const done = new Promise((resolve) => (end = resolve));
  const record = { attempt: 1, startedAt: Date.now(), duration: 1, status: 204, next: 'end' };
  await engine.start({
    handle: async () => {
      if ((left -= 1) === 0) end();
      return { kind: 'done', outcome: 'sent', record };
    },
    limits: { concurrency: 64, concurrencyPerTarget: 16, concurrencyUnanswered: 256 },
    runtime: { monotonic: () => performance.now() },
    warn: ({ message }) => {
      throw new Error(message);
    },
  });
  await done;
  await engine.stop();
  const settled = performance.now();
  const reader = new SqliteEngine({ file: join(folder, 'engine.sqlite') });
  const sent = await reader.deliveries({ state: 'sent', limit: Infinity });
  await reader.stop();
  if (sent.length !== count) throw new Error(`${sent.length} of ${count} were settled`);
  return [(stored - began) / 1_000, (settled - stored) / 1_000];
}

function timed(work) {
  const began = performance.now();
  work();
  return (performance.now() - began) / 1_000;
}

const turns = [];
for (let round = 0; round < rounds; round += 1) {
  const folder = mkdtempSync(join(tmpdir(), 'queueing-'));
  turns.push({ bare: await runBare(folder), engine: await runEngine(folder) });
  rmSync(folder, { recursive: true });
}
const rows = ['to store', 'to attempt and settle'].map((name, half) => [
  name,
  `${Math.round(count / median(turns.map(({ bare }) => bare[half])))}/s`,
  `${Math.round(count / median(turns.map(({ engine }) => engine[half])))}/s`,
  spread(turns.map(({ bare, engine }) => bare[half] / engine[half])),
]);
printTable(['', 'bare SQLite', 'dtospec/sqlite', 'ratio'], rows);
