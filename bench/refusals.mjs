// What a refused body costs beside an accepted one of its size, as processor time of one process.
// node bench/refusals.mjs [items] [rounds] [part of a name]
import assert from 'node:assert';
import { build } from 'esbuild';
import { median, printTable } from './lib/report.mjs';

const [items = 900, rounds = 9] = process.argv.slice(2, 4).map(Number);
const part = process.argv[4] ?? '';

await build({
  entryPoints: ['bench/refusals-cases.ts'],
  outfile: 'build/bench/refusals-cases.mjs',
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
});
const { cases } = await import('../build/bench/refusals-cases.mjs');

const rows = [];
for (const [name, serve, bodyOf] of cases) {
  if (!name.includes(part)) continue;
  const ask = serve();
  const accepted = JSON.stringify(bodyOf(195, items));
  const refused = JSON.stringify(bodyOf('a', items));
  assert.strictEqual(accepted.length, refused.length);
  const times = { accepted: [], refused: [] };
  for (let round = -3; round < rounds; round += 1) {
    const acceptance = await timeOf(ask, accepted, true);
    const refusal = await timeOf(ask, refused, false);
    if (round < 0) continue;
    times.accepted.push(acceptance);
    times.refused.push(refusal);
  }
  const ratio = median(times.refused.map((time, round) => time / times.accepted[round]));
  rows.push([
    name,
    `${Math.round(refused.length / 1000)} kB`,
    `${median(times.accepted).toFixed(0)} ms`,
    `${median(times.refused).toFixed(0)} ms`,
    ratio.toFixed(1),
  ]);
}
printTable(['', 'body', 'accepted', 'refused', 'refused ÷ accepted'], rows);

async function timeOf(ask, body, isAccepted) {
  const before = process.cpuUsage();
  assert.strictEqual(await ask(body), isAccepted);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
