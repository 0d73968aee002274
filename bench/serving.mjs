// How fast the document is served, beside the same framework sending prepared buffers.
// npm run build && npm ci --prefix bench && node bench/serving.mjs [requests] [rounds] [endpoints]
// The servers take turns in short rounds, each in a process of its own (but where a single round times nothing), so that
// ratios are of the same moment; what they answer, headers included, is compared before anything is timed.
import assert from 'node:assert';
import { gunzipSync } from 'node:zlib';
import { Pool } from 'undici';
import { FRAMEWORKS } from './serving/frameworks.mjs';
import { processesOf, tell } from './lib/processes.mjs';
import { median, printTable, spread } from './lib/report.mjs';

const [requests = 400, rounds = 31, endpoints = 220] = process.argv.slice(2).map(Number);
const AT_ONCE = 16;
/** Rounds, until code is compiled, where something is timed: what is compiled meanwhile counts as its work. */
const WARM_UP = rounds > 1 ? Math.min(rounds, 30) : 0;
const path = '/docs/openapi.json';
const processes = processesOf(new URL('./serving/server.mjs', import.meta.url), rounds > 1);

const rows = [];
for (const framework of Object.keys(FRAMEWORKS)) {
  const [bare, dtospec] = [await start(framework, 'bare'), await start(framework, 'dtospec')];
  await compare(bare, dtospec, framework);
  console.error(`${framework}: the answers are the same`);
  for (const mode of ['plain', 'gzip', '304']) {
    const turns = [];
    for (let round = 0; round < WARM_UP; round += 1)
      for (const one of [bare, dtospec]) await measure(one, mode);
    for (let round = 0; round < rounds; round += 1) {
      // Who goes first changes: a machine is never the same for both.
      const order = round % 2 === 0 ? [bare, dtospec] : [dtospec, bare];
      const results = new Map();
      for (const one of order) results.set(one, await measure(one, mode));
      turns.push({ theirs: results.get(bare), ours: results.get(dtospec) });
    }
    rows.push([
      framework,
      mode,
      spread(turns.map(({ theirs, ours }) => ours.rate / theirs.rate)),
      spread(turns.map(({ theirs, ours }) => theirs.cpu / ours.cpu)),
      `${median(turns.map(({ ours }) => ours.cpu)).toFixed(0)} µs`,
    ]);
  }
  for (const one of [bare, dtospec]) await one.stop();
}
await processes.endAll();
printTable(['', 'answer', 'rate by prepared buffers', 'processor time, likewise', 'for a request'], rows);

async function start(framework, kind) {
  const { child, answer: port } = await processes.begin(framework, kind, endpoints);
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections: AT_ONCE });
  const ask = async (headers) => {
    const { statusCode, headers: answered, body } = await pool.request({ path, method: 'GET', headers });
    return { status: statusCode, headers: answered, body: Buffer.from(await body.arrayBuffer()) };
  };
  const { etag } = (await ask({})).headers;
  const asked = {
    plain: {},
    gzip: { 'accept-encoding': 'gzip' },
    304: { 'accept-encoding': 'gzip', 'if-none-match': etag },
  };
  const stop = async () => {
    await pool.close();
    await processes.end(child);
  };
  return { child, pool, ask, asked, stop };
}

async function compare(bare, dtospec, framework) {
  // The first to ask for gzip is answered without: compression runs on the thread pool.
  while ((await dtospec.ask(dtospec.asked.gzip)).headers['content-encoding'] !== 'gzip')
    await new Promise((resolve) => setTimeout(resolve, 20));
  const seen = [];
  for (const one of [bare, dtospec]) {
    const [plain, gzip, none] = [
      await one.ask(one.asked.plain),
      await one.ask(one.asked.gzip),
      await one.ask(one.asked[304]),
    ];
    assert.strictEqual(gzip.headers['content-encoding'], 'gzip');
    seen.push({
      statuses: [plain.status, gzip.status, none.status],
      headers: [plain, gzip, none].map(({ headers: { date: _, ...rest } }) => rest),
      plain: plain.body.toString(),
      gzip: gunzipSync(gzip.body).toString(),
      none: none.body.length,
    });
  }
  assert.deepStrictEqual(seen[1], seen[0], `${framework}: the answers differ`);
}

async function measure({ child, pool, asked }, mode) {
  await tell(child, 'cpu');
  const headers = asked[mode];
  let left = requests;
  const began = performance.now();
  const worker = async () => {
    for (; left > 0;) {
      left -= 1;
      const { body } = await pool.request({ path, method: 'GET', headers });
      await body.dump({ limit: Infinity });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const seconds = (performance.now() - began) / 1000;
  const cpu = await tell(child, 'cpu');
  return { rate: requests / seconds, cpu: cpu / requests };
}
