#!/usr/bin/env bash
# bullmq 6.7.0 (npm) on redis-server: `queue.promoteJobs()` forgets the priority of delayed jobs, and `job.promote()` keeps it.
# Both make a delayed job ready at once, and the plural reads as the singular for all jobs. After `promote()`, the job with
# priority 1 runs before the one with priority 9. After `promoteJobs()`, they run in the order of their times, without an error,
# although each still has its own priority in `opts`.
# An operator who flushes a queue of delayed jobs by the method for many runs the urgent ones last.
# It needs redis-server. Exits with 1 if another version of the facts is seen.
set -euo pipefail
folder=$(mktemp -d)
trap 'kill "${redis:-}" 2> /dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
echo '{"private":true,"type":"module"}' > package.json
npm install --silent --no-audit --no-fund bullmq@6.7.0 ioredis@5.11.1
redis-server --unixsocket "$folder/redis.sock" --port 0 --save '' > redis.log &
redis=$!
cat > run.mjs <<'JS'
import { once } from 'node:events';
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';

const connection = new Redis({ path: process.argv[2], maxRetriesPerRequest: null });
const PROMOTIONS = {
  'job.promote()': async (_, jobs) => {
    for (const job of jobs) await job.promote();
  },
  'queue.promoteJobs()': (queue) => queue.promoteJobs(),
};
for (const [name, promote] of Object.entries(PROMOTIONS)) {
  const queue = new Queue(name.replace(/\W/g, ''), { connection });
  const jobs = [];
  for (const priority of [9, 1, 5]) jobs.push(await queue.add('work', {}, { delay: 60_000, priority }));
  await promote(queue, jobs);
  const order = [];
  const worker = new Worker(queue.name, async ({ opts }) => order.push(opts.priority), { connection });
  while (order.length < 3) await once(worker, 'completed');
  console.log(name, order.join(' '));
  await worker.close();
  await queue.close();
}
connection.disconnect();
JS
node run.mjs "$folder/redis.sock" | tee seen
diff seen - <<'SEEN'
job.promote() 1 5 9
queue.promoteJobs() 9 1 5
SEEN
