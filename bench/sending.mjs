// How fast messages are sent on loopback, beside axios with keep-alive, node:http and undici's Pool.
// npm run build && npm ci --prefix bench && node bench/sending.mjs [sends] [rounds] [sends for memory]
// Each contestant has a process of its own (but where a single round times nothing), and they take turns in short rounds, so
// that ratios are of the same moment; what arrives is compared before anything is timed.
import assert from 'node:assert';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { processesOf, tell } from './lib/processes.mjs';
import { median, printTable, spread } from './lib/report.mjs';
import { BODY, CONTESTANTS } from './sending/contestants.mjs';

const [sends = 2000, rounds = 15, forMemory = 200_000] = process.argv.slice(2).map(Number);
const WARM_UP = rounds > 1 ? 3 : 0;
const script = (name) => new URL(`./sending/${name}.mjs`, import.meta.url);
const EXPECTED = { method: 'POST', url: '/hook', type: 'application/json', body: BODY.toString() };

const receiver = fork(script('receiver'));
const [port] = await once(receiver, 'message');
const url = `http://127.0.0.1:${port}/hook`;
const processes = processesOf(script('run'), rounds > 1);

for (const atOnce of rounds > 1 ? [16, 128] : [16]) {
  const contestants = [];
  for (const name of Object.keys(CONTESTANTS)) contestants.push(await start(name, atOnce));
  const turns = [];
  for (let round = 0; round < rounds; round += 1) {
    // Who goes first changes: a machine is never the same for all.
    const order = round % 2 === 0 ? contestants : contestants.toReversed();
    const results = {};
    for (const { name, child } of order) results[name] = await run(child, name, sends);
    turns.push(results);
  }
  console.log(`\n${atOnce} at once, ${rounds} rounds of ${sends}: medians (lowest to highest)`);
  printTable(
    ['', 'rate by axios', 'processor time, likewise', 'p99', 'µs of processor', 'connections', 'allowed'],
    contestants.map(({ name, connections }) => [
      name,
      spread(turns.map((one) => one[name].rate / one.axios.rate)),
      spread(turns.map((one) => one.axios.cpu / one[name].cpu)),
      `${median(turns.map((one) => one[name].p99)).toFixed(1)} ms`,
      median(turns.map((one) => one[name].cpu)).toFixed(0),
      connections,
      CONTESTANTS[name].allowed,
    ]),
  );
  for (const { child } of contestants) await processes.end(child);
}
await processes.endAll();
if (forMemory > 0) {
  const remembering = processesOf(script('run'), true, { execArgv: ['--expose-gc'] });
  const { child } = await remembering.begin('open', 'dtospec', url, 16);
  const heap = [];
  for (let part = 0; part < 10; part += 1)
    heap.push((await run(child, 'dtospec', Math.ceil(forMemory / 10))).heap);
  console.log(
    `\ndtospec's heap over ${forMemory} sends, MiB: ${heap.map((one) => one.toFixed(1)).join(', ')}`,
  );
  await remembering.end(child);
}
receiver.disconnect();

/** A contestant that has sent one message as it should, and some more to be warm. */
async function start(name, atOnce) {
  await ask();
  const { child } = await processes.begin('open', name, url, atOnce);
  assert.deepStrictEqual((await ask()).last, EXPECTED, `${name} sends something else`);
  for (let round = 0; round < WARM_UP; round += 1) await run(child, name, sends);
  const { connections } = await ask();
  return { name, child, connections: connections + 1 };
}

function run(child, name, count) {
  return tell(child, ['round', name, count]);
}

/** What the receiver has seen since it was last asked. */
function ask() {
  return tell(receiver, 'seen');
}
