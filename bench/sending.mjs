// How fast messages are sent on loopback, beside axios with keep-alive, node:http and undici's Pool.
// npm run build && npm ci --prefix bench && node bench/sending.mjs [sends] [rounds] [sends for memory]
// The contestants run in turns, each in a process of its own; what arrives is compared before anything is timed.
import assert from 'node:assert';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { BODY, CONTESTANTS } from './sending/contestants.mjs';

const [sends = 10_000, rounds = 5, forMemory = 200_000] = process.argv.slice(2).map(Number);
const script = (name) => new URL(`./sending/${name}.mjs`, import.meta.url);
const EXPECTED = { method: 'POST', url: '/hook', type: 'application/json', body: BODY.toString() };

const receiver = fork(script('receiver'));
const [port] = await once(receiver, 'message');
const url = `http://127.0.0.1:${port}/hook`;

for (const atOnce of [16, 128]) {
  const results = Object.fromEntries(Object.keys(CONTESTANTS).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const name of Object.keys(CONTESTANTS)) results[name].push(await run(name, atOnce));
  const base = (key) => median(results.axios.map((one) => one[key]));
  console.log(`\n${atOnce} at once, ${rounds} rounds of ${sends}: medians (lowest to highest)\n`);
  console.log(
    '| | rate by axios | p99 | µs of processor | connections | allowed |\n|---|---|---|---|---|---|',
  );
  for (const [name, all] of Object.entries(results)) {
    const rates = all.map(({ rate }) => rate / base('rate'));
    const cells = [
      `${median(rates).toFixed(2)} (${Math.min(...rates).toFixed(2)} to ${Math.max(...rates).toFixed(2)})`,
      `${median(all.map(({ p99 }) => p99)).toFixed(1)} ms`,
      median(all.map(({ cpu }) => cpu)).toFixed(0),
      median(all.map(({ connections }) => connections)),
      CONTESTANTS[name].allowed,
    ];
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
}
if (forMemory > 0) {
  const child = fork(script('run'), ['dtospec', url, '16', String(forMemory), 'memory'], {
    execArgv: ['--expose-gc'],
  });
  const [{ heap }] = await once(child, 'message');
  console.log(
    `\ndtospec's heap over ${forMemory} sends, MiB: ${heap.map((one) => one.toFixed(1)).join(', ')}`,
  );
}
receiver.disconnect();

async function run(name, atOnce) {
  const child = fork(script('run'), [name, url, String(atOnce), String(sends)]);
  await once(child, 'message');
  assert.deepStrictEqual((await ask()).last, EXPECTED, `${name} sends something else`);
  child.send('go');
  const [result] = await once(child, 'message');
  const { connections } = await ask();
  return { ...result, connections: connections + 1 };
}

async function ask() {
  receiver.send('seen');
  const [seen] = await once(receiver, 'message');
  return seen;
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
