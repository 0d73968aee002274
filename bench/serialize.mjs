// How many times faster `serialize` is than class-transformer's `instanceToPlain`.
// node bench/serialize.mjs [rounds]
// Both go on to JSON text, since a Date, say, costs its price there or here. They run in turns within one process, so that the ratio means something on any machine; times alone do not.
import { build } from 'esbuild';

const rounds = Number(process.argv[2] ?? 30);

await build({
  entryPoints: ['bench/serialize-cases.ts'],
  outfile: 'dist/bench/serialize-cases.mjs',
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
});
const { cases, instanceToPlain, serialize } = await import('../dist/bench/serialize-cases.mjs');

for (const { name, value, batch } of cases) {
  const theirs = (one) => JSON.stringify(instanceToPlain(one));
  const ours = (one) => JSON.stringify(serialize(one));
  measure(theirs, value, batch);
  measure(ours, value, batch);
  const turns = Array.from({ length: rounds }, () => ({
    theirs: measure(theirs, value, batch),
    ours: measure(ours, value, batch),
  }));
  const ratio = median(turns.map((turn) => turn.theirs / turn.ours));
  const each = (median(turns.map((turn) => turn.ours)) / batch) * 1000;
  console.log(`${name}: ${ratio.toFixed(1)} times as fast (${each.toFixed(1)} µs each)`);
}

/** Milliseconds for one batch. */
function measure(run, value, batch) {
  const start = performance.now();
  for (let index = 0; index < batch; index += 1) run(value);
  return performance.now() - start;
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
