import { countDown, makeJobs } from './jobs.mjs';

export const CONCURRENCY = 64;

/** Seconds of both halves of an engine: to store all, and to attempt all by an empty handler and settle them. */
export async function runEngine(open, count) {
  const engine = open();
  await engine.status(); // opens the store
  const { signal } = new AbortController();
  const jobs = makeJobs(count);
  const began = performance.now();
  await Promise.all(jobs.map((job) => engine.enqueue(job, { signal })));
  const stored = performance.now();
  const { done, down } = countDown(count);
  const record = { attempt: 1, startedAt: Date.now(), duration: 1, status: 204, next: 'end' };
  await engine.start({
    handle: async () => {
      down();
      return { kind: 'done', outcome: 'sent', record };
    },
    limits: { concurrency: CONCURRENCY, concurrencyPerTarget: 16, concurrencyUnanswered: 256 },
    runtime: { monotonic: () => performance.now() },
    warn: ({ message }) => {
      throw new Error(message);
    },
  });
  await done;
  await engine.stop();
  const settled = performance.now();
  const reader = open();
  const sent = await reader.deliveries({ state: 'sent', limit: Infinity });
  await reader.stop();
  if (sent.length !== count) throw new Error(`${sent.length} of ${count} were settled`);
  return [(stored - began) / 1_000, (settled - stored) / 1_000];
}
