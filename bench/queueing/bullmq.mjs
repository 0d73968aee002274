import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { build } from 'esbuild';
import { createPostgresBackend, Queue, Worker } from 'bullmq';
import { BullMqEngine } from '../../dist/bullmq.node.js';
import { packJob } from '../../dist/webhook.node.js';
import { CONCURRENCY, runEngine } from './engine.mjs';
import { countDown, makeJobs } from './jobs.mjs';

await build({
  entryPoints: ['test/support/stores.ts'],
  outfile: 'build/bench/stores.mjs',
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
});
const { startPostgres, startRedis } = await import('../../build/bench/stores.mjs');

export const STORES = {
  Redis: {
    isInstalled: () => spawnSync('redis-server', ['--version']).error === undefined,
    start: startRedis,
    connect: (port) => ({ connection: { host: '127.0.0.1', port } }),
  },
  PostgreSQL: {
    isInstalled: () => existsSync('/usr/lib/postgresql'),
    start: startPostgres,
    connect: (port) => ({
      connection: { host: '127.0.0.1', port, user: 'postgres', database: 'postgres', migrate: true, max: 10 },
      backend: createPostgresBackend,
    }),
  },
};

let runs = 0;

/** Seconds of both halves: to add all, and to have an empty handler work them off. */
async function runBare({ connection, backend }, count, name) {
  const queue = new Queue(name, { connection }, backend);
  await queue.waitUntilReady();
  const jobs = makeJobs(count);
  const began = performance.now();
  await Promise.all(jobs.map((job) => queue.add('delivery', { job: packJob(job) }, { jobId: job.id })));
  const stored = performance.now();
  const { done, down } = countDown(count);
  const worker = new Worker(
    name,
    async () => {
      down();
    },
    { connection, concurrency: CONCURRENCY },
    backend,
  );
  await done;
  await worker.close();
  const settled = performance.now();
  const { completed } = await queue.getJobCounts('completed');
  await queue.close();
  if (completed !== count) throw new Error(`${completed} of ${count} were completed`);
  return [(stored - began) / 1_000, (settled - stored) / 1_000];
}

/** Both on one server, which stays for all rounds. */
export async function runBullMq(connected, count) {
  runs += 1;
  const bare = await runBare(connected, count, `bare-${runs}`);
  const engine = await runEngine(
    () => new BullMqEngine({ ...connected, queueName: `engine-${runs}` }),
    count,
  );
  return { bare, engine };
}
