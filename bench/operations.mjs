// What an operation costs beside the framework's own handler that does the same by hand.
// npm run build && npm ci --prefix bench && node bench/operations.mjs [requests] [rounds] [warm-up]
// Both take turns in short rounds, each in a process of its own (but where a single round times nothing), so that ratios are
// of the same moment; what they answer is compared before anything is timed.
import assert from 'node:assert';
import { Pool } from 'undici';
import { FRAMEWORKS } from './operations/frameworks.mjs';
import { METHOD, REQUEST } from './operations/shop.mjs';
import { processesOf, tell } from './lib/processes.mjs';
import { median, printTable, spread } from './lib/report.mjs';

const [requests = 400, rounds = 31, warmUp = 20] = process.argv.slice(2).map(Number);
const AT_ONCE = 16;
const processes = processesOf(new URL('./operations/server.mjs', import.meta.url), rounds > 1, {
  env: { ...process.env, NODE_ENV: 'production' },
});

const rows = [];
for (const framework of Object.keys(FRAMEWORKS)) {
  const both = [await start(framework, 'bare'), await start(framework, 'dtospec')];
  const [bare, dtospec] = both;
  assert.deepStrictEqual(await dtospec.ask(), await bare.ask(), `${framework}: the answers differ`);
  console.error(`${framework}: the answers are the same`);
  for (let round = 0; round < warmUp; round += 1) for (const one of both) await measure(one);
  const turns = [];
  for (let round = 0; round < rounds; round += 1) {
    // Who goes first changes: a machine is never the same for both.
    const results = new Map();
    for (const one of round % 2 === 0 ? both : both.toReversed()) results.set(one, await measure(one));
    turns.push({ theirs: results.get(bare), ours: results.get(dtospec) });
  }
  rows.push([
    framework,
    spread(turns.map(({ theirs, ours }) => ours / theirs)),
    `${median(turns.map(({ theirs }) => theirs)).toFixed(0)} µs`,
    `${median(turns.map(({ ours }) => ours)).toFixed(0)} µs`,
  ]);
  for (const one of both) await one.stop();
}
await processes.endAll();
printTable(
  ['', 'processor time by that of the handler by hand', 'by hand, for a request', 'the operation'],
  rows,
);

async function start(framework, kind) {
  const { child, answer: port } = await processes.begin(framework, kind);
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: AT_ONCE });
  const asked = { ...REQUEST, method: METHOD, headers: { 'content-type': 'application/json' } };
  const ask = async () => {
    const { statusCode, headers, body } = await pool.request(asked);
    return [statusCode, headers['content-type'].split(';')[0], await body.json()];
  };
  const stop = async () => {
    await pool.close();
    await processes.end(child);
  };
  return { child, pool, asked, ask, stop };
}

/** @returns microseconds of the server's processor for a request */
async function measure({ child, pool, asked }) {
  await tell(child, 'cpu');
  let left = requests;
  const worker = async () => {
    for (; left > 0;) {
      left -= 1;
      const { body } = await pool.request(asked);
      await body.dump({ limit: Infinity });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const cpu = await tell(child, 'cpu');
  return cpu / requests;
}
