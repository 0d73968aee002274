// What a refused body costs beside an accepted one of its size, as processor time of one process.
// node bench/refusals.mjs [items] [rounds]
import assert from 'node:assert';
import { build } from 'esbuild';
import { median, printTable } from './lib/report.mjs';

const [items = 300, rounds = 9] = process.argv.slice(2).map(Number);

await build({
  entryPoints: ['bench/refusals-cases.ts'],
  outfile: 'build/bench/refusals-cases.mjs',
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
});
const { ask, cases } = await import('../build/bench/refusals-cases.mjs');

const rows = [];
for (const [name, target, bodyOf] of cases) {
  const accepted = JSON.stringify(bodyOf(1_000, items));
  const refused = JSON.stringify(bodyOf('ab', items));
  assert.strictEqual(accepted.length, refused.length);
  const times = { accepted: [], refused: [] };
  for (let round = -2; round < rounds; round += 1) {
    const acceptance = await timeOf(target, accepted, 204);
    const refusal = await timeOf(target, refused, 400);
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

async function timeOf(target, body, status) {
  const before = process.cpuUsage();
  assert.strictEqual(await ask(target, body), status);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
