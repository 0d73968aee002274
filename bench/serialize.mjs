// How many times faster `serialize` is than class-transformer's `instanceToPlain`, and how the check before a send compares
// with class-validator's `validate`.
// node bench/serialize.mjs [rounds] [share of each batch]
// Both serializers go on to JSON text, since a Date, say, costs its price there or here. What they give is compared first.
// They run in turns within one process, and what counts is processor time, so that the ratio means something on any
// machine, whatever else it does; times alone do not.
import assert from 'node:assert';
import { build } from 'esbuild';
import { median, printTable, spread } from './lib/report.mjs';

const [rounds = 30, share = 1] = process.argv.slice(2).map(Number);

await build({
  entryPoints: ['bench/serialize-cases.ts'],
  outfile: 'build/bench/serialize-cases.mjs',
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
});
const { cases, checkInstances, instanceToPlain, serialize, validate } =
  await import('../build/bench/serialize-cases.mjs');

/** Rounds, until code is compiled. */
const WARM_UP = 10;
const rows = [];
for (const { name, value, batch } of cases) {
  const theirs = (one) => JSON.stringify(instanceToPlain(one));
  const ours = (one) => JSON.stringify(serialize(one));
  assert.deepStrictEqual(JSON.parse(ours(value)), JSON.parse(theirs(value)), `${name}: not the same`);
  await measure(`serialize ${name}`, { theirs, ours }, value, batch);
}
for (const { name, value, batch } of cases.filter((one) => !Array.isArray(one.value) && one.isValidated)) {
  const theirs = (one) => validate(one, { forbidUnknownValues: false });
  const ours = (one) => checkInstances([{ path: '', value: one }]);
  assert.deepStrictEqual(await theirs(value), []);
  await ours(value);
  await measure(`check ${name} before a send`, { theirs, ours }, value, batch / 2);
}
printTable(['', 'times as fast', 'each'], rows);

async function measure(name, { theirs, ours }, value, size) {
  const batch = Math.ceil(size * share);
  const turns = [];
  for (let round = -WARM_UP; round < rounds; round += 1) {
    // Who goes first changes: a machine is never the same for both.
    const turn = {};
    const order = round % 2 === 0 ? { theirs, ours } : { ours, theirs };
    for (const [name, one] of Object.entries(order)) turn[name] = await time(one, value, batch);
    if (round >= 0) turns.push(turn);
  }
  const each = (median(turns.map((turn) => turn.ours)) / batch) * 1000;
  rows.push([
    name,
    spread(
      turns.map((turn) => turn.theirs / turn.ours),
      1,
    ),
    `${each.toFixed(1)} µs`,
  ]);
}

/** Milliseconds of the processor for one batch. */
async function time(run, value, batch) {
  const start = process.cpuUsage();
  for (let index = 0; index < batch; index += 1) {
    const result = run(value);
    if (result instanceof Promise) await result;
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
